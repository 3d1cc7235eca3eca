/* The compiler driver: nvcc's command line, messages, files left and not left. */
#include "run.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SIMTCC "SIMT_HOME='" BUILD_DIR "/simt' '" SOURCE_DIR "/simt/simtcc' "

static char folder[RUN_PATH];

static const char hello[] = "#include <cstdio>\n"
                            "__global__ void k(int *x) { *x += ADD; }\n"
                            "int main()\n"
                            "{\n"
                            "    int *x;\n"
                            "    cudaMallocManaged(&x, sizeof *x);\n"
                            "    *x = 1;\n"
                            "    k<<<1, 1>>>(x);\n"
                            "    cudaDeviceSynchronize();\n"
                            "    printf(\"%d\\n\", *x);\n"
                            "    return *x == 3 ? 0 : 5;\n"
                            "}\n";

static void put(const char *name, const char *text)
{
    char path[RUN_PATH + 256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    write_text(path, text, 0644);
}

static void start(void)
{
    make_folder(folder, " with space");
    put("hello.cu", hello);
}

static void stop(void)
{
    remove_folder(folder);
}

/* Runs the shell words in the folder; $simtcc is the command. The caller frees. */
static struct process_result shell(int status, const char *words)
{
    return run_expecting(status, 100,
                         "cd '%s' && export TMPDIR=\"$PWD/temporary\" && mkdir -p "
                         "temporary && simtcc() { " SIMTCC "\"$@\"; } && %s && ls -A "
                         "temporary",
                         folder, words);
}

/* Both outputs hold these parts (NULL: anything). */
static void expect(int status, const char *words, const char *out, const char *errors)
{
    struct process_result result = shell(status, words);
    if (out)
        assert_contains(result.out.text, out);
    if (errors)
        assert_contains(result.err.text, errors);
    process_free(&result);
}

/* Succeeds, prints exactly this, and says nothing else. */
static void expect_output(const char *words, const char *out)
{
    struct process_result result = shell(0, words);
    ck_assert_str_eq(result.err.text, "");
    ck_assert_str_eq(result.out.text, out);
    process_free(&result);
}

START_TEST(compiles_and_links)
{
    expect_output("simtcc -DADD=2 hello.cu && ./a.out", "3\n");
    expect_output("simtcc hello.cu -o 'my program' -D ADD=2 && './my program'", "3\n");
    expect_output("simtcc -c hello.cu -DADD=2 && simtcc hello.o -o b && ./b", "3\n");
    expect_output("simtcc -O0 -G -g -std=c++20 -DADD=2 hello.cu -o c && ./c", "3\n");
}
END_TEST

START_TEST(accepts_nvccs_options)
{
    expect_output("simtcc -arch=sm_90 -arch sm_80 -gencode arch=compute_90,code=sm_90 "
                  "-gencode=arch=compute_80,code=sm_80 --gpu-architecture=native -lineinfo "
                  "--generate-line-info -Xptxas -v -Xptxas=-O3 -maxrregcount=32 --threads 4 -t 2 "
                  "--expt-relaxed-constexpr --extended-lambda -rdc=true -lcudart -lcudadevrt "
                  "-Xcompiler -Wall,-Wextra -Xcompiler=-Wshadow -Xlinker -O1 -std=c++17 -m64 "
                  "-cudart static --std c++17 -Werror all-warnings -diag-suppress 20 "
                  "-DADD=2 -O3 hello.cu -o a -lm && ./a",
                  "3\n");
    expect(0, "simtcc -use_fast_math -DADD=2 hello.cu", NULL,
           "warning: -use_fast_math has no effect");
    expect_output("simtcc --default-stream legacy -default-stream=null -run -DADD=2 hello.cu",
                  "3\n");
    expect(0, "simtcc --default-stream=per-thread -DADD=2 hello.cu", NULL,
           "warning: --default-stream per-thread has no effect");
    expect(2, "simtcc --default-stream none hello.cu", NULL,
           "--default-stream takes legacy, null or per-thread");
}
END_TEST

START_TEST(several_files)
{
    put("one.cu", "__device__ int table[2] = { 1, 2 };\n"
                  "__global__ void one(int *x) { *x = table[1]; }\n"
                  "void call_one(int *x) { one<<<1, 1>>>(x); }\n");
    put("two.cu", "extern \"C\" { int from_c(int); }\n"
                  "__device__ float table = 40;\n"
                  "void call_one(int *);\n"
                  "__global__ static void one(int *x) { *x += (int)table; }\n"
                  "int main() { int *x; cudaMallocManaged(&x, 4); call_one(x); one<<<1, 1>>>(x);\n"
                  "cudaDeviceSynchronize(); return from_c(*x); }\n");
    put("three.c", "#include <cuda_runtime.h>\n"
                   "int from_c(int x) { int n = 0; cudaGetDeviceCount(&n); return x - n; }\n");
    expect(41, "simtcc one.cu two.cu three.c -o a -std=c++17 && ./a", NULL, NULL);
    expect(41, "simtcc -c one.cu two.cu three.c && ls one.o two.o three.o && simtcc *.o && ./a.out",
           "one.o\nthree.o\ntwo.o\n", NULL);
}
END_TEST

START_TEST(relocatable_device_code)
{
    put("one.cu", "__device__ int number = 7;\n");
    put("two.cu", "extern __device__ int number;\n"
                  "__global__ void k(int *x) { *x = number; }\n"
                  "int main() { int *x; cudaMallocManaged(&x, 4); k<<<1, 1>>>(x);\n"
                  "cudaDeviceSynchronize(); return *x; }\n");
    expect(7, "simtcc -rdc=true one.cu two.cu -o a && ./a", NULL, NULL);
    expect(7, "simtcc -dc one.cu && simtcc -dc two.cu && simtcc one.o two.o && ./a.out", NULL,
           NULL);
    expect(1, "simtcc one.cu two.cu", NULL, "number");
}
END_TEST

START_TEST(odd_names)
{
    put("it's a $x.cu", hello);
    put("kernel", hello);
    put("part.cuh", "#define ADD 2\n");
    expect_output("simtcc \"it's a \\$x.cu\" -DADD=2 -o \"o'u t\" && \"./o'u t\"", "3\n");
    expect_output("simtcc -x cu kernel -DADD=2 -o a && ./a", "3\n");
    expect_output("simtcc -include part.cuh hello.cu -o a && ./a", "3\n");
    expect_output("mkdir 'an include' && mv part.cuh 'an include/part two.cuh' && "
                  "simtcc -I 'an include' -include 'part two.cuh' hello.cu -o a && ./a",
                  "3\n");
    expect_output("simtcc '-DADD=(1 + sizeof(\"\"))' hello.cu -o a && ./a", "3\n");
}
END_TEST

START_TEST(works_from_anywhere)
{
    expect_output("ln -s '" SOURCE_DIR "/simt/simtcc' link && cd / && "
                  "SIMT_HOME='" BUILD_DIR "/simt' \"$OLDPWD/link\" -DADD=2 \"$OLDPWD/hello.cu\" -o "
                  "\"$OLDPWD/a\" && cd \"$OLDPWD\" && ./a",
                  "3\n");
}
END_TEST

START_TEST(runs_the_program)
{
    expect_output("simtcc -run -DADD=2 hello.cu", "3\n");
    expect(5, "simtcc -run -DADD=9 hello.cu", "10\n", NULL);
}
END_TEST

/* nvcc refuses such a constructor; here it is seen when the kernel runs. */
START_TEST(constructors_in_shared_memory_must_be_empty)
{
    put("maker.cu", "struct A { float v = 3; };\n__global__ void k(float *x)\n{\n"
                    "    __shared__ A a[4];\n    *x = a[0].v;\n}\n"
                    "int main() { float *x; cudaMalloc(&x, 4); k<<<1, 1>>>(x);\n"
                    "return cudaDeviceSynchronize() == cudaSuccess ? 0 : 9; }\n");
    expect(9, "simtcc -run maker.cu", NULL,
           "maker.cu:4: error: a __shared__ variable's constructor must do nothing");
}
END_TEST

START_TEST(compilers_messages_name_the_readers_file)
{
    put("bad name.cu", "__global__ void k(float *in, int unused)\n{\n"
                       "    __shared__ float a[2]; in[0] = missing;\n}\n"
                       "int main() { k<<<1,\n  absent>>>(nullptr, 1); }\n");
    struct process_result result = shell(1, "simtcc -Wall -Wextra 'bad name.cu'");
    assert_contains(result.err.text, "bad name.cu:3:36: error: ");
    assert_contains(result.err.text, "bad name.cu:1:34: warning: ");
    assert_contains(result.err.text, "bad name.cu:6:3: error: ");
    assert_lacks(result.err.text, "temporary");
    assert_lacks(result.err.text, ".ii");
    process_free(&result);
}
END_TEST

START_TEST(warnings_name_the_readers_place)
{
    put("unused.cu", "__global__ void k(float *in)\n{\n    __shared__ float a[2];\n"
                     "    in[0] = 1; int b;\n}\nint main() { k<<<1, 1>>>(nullptr); }\n");
    struct process_result result = shell(0, "simtcc -Wall -Wextra unused.cu");
    assert_contains(result.err.text, "unused.cu:3:22: warning: ");
    assert_contains(result.err.text, "unused.cu:4:20: warning: ");
    process_free(&result);
}
END_TEST

START_TEST(refusals_name_the_readers_file)
{
    put("header.h", "\n__device__ void f() { asm(\"\"); }\n");
    put("ptx.cu", "#include \"header.h\"\nint main() {}\n");
    struct process_result result = shell(1, "simtcc -c ptx.cu");
    assert_contains(result.err.text, "header.h:2: error: simtcc: inline PTX (asm) is not "
                                     "supported: use CUDA's intrinsic function\n");
    process_free(&result);
    expect(0, "! ls ptx.o a.out", NULL, NULL);
}
END_TEST

START_TEST(missing_files_and_symbols)
{
    expect(1, "simtcc none.cu", NULL, "none.cu");
    put("main.cu", "void gone(); int main() { gone(); }\n");
    expect(1, "simtcc main.cu", NULL, "undefined reference to `gone()'");
    put("lost.cu", "#include \"nowhere.h\"\n");
    expect(1, "simtcc -c lost.cu", NULL, "lost.cu:1:10: fatal error: ");
}
END_TEST

START_TEST(usage)
{
    expect(0, "simtcc --help", "usage: simtcc", NULL);
    expect(0, "simtcc --version", "simtcc: CUDA C++ on the CPU", NULL);
    expect(2, "simtcc", NULL, "no input files");
    expect(2, "simtcc -c -o x", NULL, "no input files");
    expect(2, "simtcc -o", NULL, "-o needs a value");
    expect(2, "simtcc -c -o x hello.cu hello.cu", NULL, "2 sources");
    expect(2, "simtcc --ptx hello.cu", NULL, "writes no GPU code");
    expect(2, "simtcc -x fortran hello.cu", NULL, "-x fortran is not supported");
    expect(2, "simtcc -rdc=maybe hello.cu", NULL, "true or false");
}
END_TEST

START_TEST(dry_run_and_verbose)
{
    expect(0, "simtcc --dryrun -DADD=2 hello.cu && ! ls a.out", NULL, "simt-rewrite");
    expect(0, "simtcc -v -DADD=2 hello.cu && ls a.out", "a.out\n", "libsimt.a");
}
END_TEST

START_TEST(keeps_what_the_rewriter_writes)
{
    expect(0, "simtcc --keep -c -DADD=2 hello.cu && cat hello.simt.ii", "::simt::launch_body",
           NULL);
}
END_TEST

START_TEST(preprocesses_only)
{
    expect(0, "simtcc -E -DADD=222 hello.cu", "*x += 222", NULL);
    expect(0, "simtcc -M -DADD=2 hello.cu", "hello.o: hello.cu", NULL);
}
END_TEST

START_TEST(writes_rules_for_make)
{
    put("add.h", "#define ADD 2\n");
    expect(0, "simtcc -c -MD -include add.h hello.cu -o 'x.o' && cat x.d", "x.o: hello.cu", NULL);
    expect(0, "simtcc -c -MMD -MF rules -MT target -include add.h hello.cu && cat rules",
           "target: hello.cu", NULL);
    expect(0, "grep -c add.h x.d rules", "x.d:1\nrules:1\n", NULL);
}
END_TEST

START_TEST(leaves_no_temporary_files)
{
    static const char *const commands[] = { "simtcc -DADD=2 hello.cu", "simtcc -c hello.cu",
                                            "simtcc none.cu", "simtcc --keep -DADD=2 -c hello.cu" };
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        char words[256];
        snprintf(words, sizeof words, "{ %s 2>/dev/null || true; } && ls -A temporary",
                 commands[i]);
        expect_output(words, "");
    }
}
END_TEST

