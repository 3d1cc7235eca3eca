/* Kernels, launches and the words that vanish. */
#include "rewriting.h"

#define SITE(name, line, limit)                                                                    \
    " static const ::simt_kernel simt_site = { \"" name "\", \"a.cu\", " line ", " limit " };"

#define BODY(name, parameters) " struct simt_body { static void " name "(" parameters ") {"
#define LAUNCH(name, call)                                                                         \
    "} static constexpr auto simt_entry() { return &" name                                         \
    "; } }; ::simt::launch_body<simt_body>(simt_site" call "); }"
#define EMPTY(name) BODY(name, "") LAUNCH(name, "")

START_TEST(kernel_becomes_a_member)
{
    expect_rewritten("__global__ void k(float *in, int n)\n{\n    in[n] = 1;\n}\n",
                     "void k(float *simt_in, int simt_n)\n{" SITE("k", "1", "0")
                         BODY("k", "float *in, int n") "\n    in[n] = 1;\n" LAUNCH(
                             "k", ", simt_in, simt_n") "\n");
    expect_rewritten("void __global__ k() {}", "void k() {" SITE("k", "1", "0") EMPTY("k"));
    expect_rewritten("extern \"C\" static __global__ void k(void) {}",
                     "extern \"C\" static void k(void) {" SITE("k", "1", "0") EMPTY("k"));
    expect_with((struct rewrite_options){ .debug = true }, "__global__ void k() {}",
                "void k() {" SITE("k", "1", "0")
                    BODY("k", "") " __asm__ volatile(\"nop\");" LAUNCH("k", ""));
}
END_TEST

/* In a body that has a use for the kernel's name, it means what it meant. */
START_TEST(kernel_becomes_a_lambda)
{
    expect_rewritten("__global__ void k(int n) { k(1.0f, n); }",
                     "void k(int simt_n) {" SITE(
                         "k", "1", "0") " ::simt::launch_kernel(simt_site, [](int n) -> void { "
                                        "k(1.0f, n); }, simt_n); }");
    expect_rewritten(
        "__global__ void k(auto n) {}",
        "void k(auto simt_n) {" SITE("k", "1", "0") " ::simt::launch_kernel(simt_site, "
                                                    "[](auto n) -> void {}, simt_n); }");
}
END_TEST

START_TEST(parameters)
{
    expect_rewritten("__global__ void k(const T *__restrict__ a, int = (1, 2), int (*f)(int, int),"
                     "\n    float (&r)[2], std::pair<int, float> p = {}, const X<(3 > 2)> x)\n{}",
                     "void k(const T *__restrict__ simt_a, int simt_unnamed_1= (1, 2), int "
                     "(*simt_f)(int, int),\n    float (&simt_r)[2], std::pair<int, float> simt_p = "
                     "{}, const X<(3 > 2)> simt_x)\n{" SITE("k", "1", "0") BODY(
                         "k", "const T *__restrict__ a, int, int (*f)(int, int), float (&r)[2], "
                              "std::pair<int, float> p, const X<(3 > 2)> x")
                         LAUNCH("k", ", simt_a, simt_unnamed_1, simt_f, simt_r, simt_p, simt_x"));
    expect_rewritten("template <class... T> __global__ void k(T... a, unsigned, float x[]) {}",
                     "template <class... T> void k(T... simt_a, unsigned simt_unnamed_1, float "
                     "simt_x[]) {" SITE("k", "1", "0") BODY("k", "T... a, unsigned, float x[]")
                         LAUNCH("k", ", simt_a..., simt_unnamed_1, simt_x"));
    expect_rewritten(
        "__global__ void k(int a, decltype(a) b, S<a.b> c) {}",
        "void k(int simt_a, decltype(simt_a) simt_b, S<simt_a.b> simt_c) {" SITE("k", "1", "0")
            BODY("k", "int a, decltype(a) b, S<a.b> c") LAUNCH("k", ", simt_a, simt_b, simt_c"));
    expect_rewritten("__global__ void k(struct a *a, struct a *b) {}",
                     "void k(struct a *simt_a, struct a *simt_b) {" SITE("k", "1", "0")
                         BODY("k", "struct a *a, struct a *b") LAUNCH("k", ", simt_a, simt_b"));
}
END_TEST

