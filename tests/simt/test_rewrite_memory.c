/* __shared__, __device__, __constant__ and __managed__ variables. */
#include "rewriting.h"

#define ENOUGH(name)                                                                               \
    " static_assert(sizeof(simt_type_" name ") <= ::SIMT_STATIC_SHARED, \"simtcc: a block has "    \
    "48 KB of static shared memory: use extern __shared__\");"
#define SLOT(name, line)                                                                           \
    " static ::simt_shared_slot simt_slot_" name " = { \"" name "\", sizeof(simt_type_" name       \
    "), alignof(simt_type_" name "), \"a.cu\", " line ", 0, 0 };" ENOUGH(name)
#define TELL(name, scope)                                                                          \
    " struct simt_tell_" name " { static void tell() { ::simt::declare(simt_site, " scope          \
    "simt_slot_" name "); } }; (void)&::simt::told<simt_tell_" name ">::done;"
#define FUNCTION(name) " static const ::simt_function simt_site = { \"" name "\" };"
#define SHARED(name)                                                                               \
    TELL(name, "")                                                                                 \
    " simt_type_" name " &" name " = ::simt::shared<simt_type_" name ">(&simt_slot_" name ");"
#define DYNAMIC(name)                                                                              \
    " simt_type_" name " &" name " = *static_cast<simt_type_" name                                 \
    " *>(::simt_shared_dynamic(\"" name "\"));"
#define SYMBOL(name, space, line)                                                                  \
    " static const ::simt::symbol simt_symbol_" name "(\"" name "\", __builtin_addressof(" name    \
    "), sizeof(" name "), ::SIMT_SYMBOL_" space ", \"a.cu\", " line ");"

START_TEST(static_arrays)
{
    expect_rewritten(
        "__device__ void f()\n{\n    __shared__ float a[N][M + 1];\n    a[0][0] = 1;\n}\n",
        "void f()\n{" FUNCTION("f") "\n    typedef float simt_type_a[N][M + 1];" SLOT("a", "3")
            SHARED("a") "\n    a[0][0] = 1;\n}\n");
    expect_rewritten("__device__ void f() { __shared__ int x; static __shared__ volatile T y[2]; }",
                     "void f() {" FUNCTION("f") " typedef int simt_type_x;" SLOT("x", "1")
                         SHARED("x") " typedef volatile T simt_type_y[2];" SLOT("y", "1")
                             SHARED("y") " }");
    expect_rewritten("__device__ void f() { volatile __shared__ unsigned long long x; }",
                     "void f() {" FUNCTION(
                         "f") " typedef volatile unsigned long long simt_type_x;" SLOT("x", "1")
                         SHARED("x") " }");
    expect_rewritten("__device__ void f() { float __shared__ x[3]; }",
                     "void f() {" FUNCTION("f") " typedef float simt_type_x[3];" SLOT("x", "1")
                         SHARED("x") " }");
}
END_TEST

START_TEST(several_declarators)
{
    expect_rewritten(
        "__device__ void f()\n{ __shared__ ns::T<A<int>, 2> a[4],\n *b, (*c)[8];\n}",
        "void f()\n{" FUNCTION("f") " typedef ns::T<A<int>, 2> simt_type_a[4],\n *simt_type_b, "
                                    "(*simt_type_c)[8];" SLOT("a", "2") SHARED("a") SLOT("b", "3")
                                        SHARED("b") SLOT("c", "3") SHARED("c") "\n}");
}
END_TEST

START_TEST(types)
{
    expect_rewritten("__device__ void f() { __shared__ struct { int a; } s; }",
                     "void f() {" FUNCTION("f") " typedef struct { int a; } simt_type_s;" SLOT(
                         "s", "1") SHARED("s") " }");
    expect_rewritten("__device__ void f() { __shared__ typename T::type s[sizeof(T)]; }",
                     "void f() {" FUNCTION(
                         "f") " typedef typename T::type simt_type_s[sizeof(T)];" SLOT("s", "1")
                         SHARED("s") " }");
    expect_rewritten("__device__ void f() { __shared__ decltype(x) s; }",
                     "void f() {" FUNCTION("f") " typedef decltype(x) simt_type_s;" SLOT("s", "1")
                         SHARED("s") " }");
    expect_rewritten("__device__ void f() { __shared__ union U u; case 1: __shared__ ::T t; }",
                     "void f() {" FUNCTION("f") " typedef union U simt_type_u;" SLOT("u", "1")
                         SHARED("u") " case 1: typedef ::T simt_type_t;" SLOT("t", "1")
                             SHARED("t") " }");
}
END_TEST

