/* What is refused, and that what looks like it is not. */
#include "rewriting.h"

#define REFUSED(place, message) "a.cu:" place ": error: simtcc: " message "\n"
#define ASM "inline PTX (asm) is not supported: use CUDA's intrinsic function"
#define NESTED                                                                                     \
    "a launch inside device code (dynamic parallelism) is not supported: launch from the host"
#define UNCLEAR "this __shared__ declaration is not understood: write `__shared__ type name[size];`"
#define INITIALISED                                                                                \
    "a __shared__ variable cannot be initialised where it is declared: let the threads of the "    \
    "block store its first value"

START_TEST(inline_assembly)
{
    expect_refused("__device__ void f()\n{\n    asm(\"x\");\n}\n", REFUSED("3", ASM));
    expect_refused("__global__ void k() { asm volatile(\"x\" ::: \"memory\"); }",
                   REFUSED("1", ASM));
    expect_refused("struct S { __device__ int f() { __asm__ __volatile__(\"x\"); } };",
                   REFUSED("1", ASM));
    expect_unchanged("void f() { asm(\"x\"); } int asm_ = 1; void g() __asm__(\"h\");");
}
END_TEST

START_TEST(every_finding_is_told)
{
    expect_refused("__device__ void f() {\n asm(\"\"); k<<<1, 1>>>();\n asm(\"\");\n}",
                   REFUSED("2", ASM) REFUSED("2", NESTED) REFUSED("3", ASM));
}
END_TEST

START_TEST(dynamic_parallelism)
{
    expect_refused("__global__ void k() { k<<<1, 1>>>(); }", REFUSED("1", NESTED));
    expect_rewritten("__host__ __device__ void f() { k<<<1, 1>>>(); }",
                     "void f() { (::simt::configure(1, 1) ? (void)0 : k()); }");
}
END_TEST

START_TEST(incomplete_launches)
{
    expect_refused("void f() { k<<<1, 1>>>; }",
                   REFUSED("1", "the launch lacks its argument list: write kernel<<<...>>>(...)"));
    expect_refused("void f() { k<<<1, 1>>(x); }", REFUSED("1", "no >>> closes this <<<"));
    expect_refused("void f() { k<<<1, 1", REFUSED("1", "no >>> closes this <<<"));
}
END_TEST

START_TEST(shared_declarations)
{
    expect_refused("__device__ void f() { __shared__ int a = 1; }", REFUSED("1", INITIALISED));
    expect_refused("__device__ void f() { __shared__ int a{ 1 }, b; }", REFUSED("1", INITIALISED));
    expect_refused("__device__ void f() { __shared__ union { int a; float b; }; }",
                   REFUSED("1", UNCLEAR));
    expect_refused("__device__ void f(__shared__ int *p) {}",
                   REFUSED("1", "__shared__ is not understood here"));
    expect_refused("int main() { __shared__ int a; }",
                   REFUSED("1", "a __shared__ variable cannot be declared in host code"));
    expect_refused("template <class T> __shared__ T a;",
                   REFUSED("1", "a __shared__ variable template is not supported"));
    expect_refused("namespace a { __shared__ int x; } namespace b { __shared__ int x; }\n"
                   "using namespace a; __device__ void f() { x = 1; }",
                   REFUSED("2", "several namespaces have a __shared__ variable `x`"));
}
END_TEST

START_TEST(kernels)
{
    expect_refused("struct S { __global__ void k() {} };",
                   REFUSED("1", "a __global__ function cannot be a member of a class"));
    expect_refused("__global__ void k(int a, ...) {}",
                   REFUSED("1", "a __global__ function cannot have this parameter"));
    expect_refused("int x = f(__global__);", REFUSED("1", "__global__ is not understood here"));
}
END_TEST

START_TEST(extended_lambdas)
{
    const char *const text =
        "int main() { auto f = [=] __host__ __device__(int i) { return i; }; }";
    expect_refused(
        text, REFUSED("1", "a __device__ lambda needs the option --extended-lambda, as with nvcc"));
    struct rewriting result =
        rewrite_with(text, (struct rewrite_options){ .extended_lambda = true });
    expect_text(text_string(&result.out), "int main() { auto f = [=] (int i) { return i; }; }");
    free_rewriting(&result);
    expect_rewritten("__device__ void f() { auto g = [] __device__ {}; }",
                     "void f() { auto g = [] {}; }");
}
END_TEST

START_TEST(missing_parts_of_cuda)
{
    expect_refused("cudaTextureObject_t t;",
                   REFUSED("1", "textures are not supported: read through a plain pointer"));
    expect_refused("\n__global__ void __cluster_dims__(2) k();",
                   REFUSED("2", "thread block clusters are not supported: let the blocks work "
                                "alone"));
    expect_unchanged("int f(S s) { return s.tex1D + s->nvcuda; }");
}
END_TEST

START_TEST(headers_are_refused_where_they_are_included)
{
    const char *const text = "# 1 \"main.cu\"\n\n"
                             "# 1 \"wrapper.h\" 1\n\n\n"
                             "# 1 \"/x/mma.h\" 1 3\n"
                             "__simt_refuse(\"no mma\");\n"
                             "# 4 \"wrapper.h\" 2\n"
                             "# 3 \"main.cu\" 2\n";
    expect_refused(text, "wrapper.h:3: error: simtcc: no mma\n");
}
END_TEST

START_TEST(places_are_the_readers)
{
    expect_refused("# 70 \"dir/with space.cu\"\n\n__device__ void f() { asm(\"\"); }\n",
                   "dir/with space.cu:71: error: simtcc: " ASM "\n");
}
END_TEST