/* The functions that a kernel calls and that hold shared variables, by name. */
START_TEST(calls_of_functions_that_share)
{
    static const char given[] =
        "template <int n> __device__ int a() { __shared__ int x[n]; return x[0]; }\n"
        "struct S { __device__ static int b() { return a<3>(); } };\n"
        "__device__ int c() { extern __shared__ int y[]; return y[0]; }\n"
        "__device__ int d() { return S::b() + d2(); } __device__ int d2() { __shared__ int z; }\n";
    static const char *const kernels[][2] = {
        { "d",
          "struct simt_tell { static void tell() { ::simt_declare_calls(&simt_site, \"d2 a\"); "
          "} }; (void)&::simt::told<simt_tell>::done; struct simt_body" },
        { "S::b", "simt_declare_calls(&simt_site, \"a\");" },
        { "c", "\"a.cu\", 5, 0 }; struct simt_body" },
        { "e", "\"a.cu\", 5, 0 }; struct simt_body" },
    };
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
        struct text text = { 0 };
        text_print(&text, "%s__global__ void k(int *x) { *x = %s(); }", given, kernels[i][0]);
        struct rewriting result = rewrite_with(text_string(&text), (struct rewrite_options){ 0 });
        ck_assert_str_eq(result.errors, "");
        char *found = squeeze(text_string(&result.out)), *wanted = squeeze(kernels[i][1]);
        ck_assert_msg(strstr(found, wanted) != NULL, "no %s in %s", wanted, found);
        free(found);
        free(wanted);
        free_rewriting(&result);
        text_free(&text);
    }
}
END_TEST

START_TEST(launch_bounds)
{
    static const char *const kernels[] = {
        "__global__ void __launch_bounds__(B<1, 2>::n, 3) k() {}",
        "__launch_bounds__(B<1, 2>::n) __global__ void k() {}",
        "void __launch_bounds__(B<1, 2>::n) __global__ k() {}"
    };
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++)
        expect_rewritten(kernels[i], "void k() {" SITE(
                                         "k", "1", "static_cast<unsigned>(B<1, 2>::n)") EMPTY("k"));
    expect_rewritten("__global__ void __maxnreg__(32) k();", "void k();");
}
END_TEST

START_TEST(declarations_and_instantiations_only_lose_the_word)
{
    expect_rewritten("__global__ void k(int a);", "void k(int a);");
    expect_rewritten("template <class T> __global__ void k(T);", "template <class T> void k(T);");
    expect_rewritten("template __global__ void k<int>(int);", "template void k<int>(int);");
    expect_rewritten("class A { friend __global__ void k(A); };", "class A { friend void k(A); };");
    expect_rewritten("void f() { __global__ void k(int); }", "void f() { void k(int); }");
}
END_TEST

START_TEST(kernels_in_scopes)
{
    expect_rewritten(
        "namespace a::b { inline namespace { extern \"C\" { __global__ void k() {} } } }\n"
        "template <> __global__ void n::j<3, (2 > 1)>() {}",
        "namespace a::b { inline namespace { extern \"C\" { void k() {" SITE("k", "1", "0")
            EMPTY("k") " } } }\ntemplate <> void n::j<3, (2 > 1)>() {" SITE("j", "2", "0")
                EMPTY("j"));
}
END_TEST

START_TEST(function_names)
{
    expect_rewritten("__global__ void k() { f(__func__, __FUNCTION__); }",
                     "void k() {" SITE("k", "1", "0")
                         BODY("k", "") " f(\"k\" , \"k\" ); " LAUNCH("k", ""));
    expect_rewritten(
        "__global__ void k() { f(__PRETTY_FUNCTION__); }",
        "void k() { static const char *const simt_signature = __PRETTY_FUNCTION__;" SITE(
            "k", "1", "0") BODY("k", "") " f(simt_signature ); " LAUNCH("k", ""));
    expect_unchanged("void f() { g(__func__); }");
}
END_TEST

