/* Whole programs, as a reader runs them: what they print, write and return. Each runs
 * in a child process, with a launch that the host does on copies. */
#define _POSIX_C_SOURCE 200809L
#include "csv.h"
#include "harness.h"
#include "launches.h"
#include "run.h"

#include <check.h>
#include <cuda_runtime_api.h> /* __SIMT__ */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BLOCK = 64, PATH = RUN_PATH + 64 };

static char folder[RUN_PATH], out[8192], err[2048];

static void set_up(void)
{
    make_folder(folder, "");
}

static void tear_down(void)
{
    remove_folder(folder);
}

static void path_of(const char *name, char *path)
{
    snprintf(path, PATH, "%s/%s", folder, name);
}

/* ---- running ---- */

static void read_file(const char *name, char *text, size_t size)
{
    char path[PATH];
    path_of(name, path);
    FILE *file = fopen(path, "r");
    text[0] = '\0';
    if (file != NULL) {
        text[fread(text, 1, size - 1, file)] = '\0';
        fclose(file);
    }
}

typedef void launch_function(const float *, float *, size_t, unsigned);

static int in_child(launch_function *launch, float (*reduce)(const float *, size_t), char *words)
{
    static const char *const program = "bin/03_example";
    const struct step step = { launch, BLOCK, LAUNCH_COVER };
    char *argv[16] = { (char *)program }, path[PATH];
    int argc = 1;
    for (char *word = strtok(words, " "); word != NULL; word = strtok(NULL, " ")) {
        argv[argc++] = word;
    }
    path_of("out", path);
    if (freopen(path, "w", stdout) == NULL) {
        return 99;
    }
    path_of("err", path);
    if (freopen(path, "w", stderr) == NULL) {
        return 99;
    }
    return launch != NULL ? harness_main(argc, argv, &step) : harness_main_host(argc, argv, reduce);
}

/* Runs a program on a line of words, where % stands for the test's folder. Fills out and
 * err, returns the exit status. */
static int run_any(launch_function *launch, float (*reduce)(const float *, size_t),
                   const char *line)
{
    char words[2 * PATH] = "";
    for (; *line != '\0'; line++) {
        snprintf(words + strlen(words), sizeof words - strlen(words), *line == '%' ? "%s" : "%.1s",
                 *line == '%' ? folder : line);
    }
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        exit(in_child(launch, reduce, words));
    }
    int status = 0;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    read_file("out", out, sizeof out);
    read_file("err", err, sizeof err);
    ck_assert_msg(WIFEXITED(status), "the program crashed");
    return WEXITSTATUS(status);
}

static int run(launch_function *launch, const char *line)
{
    return run_any(launch, NULL, line);
}

static void must_print(const char *words)
{
    ck_assert_msg(strstr(out, words) != NULL, "lacks \"%s\":\n%s%s", words, out, err);
}

/* One line on stderr with the program's name, nothing on stdout. */
static void must_complain(const char *words)
{
    ck_assert_msg(strstr(err, words) != NULL, "\"%s\" lacks \"%s\"", err, words);
    ck_assert_ptr_eq(strstr(err, "03_example: "), err);
    ck_assert_ptr_eq(strchr(err, '\n'), err + strlen(err) - 1);
    ck_assert_str_eq(out, "");
}

START_TEST(verified_run)
{
    ck_assert_int_eq(run(right, "--n 5000 --repeat 3"), 0);
    must_print("03_example: 5000 floats, coded");
    must_print("verified");
    must_print("(exact)");
    must_print("the median of 3");
    must_print("passes   2, the first with 20 blocks");
    ck_assert_str_eq(err, "");
}
END_TEST

START_TEST(no_timing_without_runs)
{
    ck_assert_int_eq(run(right, "--verify only"), 0);
    must_print("verified");
    ck_assert_ptr_null(strstr(out, "time "));
    ck_assert_int_eq(run(right, "--n 300 --repeat 0"), 0);
    must_print("300 floats");
    ck_assert_ptr_null(strstr(out, "time "));
}
END_TEST

START_TEST(every_size_and_kind)
{
    ck_assert_int_eq(run(right, "--verify full --repeat 0 --sizes 0..3,1000"), 0);
    must_print("verified 45 sums of 5 sizes");
}
END_TEST