START_TEST(exceptions_are_reported_when_asked)
{
    const struct rewrite_options options = { .no_exceptions = true };
    struct rewriting result = rewrite_with("void f() { try { g(); } catch (...) {} }", options);
    ck_assert_int_eq(result.status, 3);
    ck_assert_str_eq(result.errors, "");
    free_rewriting(&result);
    result = rewrite_with("# 1 \"/usr/x.h\" 1 3\n__device__ int a; int b = throw 1;\n", options);
    ck_assert_int_eq(result.status, 0);
    free_rewriting(&result);
    result = rewrite_with("int a; // throw\n", options);
    ck_assert_int_eq(result.status, 0);
    free_rewriting(&result);
}
END_TEST

/* The text is written, with exactly these warnings. */
static void expect_warnings(const char *text, const char *warnings)
{
    struct rewriting result = rewrite_with(text, (struct rewrite_options){ 0 });
    ck_assert_str_eq(result.errors, warnings);
    ck_assert_int_eq(result.status, 0);
    free_rewriting(&result);
}

#define HOST_CALL(line)                                                                            \
    "a.cu:" line ": warning: simtcc: device code calls `h`, which is a host function: nvcc "       \
    "refuses this, unless __device__ stands before the function\n"
#define HOST "int h(int x) { return x; }\n"

START_TEST(host_functions_in_device_code)
{
    expect_warnings(HOST "__global__ void k(int *o) {\n*o = h(3) + 2 * h(4);\n}",
                    HOST_CALL("3") HOST_CALL("3"));
    expect_warnings("static __host__ " HOST "__device__ int d() { return h(3); }", HOST_CALL("2"));
    expect_warnings("namespace a {\n" HOST "__device__ int d() { if (1) h(3); }\n}",
                    HOST_CALL("3"));
    expect_warnings("int h(int);\n__device__ int d() { return h(3); }\n" HOST, HOST_CALL("2"));
}
END_TEST

START_TEST(no_host_functions_in_device_code)
{
    static const char *const texts[] = {
        "__device__ int h(int);\n" HOST "__device__ int d() { return h(3); }",
        "__host__ __device__ " HOST "__device__ int d() { return h(3); }",
        "constexpr " HOST "__device__ int d() { return h(3); }",
        "template <class T> " HOST "__device__ int d() { return h(3); }",
        "int h(int);\n__device__ int d() { return h(3); }",
        HOST "__device__ int h(float); __device__ int d() { return h(3); }",
        HOST "struct S { int h(int); }; __device__ int d() { return h(3); }",
        HOST "__host__ __device__ int d() { return h(3); }",
        HOST "template <class T> __device__ int d() { return h(T()); }",
        HOST "__device__ int d(S s, S *p) { return s.h(3) + p->h(4) + a::h(5); }",
        HOST "__device__ int d() { S h(3); return h(4); }",
        HOST "__device__ int d() { S *h(3); return *h; }",
        HOST "__device__ int d() { auto h = [](int x) { return x; }; return h(3); }",
        HOST "__device__ int d(int (*h)(int)) { return h(3); }",
        HOST "__device__ int d() { decltype(h(3)) x = sizeof(h(4)); return x; }",
        "# 1 \"s.h\" 1 3\n" HOST "# 2 \"a.cu\" 2\n__device__ int d() { return h(3); }",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        expect_warnings(texts[i], "");
}
END_TEST

static const char *const broken_texts[] = { "(",
                                            "}",
                                            "<<<",
                                            ">>>(",
                                            "__shared__",
                                            "__global__",
                                            "__global__ void k(",
                                            "k<<<",
                                            "__device__ void f() { __shared__",
                                            "__device__ void f() { [",
                                            "template <",
                                            "__device__",
                                            "struct",
                                            "enum {",
                                            "extern \"C\" {",
                                            "__global__ void () {}",
                                            "S() : a(",
                                            "__align__",
                                            "__launch_bounds__(",
                                            "cudaLaunchKernel((void *)",
                                            "__global__ {}",
                                            "<<<>>>()",
                                            "__global__ void k(int",
                                            "__device__ int a[",
                                            "__constant__ =",
                                            "__managed__ ,;",
                                            "operator",
                                            "class A : B<",
                                            "__simt_refuse(",
                                            "f<<<1,1>>>(",
                                            "__shared__ ;",
                                            "__device__ x(1",
                                            "int x = [",
                                            "a ? b : c<<<1, 1>>>()",
                                            "__attribute__((",
                                            "]",
                                            "a]<<<1,1>>>()",
                                            ")<<<1,1>>>()" };

/* Broken text must end in some output or message, never in a crash. */
START_TEST(broken_text)
{
    for (size_t i = 0; i < sizeof broken_texts / sizeof *broken_texts; i++) {
        struct rewriting result = rewrite_with(broken_texts[i], (struct rewrite_options){ 0 });
        ck_assert(result.status == 0 || *result.errors);
        free_rewriting(&result);
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = { inline_assembly,
                                   every_finding_is_told,
                                   dynamic_parallelism,
                                   incomplete_launches,
                                   shared_declarations,
                                   kernels,
                                   extended_lambdas,
                                   missing_parts_of_cuda,
                                   headers_are_refused_where_they_are_included,
                                   places_are_the_readers,
                                   exceptions_are_reported_when_asked,
                                   host_functions_in_device_code,
                                   no_host_functions_in_device_code,
                                   broken_text };
    return RUN_SUITE("rewrite_refused", tests);
}