START_TEST(launches)
{
    expect_rewritten("void f() { k<<<g, b>>>(x, y); }",
                     "void f() { (::simt::configure( g, b ) ? (void)0 : k(x, y)); }");
    expect_rewritten("void f() { k<<<dim3(1, 2), {3}, 4 * sizeof(T), s>>>(); }",
                     "void f() { (::simt::configure( dim3(1, 2), {3}, 4 * sizeof(T), s ) ? (void)0 "
                     ": k()); }");
    expect_rewritten("void f() { if (a) k<<<1, 2>>>(); else ::k <<< 1, 2 >>> (); }",
                     "void f() { if (a) (::simt::configure( 1, 2 ) ? (void)0 : k()); else "
                     "(::simt::configure( 1, 2 ) ? (void)0 : ::k ()); }");
}
END_TEST

/* The expression before <<< and what it becomes in the call. */
static void expect_callee(const char *callee, const char *before)
{
    struct text text = { 0 }, expected = { 0 };
    text_print(&text, "void f() { %s%s<<<1, 2>>>(x); }", before, callee);
    text_print(&expected, "void f() { %s(::simt::configure( 1, 2 ) ? (void)0 : %s(x)); }", before,
               callee);
    expect_rewritten(text_string(&text), text_string(&expected));
    text_free(&text);
    text_free(&expected);
}

START_TEST(callee_forms)
{
    static const char *const callees[] = { "ns::k<T, (a>b)>",
                                           "k<std::vector<std::vector<int>>>",
                                           "(*fp)",
                                           "kernels[i]",
                                           "a.b->c[1].d",
                                           "p->template k<3>",
                                           "k<(1 << 2)>",
                                           "k<1<<2>",
                                           "choose(i)(j)",
                                           "(p ? a : b)[0]",
                                           "::n::k<::m::T>",
                                           "k<decltype(p->x)>",
                                           "table.find(k)->second",
                                           "S<int>::k",
                                           "k<&f<int>>",
                                           "k<a >= b>" };
    for (size_t i = 0; i < sizeof callees / sizeof *callees; i++) {
        expect_callee(callees[i], "");
        expect_callee(callees[i], "x = 1; ");
        expect_callee(callees[i], "if (a) ");
        expect_callee(callees[i], "do ");
    }
    expect_callee("::k", "else_(); ");
    expect_callee("(*fp)", "while (n--) ");
    expect_callee("k", "a, ");
    expect_callee("k", "label: ");
}
END_TEST

START_TEST(configurations_with_angle_brackets)
{
    expect_rewritten("void f() { k<<<n>>1, 1<<3, sizeof(S<S<int>>)>>>(x); }",
                     "void f() { (::simt::configure( n>>1, 1<<3, sizeof(S<S<int>>) ) ? (void)0 : "
                     "k(x)); }");
    expect_rewritten("void f() { k<<<a > b, S<3>>>>(x); }",
                     "void f() { (::simt::configure( a > b, S<3> ) ? (void)0 : k(x)); }");
    expect_rewritten("void f() { k<<<1, [] { return 3; }()>>>(j<<<2, 2>>>(), 1); }",
                     "void f() { (::simt::configure( 1, [] { return 3; }() ) ? (void)0 : "
                     "k((::simt::configure( 2, 2 ) ? (void)0 : j()), 1)); }");
}
END_TEST

START_TEST(launch_over_lines)
{
    expect_rewritten(
        "void f()\n{\n    k<int,\n      3>\n        <<<1,\n           2>>>\n(x,\n y);\n}\n",
        "void f()\n{\n    (::simt::configure(\n\n 1,\n 2 ) ? (void)0 : k<int, "
        "3>\n(x,\n y));\n}\n");
}
END_TEST

START_TEST(no_launches)
{
    expect_unchanged("const char *s = \"k<<<1, 2>>>(x)\"; // k<<<1, 2>>>(x)\n");
    expect_unchanged("ostream &operator<< <T>(ostream &, T); a << b < c; x >> y > z; R\"(<<<)\";");
    expect_unchanged(
        "vector<vector<vector<int>>> a; template <class T, class U = V<V<V<T>>>> f();");
}
END_TEST

START_TEST(words_vanish)
{
    expect_rewritten("__host__ __device__ inline int f(const __grid_constant__ S s) { return 1; }",
                     "inline int f(const S s) { return 1; }");
    expect_rewritten("struct __align__(16) S { __device__ S(); int a; };",
                     "struct __attribute__((aligned (16))) S { S(); int a; };");
    expect_rewritten("__device__ __noinline__ int f(); __attribute__((__noinline__)) int g();",
                     "__attribute__((noinline)) int f(); __attribute__((__noinline__)) int g();");
    expect_rewritten("__forceinline__ __device__ int f();",
                     "inline __attribute__((always_inline)) int f();");
    expect_rewritten("int a;\n#pragma unroll 4\nint b;\n#pragma nv_diag_suppress 1\n#pragma once\n",
                     "int a;\n\nint b;\n\n#pragma once\n");
}
END_TEST

