/* --values: structs that calls take from memory and leave there. */
#include "rewriting.h"

static void expect_values(const char *text, const char *expected)
{
    expect_with((struct rewrite_options){ .values = true }, text, expected);
}

/* A body of device code, after functions that take what their names say. */
#define GIVEN                                                                                      \
    "T by_value(T a, int n, T b); void by_reference(T &a, const T &b); void plain(int n, T *p);\n" \
    "struct F { T operator()(T a, T b); T member(T a); }; T all(T... a);\n"

static void expect_body(const char *body, const char *expected)
{
    struct text text = { 0 }, wanted = { 0 };
    text_print(&text, GIVEN "__device__ void f(T *p, T &r, F op, T local) { %s }", body);
    text_print(&wanted, GIVEN "void f(T *p, T &r, F op, T local) { %s }", expected);
    expect_values(text_string(&text), text_string(&wanted));
    text_free(&text);
    text_free(&wanted);
}

START_TEST(arguments_from_memory)
{
    expect_body("by_value(p[i], p[i], *p);",
                "by_value(::simt::value(p[i]), p[i], ::simt::value(*p));");
    expect_body("by_value(p->a.b, n, (p[1]));",
                "by_value(::simt::value(p->a.b), n, ::simt::value((p[1])));");
    expect_body("by_value(r, n, local);", "by_value(::simt::value(r), n, local);");
    expect_body("x.member(q[2]), p->member(*q), N::all(a, b[1]);",
                "x.member(::simt::value(q[2])), p->member(::simt::value(*q)), N::all(a, "
                "::simt::value(b[1]));");
    expect_body("op(p[0], local); F()(p[1], p[2]);",
                "op(::simt::value(p[0]), local); F()(::simt::value(p[1]), ::simt::value(p[2]));");
    expect_body("auto g = [](T a) { return a; }; g(p[3]);",
                "auto g = [](T a) { return a; }; g(::simt::value(p[3]));");
    expect_body("T (*h)(T, int) = k; h(p[4], p[5]); (*h)(p[6], 1);",
                "T (*h)(T, int) = k; h(::simt::value(p[4]), p[5]); (*h)(::simt::value(p[6]), 1);");
    expect_body("by_value(by_value(p[0], 1, a), 2, *p);",
                "by_value(by_value(::simt::value(p[0]), 1, a), 2, ::simt::value(*p));");
}
END_TEST

START_TEST(arguments_that_stay)
{
    static const char *const bodies[] = {
        "by_reference(p[i], *p);",
        "plain(p[i], &p[i]);",
        "swap(p[0], p[1]);",
        "std::swap(p[0], p[1]);",
        "by_value({ p[0] }, 1, [&] { return p[0]; });",
        "by_value(local, 1, T(p[0]));",
        "T by_value(p[0], 1, *p);",
        "if (op) (p[0]);",
        "float x[by_value < 3];",
    };
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
        expect_body(bodies[i], bodies[i]);
    /* one function of the name takes a reference */
    expect_values("T f(T a); T f(T &a, int); __device__ void g() { f(p[0]); f(p[0], 1); }",
                  "T f(T a); T f(T &a, int); void g() { f(p[0]); f(p[0], 1); }");
    /* host code, and without the option */
    expect_values(GIVEN "void f(T *p) { p[0] = by_value(p[i], 1, *p); }",
                  GIVEN "void f(T *p) { p[0] = by_value(p[i], 1, *p); }");
    expect_rewritten(GIVEN "__device__ void f(T *p) { p[0] = by_value(p[i], 1, *p); }",
                     GIVEN "void f(T *p) { p[0] = by_value(p[i], 1, *p); }");
}
END_TEST

START_TEST(results_into_memory)
{
    expect_body("p[0] = f(1); *p = f(2) + 1; p->a = g<T>(3); r = F().member(local);",
                "p[0] = ::simt::value(f(1)); *p = ::simt::value(f(2) + 1); p->a = "
                "::simt::value(g<T>(3)); r = ::simt::value(F().member(local));");
    expect_body("if (x) p[0] = f(1); else p[1] = a ? f(2) : b;",
                "if (x) p[0] = ::simt::value(f(1)); else p[1] = ::simt::value(a ? f(2) : b);");
    static const char *const bodies[] = {
        "local = f(1);",    "T a = f(1), &b = f(2);", "T a[2] = { f(1) };", "p[0] = local;",
        "p[0] = { f(1) };", "p[0] += f(1);",          "f(1) == p[0];",      "p = new (p) T(f(1));",
    };
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
        expect_body(bodies[i], bodies[i]);
}
END_TEST

START_TEST(shared_variables)
{
    expect_values(
        "T f(T a); __shared__ T all;\n__device__ void g() { all = f(all); }",
        "T f(T a); typedef T simt_type_all; static ::simt_shared_slot simt_slot_all = { "
        "\"all\", sizeof(simt_type_all), alignof(simt_type_all), \"a.cu\", 1, 0, 0 }; "
        "static_assert(sizeof(simt_type_all) <= ::SIMT_STATIC_SHARED, \"simtcc: a block "
        "has 48 KB of static shared memory: use extern __shared__\");\nvoid g() { "
        "static const ::simt_function simt_site = { \"g\" }; struct simt_tell_all { static "
        "void tell() { ::simt::declare(simt_site, ::simt_slot_all); } }; "
        "(void)&::simt::told<simt_tell_all>::done; ::simt_type_all &all = "
        "::simt::shared<::simt_type_all>(&::simt_slot_all); { all "
        "= ::simt::value(f(::simt::value(all))); } }");
}
END_TEST

#define OPERATORS                                                                                  \
    "T operator+(T a, const T &b); struct U { U operator*(U a); bool operator<(const U &a); };\n"

START_TEST(operands)
{
    expect_values(OPERATORS "__device__ void f() { x = p[0] + q[0].a * *p; y = a + b; }",
                  OPERATORS "void f() { x = ::simt::value(p[0]) + q[0].a * ::simt::value(*p); y = "
                            "a + b; }");
    expect_values(OPERATORS "__device__ void f() { p[0] = p[1] < p[2]; p[0] = a + b; ++p[1]; }",
                  OPERATORS "void f() { p[0] = ::simt::value(p[1] < p[2]); p[0] = ::simt::value(a "
                            "+ b); ++p[1]; }");
    expect_values("__device__ void f() { p[0] = p[1] + p[2]; }",
                  "void f() { p[0] = p[1] + p[2]; }");
}
END_TEST

int main(void)
{
    const TTest *const tests[] = { arguments_from_memory, arguments_that_stay, results_into_memory,
                                   shared_variables, operands };
    return RUN_SUITE("rewrite values", tests);
}