/* A compiler that hangs; the driver is told to end and cleans up. */
START_TEST(cleans_up_after_a_signal)
{
    char path[RUN_PATH + 16];
    snprintf(path, sizeof path, "%s/slow-g++", folder);
    write_text(path, "#!/bin/sh\ntouch started\nexec sleep 5\n", 0755);
    expect(0,
           "{ export SIMT_HOME='" BUILD_DIR "/simt'; CXX=./slow-g++ '" SOURCE_DIR
           "/simt/simtcc' hello.cu & } && until [ -e started ]; do sleep 0.1; done; "
           "ls temporary | grep -c simtcc && kill $! && { wait $!; [ $? = 143 ]; }",
           "1\n", NULL);
    expect_output("ls -A temporary", "");
}
END_TEST

START_TEST(says_what_is_not_built)
{
    struct process_result result = run_expecting(
        1, 60, "cd '%s' && SIMT_HOME=\"$PWD/nothing\" '" SOURCE_DIR "/simt/simtcc' hello.cu",
        folder);
    assert_contains(result.err.text, "simt is not built in ");
    assert_contains(result.err.text, "cmake --build ");
    ck_assert_ptr_eq(strchr(result.err.text, '\n'), strrchr(result.err.text, '\n'));
    process_free(&result);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = { compiles_and_links,
                                   accepts_nvccs_options,
                                   several_files,
                                   relocatable_device_code,
                                   odd_names,
                                   works_from_anywhere,
                                   runs_the_program,
                                   constructors_in_shared_memory_must_be_empty,
                                   compilers_messages_name_the_readers_file,
                                   warnings_name_the_readers_place,
                                   refusals_name_the_readers_file,
                                   missing_files_and_symbols,
                                   usage,
                                   dry_run_and_verbose,
                                   keeps_what_the_rewriter_writes,
                                   preprocesses_only,
                                   writes_rules_for_make,
                                   leaves_no_temporary_files,
                                   cleans_up_after_a_signal,
                                   says_what_is_not_built };
    Suite *suite = suite_create("simtcc");
    TCase *tcase = tcase_create("simtcc");
    tcase_set_timeout(tcase, 200);
    tcase_add_checked_fixture(tcase, start, stop);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        tcase_add_test(tcase, tests[i]);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