START_TEST(every_kind_of_data)
{
    char line[64];
    snprintf(line, sizeof line, "--n %d --repeat 1 --sizes 5 --data %s", _i % 2 == 0 ? 777 : 1,
             data_name((enum data_kind)(_i / 2)));
    ck_assert_int_eq(run(right, line), 0);
    must_print("verified");
}
END_TEST

START_TEST(nothing_to_sum)
{
    ck_assert_int_eq(run(right, "--n 0"), 0);
    must_print("sum      0 (exact)");
}
END_TEST

START_TEST(wrong_run)
{
    ck_assert_int_eq(run(loses_last, "--n 5000"), 1);
    must_print("sizes tried; the smallest case:");
    must_print("n = 1, coded data");
    ck_assert_ptr_null(strstr(out, "verified"));
    ck_assert_ptr_null(strstr(out, "time "));
}
END_TEST

START_TEST(wrong_only_at_the_asked_size)
{
    ck_assert_int_eq(run(wrong_when_large, "--n 99999 --repeat 1"), 1);
    must_print("before timing");
    must_print("short by element 99998");
}
END_TEST

START_TEST(wrong_only_after_some_runs)
{
    ck_assert_int_eq(run(tires, "--n 5000 --repeat 9 --sizes 100"), 1);
    must_print("while timing");
    must_print("after many runs");
}
END_TEST

START_TEST(device_error)
{
    ck_assert_int_eq(run(always_fails, "--n 5000 --csv %/a.csv"), 1);
    must_print("error");
    must_print("cudaErrorMemoryAllocation");
    read_file("a.csv", out, sizeof out);
    must_print(",error,");
}
END_TEST

static const struct {
    const char *line;
    int status;
    const char *words;
} bad[] = {
    { "--n 12x", 2, "is not a number" },
    { "--n 2^70", 2, "more than any memory" },
    { "--n 2^50", 2, "do not fit in memory" },
    { "--bogus", 2, "unknown option --bogus" },
    { "--n", 2, "needs a value" },
    { "--block 128", 2, "built with block 64" },
    { "--input /no/such/file", 2, "cannot read /no/such/file" },
    { "--csv /no/such/folder/a.csv", 2, "cannot write /no/such/folder/a.csv" },
    { "--sizes 2^50 --repeat 0", 2, "needs 4.0 PiB" },
    { "--device 9999", 3, "there is no device 9999" },
    { "--n 12x --csv %/a.csv", 2, "is not a number" },
    { "--device 9999 --csv %/a.csv", 3, "there is no device 9999" },
    { "--input /no/such/file --csv %/a.csv", 2, "cannot read" },
};

START_TEST(bad_lines_get_one_line_and_write_nothing)
{
    char path[PATH];
    path_of("a.csv", path);
    ck_assert_int_eq(run(right, bad[_i].line), bad[_i].status);
    must_complain(bad[_i].words);
    ck_assert_int_eq(access(path, F_OK), -1);
}
END_TEST

START_TEST(the_other_backend)
{
#ifdef __SIMT__
    ck_assert_int_eq(run(right, "--backend cuda"), 3);
    must_complain("was built for simt");
    ck_assert_int_eq(run(right, "--backend simt --verify only"), 0);
#else
    ck_assert_int_eq(run(right, "--backend simt"), 3);
    must_complain("was built for cuda");
    ck_assert_int_eq(run(right, "--backend cuda --verify only"), 0);
#endif
}
END_TEST

START_TEST(the_built_block_is_accepted)
{
    ck_assert_int_eq(run(right, "--block 64 --verify only"), 0);
}
END_TEST

START_TEST(help)
{
    ck_assert_int_eq(run(right, "--help"), 0);
    must_print("usage: 03_example [options]");
    must_print("(here 64)");
    ck_assert_str_eq(err, "");
}
END_TEST

static void write_floats(const char *name, const float *values, size_t count)
{
    char path[PATH];
    path_of(name, path);
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(values, sizeof *values, count, file), count);
    fclose(file);
}