START_TEST(casts_before_kernels)
{
    expect_rewritten("int x = cudaLaunchKernel((void *)k, g, b, args, 0, 0);",
                     "int x = cudaLaunchKernel(k, g, b, args, 0, 0);");
    expect_rewritten("int x = cudaFuncSetAttribute((const void *)&k<int, 2>, a, 1);",
                     "int x = cudaFuncSetAttribute( &k<int, 2>, a, 1);");
    expect_rewritten("int x = cudaFuncGetAttributes(&a, reinterpret_cast<const void *>(k));",
                     "int x = cudaFuncGetAttributes(&a, (k));");
    expect_rewritten("int x = cudaOccupancyMaxPotentialBlockSize(&a, &b, (void const *)k, 0, 0);",
                     "int x = cudaOccupancyMaxPotentialBlockSize(&a, &b, k, 0, 0);");
    expect_unchanged("int x = cudaMalloc((void **)&p, 4) + cudaMemset((void *)p, 0, 4);");
}
END_TEST

START_TEST(casts_that_keep_a_kernel)
{
#define KERNELS "template <int n> __global__ void k(int *x); namespace a { __global__ void j(); }\n"
#define THEIRS "template <int n> void k(int *x); namespace a { void j(); }\n"
    static const char *const casts[][2] = {
        { "(void *)k<3>", "::simt::handle(k<3>)" },
        { "(const void *)&a::j", "::simt::handle(&a::j)" },
        { "reinterpret_cast<void const *>(::a::j)", "::simt::handle(::a::j)" },
        { "(void *)(k<(4 > 3)>)", "::simt::handle(k<(4 > 3)>)" },
        { "(void *)h", "(void *)h" },
        { "(void *)j()", "(void *)j()" },
        { "(void **)&j", "(void **)&j" },
    };
    for (size_t i = 0; i < sizeof casts / sizeof *casts; i++) {
        struct text text = { 0 }, expected = { 0 };
        text_print(&text, KERNELS "const void *p = %s;", casts[i][0]);
        text_print(&expected, THEIRS "const void *p = %s;", casts[i][1]);
        expect_rewritten(text_string(&text), text_string(&expected));
        text_free(&text);
        text_free(&expected);
    }
    expect_rewritten(KERNELS "void f() { void (*h)(int *) = k<1>; void *p = (void *)h; }",
                     THEIRS "void f() { void (*h)(int *) = k<1>; void *p = ::simt::handle(h); }");
}
END_TEST

/* A new of device code may give NULL; placement and the host's stay. */
START_TEST(takes_from_the_heap)
{
    expect_rewritten("__device__ int *f(void *p) { new (p) A; new (int); return new int[2]; }",
                     "           int *f(void *p) { new (p) A; new (::simt::heap) (int); return new "
                     "(::simt::heap) int[2]; }");
    expect_unchanged("int *f() { return new int[2]; }");
    expect_rewritten("__host__ __device__ A *f() { return new A; }",
                     "                    A *f() { return new A; }");
    expect_rewritten("struct A { void *operator new(size_t); };\n"
                     "__device__ A *f() { new int; return new A; }",
                     "struct A { void *operator new(size_t); };\n"
                     "           A *f() { new (::simt::heap) int; return new A; }");
}
END_TEST

int main(void)
{
    const TTest *const tests[] = { kernel_becomes_a_member,
                                   kernel_becomes_a_lambda,
                                   parameters,
                                   calls_of_functions_that_share,
                                   launch_bounds,
                                   declarations_and_instantiations_only_lose_the_word,
                                   kernels_in_scopes,
                                   function_names,
                                   launches,
                                   callee_forms,
                                   configurations_with_angle_brackets,
                                   launch_over_lines,
                                   no_launches,
                                   words_vanish,
                                   casts_before_kernels,
                                   casts_that_keep_a_kernel,
                                   takes_from_the_heap };
    return RUN_SUITE("rewrite_kernels", tests);
}