START_TEST(alignments)
{
    static const char *const texts[] = {
        "__device__ void f() { alignas(16) __shared__ float a[3]; }",
        "__device__ void f() { __shared__ alignas(16) float a[3]; }",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        expect_rewritten(
            texts[i],
            "void f() {" FUNCTION(
                "f") " typedef float simt_type_a[3]; struct alignas(16) simt_align_a { char "
                     "simt_byte; }; static "
                     "::simt_shared_slot simt_slot_a = { \"a\", sizeof(simt_type_a), "
                     "::simt::larger(alignof(simt_type_a), alignof(simt_align_a)), \"a.cu\", 1, 0, "
                     "0 "
                     "};" ENOUGH("a") SHARED("a") " }");
    expect_rewritten("__device__ void f() { extern __shared__ __align__(16) char a[]; }",
                     "void f() { typedef char simt_type_a[];" DYNAMIC("a") " }");
}
END_TEST

START_TEST(dynamic_arrays)
{
    expect_rewritten("template <class T> __device__ void f() { extern __shared__ T x[]; }",
                     "template <class T> void f() { typedef T simt_type_x[];" DYNAMIC("x") " }");
    expect_rewritten("__device__ void f() { extern volatile __shared__ float t[][33]; }",
                     "void f() { typedef volatile float simt_type_t[][33];" DYNAMIC("t") " }");
    expect_rewritten("__device__ void f() { extern __shared__ float s[]; }\n"
                     "__device__ void g() { extern __shared__ int s[]; }",
                     "void f() { typedef float simt_type_s[];" DYNAMIC(
                         "s") " }\n"
                              "void g() { typedef int simt_type_s[];" DYNAMIC("s") " }");
}
END_TEST

START_TEST(namespace_scope)
{
    expect_rewritten("extern __shared__ float s[];\n"
                     "__device__ void f() { s[0] = 1; }\n"
                     "__device__ void g() { x.s = y->s; }\n"
                     "__device__ void h(float *s) { s[0] = 1; }\n"
                     "void i() { int s; s = 2; }\n",
                     "typedef float simt_type_s[];\n"
                     "void f() { ::simt_type_s &s = *static_cast<::simt_type_s "
                     "*>(::simt_shared_dynamic(\"s\")); { s[0] = 1; } }\n"
                     "void g() { x.s = y->s; }\n"
                     "void h(float *s) { s[0] = 1; }\n"
                     "void i() { int s; s = 2; }\n");
    expect_rewritten(
        "namespace n { __shared__ int t[4]; }\n__device__ void f() { n::t[0] = 1; }\n",
        "namespace n { typedef int simt_type_t[4];" SLOT(
            "t", "1") " }\n"
                      "void f() {" FUNCTION("f") TELL(
                          "t", "::n::") " ::n::simt_type_t &t = "
                                        "::simt::shared<::n::simt_type_t>(&::n::simt_slot_t); { "
                                        "t[0] = 1; } }\n");
    expect_rewritten(
        "__shared__ int t;\nnamespace n { __shared__ int t; __device__ void f() { t = 1; } }\n",
        "typedef int simt_type_t;" SLOT("t", "1") "\nnamespace n { typedef int simt_type_t;" SLOT(
            "t", "2") " void f() {" FUNCTION("f")
            TELL("t",
                 "::n::") " ::n::simt_type_t &t = "
                          "::simt::shared<::n::simt_type_t>(&::n::simt_slot_t); { t = 1; } } }\n");
}
END_TEST

START_TEST(lambdas_capture_shared_variables)
{
    static const char *const captures[][2] = {
        { "[]", "[&t]" },   { "[=]", "[=, &t]" },       { "[i]", "[i, &t]" },
        { "[&]", "[&]" },   { "[&, i]", "[&, i]" },     { "[&i]", "[&i, &t]" },
        { "[&t]", "[&t]" }, { "[=, i]", "[=, i, &t]" },
    };
    for (size_t n = 0; n < sizeof captures / sizeof *captures; n++) {
        struct text text = { 0 }, expected = { 0 };
        text_print(&text,
                   "__device__ void f() { __shared__ int t; auto l = %s(int x) -> int { "
                   "return t; }; a[t] = b[0](1) + l(2); }",
                   captures[n][0]);
        text_print(&expected,
                   "void f() {" FUNCTION(
                       "f") " typedef int simt_type_t;%s%s auto l = %s(int x) -> int { return t; "
                            "}; a[t] = b[0](1) + l(2); }",
                   SLOT("t", "1"), SHARED("t"), captures[n][1]);
        expect_rewritten(text_string(&text), text_string(&expected));
        text_free(&text);
        text_free(&expected);
    }
    expect_rewritten(
        "__device__ void f() { __shared__ int t; g([=] { return [] { return t; }(); }, [] {}); }",
        "void f() {" FUNCTION("f") " typedef int simt_type_t;" SLOT("t", "1")
            SHARED("t") " g([=, &t] { return [&t] { return t; }(); }, [] {}); }");
}
END_TEST

START_TEST(symbols)
{
    expect_rewritten("__device__ float total = 0;\n",
                     "static float total = 0;" SYMBOL("total", "DEVICE", "1") "\n");
    expect_rewritten("__constant__ int a[4], *b;\n",
                     "static int a[4], *b;" SYMBOL("a", "CONSTANT", "1")
                         SYMBOL("b", "CONSTANT", "1") "\n");
    expect_rewritten("static __device__ __managed__ const T<1, 2> m = { f<1>(2), 3 };",
                     "static const T<1, 2> m = { f<1>(2), 3 };" SYMBOL("m", "MANAGED", "1"));
    expect_rewritten("__device__ int (*table[2])(int) = { f, g };",
                     "static int (*table[2])(int) = { f, g };" SYMBOL("table", "DEVICE", "1"));
    expect_rewritten("__device__ struct S { int a; } s;",
                     "static struct S { int a; } s;" SYMBOL("s", "DEVICE", "1"));
    expect_rewritten("__constant__ float f(3.5f);",
                     "static float f(3.5f);" SYMBOL("f", "CONSTANT", "1"));
}
END_TEST

START_TEST(no_symbols)
{
    expect_rewritten("extern __device__ int a[];", "extern int a[];");
    expect_rewritten("__device__ int f(int); __device__ S operator+(S, S); __device__ S::S();",
                     "int f(int); S operator+(S, S); S::S();");
    expect_rewritten(
        "struct S { __device__ S() : a{ 1 }, b(2) {} static __device__ int c; int a, b; };",
        "struct S { S() : a{ 1 }, b(2) {} static int c; int a, b; };");
    expect_rewritten("__device__ int (*choose(int))(int);", "int (*choose(int))(int);");
    expect_rewritten(
        "template <class T> __device__ T f(T a) { static __device__ int n; return a; }",
        "template <class T> T f(T a) { static int n; return a; }");
    expect_rewritten("__device__ auto f() -> decltype(g(1)); using F = __device__ int(int);",
                     "auto f() -> decltype(g(1)); using F = int(int);");
}
END_TEST

/* Those of a local struct's members are their own, and so are the captures. */
START_TEST(local_structs)
{
    expect_rewritten(
        "__device__ void f() { struct S { __device__ void g() { __shared__ int t; auto l = [=] { t "
        "= 1; }; } enum class E { t }; }; __shared__ int t; auto m = [=] { t = 2; }; }",
        "void f() {" FUNCTION("f") " struct S { void g() {" FUNCTION(
            "g") " typedef int simt_type_t;" SLOT("t", "1")
            SHARED("t") " auto l = [=, &t] { t = 1; }; } enum class E { t }; }; typedef int "
                        "simt_type_t;" SLOT("t", "1")
                            SHARED("t") " auto m = [=, &t] { t = 2; }; }");
    expect_rewritten("void f() { struct S { __device__ void g() { __shared__ int t; } }; }",
                     "void f() { struct S { void g() {" FUNCTION(
                         "g") " typedef int simt_type_t;" SLOT("t", "1") SHARED("t") " } }; }");
    expect_refused("void f() { struct S { void g() { __shared__ int t; } }; }",
                   "a.cu:1: error: simtcc: a __shared__ variable cannot be declared in host "
                   "code\n");
}
END_TEST

START_TEST(relocatable_symbols_are_visible)
{
    const struct rewrite_options options = { .relocatable = true };
    expect_with(options, "__device__ int a;", "int a;" SYMBOL("a", "DEVICE", "1"));
    expect_with(options, "extern \"C\" __device__ int a = 1;",
                "extern \"C\" { int a = 1; }" SYMBOL("a", "DEVICE", "1"));
    expect_with(options, "extern \"C\" __device__ int a;", "extern \"C\" int a;");
    expect_refused("extern \"C\" __device__ int a = 1;",
                   "a.cu:1: error: simtcc: extern \"C\" alone only declares a device variable, and "
                   "nothing defines it: write extern \"C\" { ... } around it\n");
}
END_TEST

int main(void)
{
    const TTest *const tests[] = { static_arrays,
                                   several_declarators,
                                   types,
                                   alignments,
                                   dynamic_arrays,
                                   namespace_scope,
                                   lambdas_capture_shared_variables,
                                   symbols,
                                   no_symbols,
                                   local_structs,
                                   relocatable_symbols_are_visible };
    return RUN_SUITE("rewrite_memory", tests);
}