START_TEST(own_data)
{
    float values[3] = { 1.5f, 2.25f, -1 };
    write_floats("x.f32", values, 3);
    ck_assert_int_eq(run(right, "--input %/x.f32"), 0);
    must_print("sum      2.75");
    must_print("x.f32 (raw float32)");
    ck_assert_int_eq(run(right, "--input %/x.f32 --n 2 --repeat 0"), 0);
    must_print("sum      3.75");
    ck_assert_int_eq(run(right, "--input %/x.f32 --n 4"), 2);
    must_complain("holds 3 values");
    values[1] = NAN;
    write_floats("x.f32", values, 3);
    ck_assert_int_eq(run(right, "--input %/x.f32"), 0);
    must_print("note     1 NaN and 0 infinite values, the first at element 1");
    must_print("sum      nan");
    values[1] = 3e38f;
    values[2] = -3e38f;
    write_floats("x.f32", values, 3);
    ck_assert_int_eq(run(right, "--input %/x.f32"), 2);
    must_complain("more than float32 holds");
}
END_TEST

START_TEST(csv_alone_on_standard_output)
{
    char line[1024];
    ck_assert_int_eq(run(right, "--n 1000 --repeat 2 --csv -"), 0);
    snprintf(line, sizeof line, "%s\n03_example,", csv_header());
    ck_assert_ptr_eq(strstr(out, line), out);
    must_print(",verified,exact\n");
    ck_assert_ptr_eq(strrchr(out, '\n'), out + strlen(out) - 1);
    ck_assert_int_eq(run(loses_last, "--n 1000 --csv -"), 1);
    must_print(",1000,64,coded,");
    must_print(",wrong,");
}
END_TEST

START_TEST(csv_appends)
{
    ck_assert_int_eq(run(right, "--n 1000 --repeat 1 --csv %/a.csv"), 0);
    ck_assert_int_eq(run(right, "--n 2000 --repeat 1 --csv %/a.csv"), 0);
    must_print("verified");
    read_file("a.csv", out, sizeof out);
    must_print(",1000,64,coded,1,");
    must_print(",2000,64,coded,1,");
    ck_assert_ptr_null(strstr(out + 1, "program,"));
}
END_TEST

START_TEST(host_program)
{
    ck_assert_int_eq(run_any(NULL, add_up, "--n 5000 --data uniform --backend cuda --device 7"), 0);
    must_print("host: one CPU core");
    must_print("rounding only");
    must_print("GB/s");
    ck_assert_ptr_null(strstr(out, "block"));
    ck_assert_ptr_null(strstr(out, "launch"));
    ck_assert_int_eq(run_any(NULL, add_up, "--verify full --repeat 0 --sizes 0..40"), 0);
    must_print("verified");
}
END_TEST

START_TEST(wrong_host_program)
{
    ck_assert_int_eq(run_any(NULL, forgets_first, ""), 1);
    must_print("n = 2, coded data");
    must_print("short by element 0");
    ck_assert_int_eq(run_any(NULL, add_up, "--n 2^50"), 2);
    must_complain("do not fit in memory");
}
END_TEST

START_TEST(full_disk_is_an_error)
{
    if (access("/dev/full", W_OK) != 0) {
        printf("note: not run, it needs /dev/full: full_disk_is_an_error\n");
        return;
    }
    ck_assert_int_eq(run(right, "--n 10 --repeat 1 --csv /dev/full"), 2);
    ck_assert_ptr_nonnull(strstr(err, "cannot write /dev/full"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("harness");
    TCase *t = tcase_create("harness");
    tcase_set_timeout(t, 60);
    tcase_add_checked_fixture(t, set_up, tear_down);
    tcase_add_test(t, verified_run);
    tcase_add_test(t, no_timing_without_runs);
    tcase_add_test(t, every_size_and_kind);
    tcase_add_loop_test(t, every_kind_of_data, 0, 2 * DATA_KINDS);
    tcase_add_test(t, nothing_to_sum);
    tcase_add_test(t, wrong_run);
    tcase_add_test(t, wrong_only_at_the_asked_size);
    tcase_add_test(t, wrong_only_after_some_runs);
    tcase_add_test(t, device_error);
    tcase_add_loop_test(t, bad_lines_get_one_line_and_write_nothing, 0, sizeof bad / sizeof *bad);
    tcase_add_test(t, the_other_backend);
    tcase_add_test(t, the_built_block_is_accepted);
    tcase_add_test(t, help);
    tcase_add_test(t, own_data);
    tcase_add_test(t, csv_alone_on_standard_output);
    tcase_add_test(t, csv_appends);
    tcase_add_test(t, host_program);
    tcase_add_test(t, wrong_host_program);
    tcase_add_test(t, full_disk_is_an_error);
    suite_add_tcase(suite, t);
    return run_suite(suite);
}
