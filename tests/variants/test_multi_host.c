/*
 * Several ranks on this machine, each with a simulated GPU of its own.
 */
#include <check.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "run.h"

enum { SECONDS = 90 };

/* Open MPI refuses to run as root, and more ranks than cores, unless told. */
#define MPIRUN                                                                                     \
    "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 SIMT_THREADS=1 "                    \
    "mpirun --oversubscribe "
#define PROGRAM "'" BUILD_DIR "/simt/multi_host'"

START_TEST(ranks_share_the_sum)
{
    struct process_result result =
        run_expecting(0, SECONDS, MPIRUN "-n %d " PROGRAM " --n 700001", _i);
    assert_contains(result.out.text, "multi_host: 700001 floats, ");
    assert_contains(result.out.text, "verified");
    process_free(&result);
}
END_TEST

/* Fewer elements than ranks: some have nothing to add. */
START_TEST(ranks_without_elements_do_no_harm)
{
    struct process_result result = run_expecting(0, SECONDS, MPIRUN "-n 4 " PROGRAM " --n 3");
    assert_contains(result.out.text, "verified");
    process_free(&result);
    result = run_expecting(0, SECONDS, MPIRUN "-n 2 " PROGRAM " --n 0");
    assert_contains(result.out.text, "sum 0,");
    process_free(&result);
}
END_TEST

START_TEST(ranks_read_their_part_of_a_file)
{
    enum { COUNT = 1003 };
    char folder[RUN_PATH], path[RUN_PATH + 16];
    float values[COUNT];
    for (int i = 0; i < COUNT; i++)
        values[i] = (float)(i % 7) - 2;
    make_folder(folder, "");
    snprintf(path, sizeof path, "%s/v.raw", folder);
    write_file(path, values, sizeof values, 0644);
    struct process_result result =
        run_expecting(0, SECONDS, MPIRUN "-n 3 " PROGRAM " --input '%s'", path);
    assert_contains(result.out.text, "1003 floats, 3 ranks");
    assert_contains(result.out.text, "verified  sum 998,");
    process_free(&result);
    result = run_expecting(2, SECONDS, MPIRUN "-n 2 " PROGRAM " --input '%s' --n 2000", path);
    assert_contains(result.err.text, "holds 1003 values, --n asks for 2000");
    process_free(&result);
    remove_folder(folder);
}
END_TEST

/* Four int64 in NumPy's format: a header and values of twice a float's size. */
START_TEST(ranks_read_their_part_of_a_npy_file)
{
    static const char header[] =
        "\x93NUMPY\x01\x00\x76\x00{'descr': '<i8', 'fortran_order': False, 'shape': (4,), }";
    const int64_t values[] = { 5, -3, 1000, 1 };
    unsigned char file[128 + sizeof values];
    char folder[RUN_PATH], path[RUN_PATH + 16];
    memset(file, ' ', 128);
    memcpy(file, header, sizeof header - 1);
    file[127] = '\n';
    memcpy(file + 128, values, sizeof values);
    make_folder(folder, "");
    snprintf(path, sizeof path, "%s/v.npy", folder);
    write_file(path, file, sizeof file, 0644);
    struct process_result result =
        run_expecting(0, SECONDS, MPIRUN "-n 3 " PROGRAM " --input '%s'", path);
    assert_contains(result.out.text, "multi_host: 4 floats, 3 ranks");
    assert_contains(result.out.text, "verified  sum 1003,");
    process_free(&result);
    remove_folder(folder);
}
END_TEST

START_TEST(what_are_no_floats_is_refused)
{
    static const struct {
        const char *text, *says;
    } files[] = { { "", "is empty" }, { "1.5\n2.5\n", "is text, not raw float32" } };
    char folder[RUN_PATH], path[RUN_PATH + 16];
    make_folder(folder, "");
    snprintf(path, sizeof path, "%s/v.raw", folder);
    write_text(path, files[_i].text, 0644);
    struct process_result result =
        run_expecting(2, SECONDS, MPIRUN "-n 2 " PROGRAM " --input '%s'", path);
    assert_contains(result.err.text, files[_i].says);
    process_free(&result);
    remove_folder(folder);
}
END_TEST

START_TEST(an_option_without_meaning_is_refused)
{
    struct process_result result = run_expecting(2, SECONDS, MPIRUN "-n 1 " PROGRAM " --seed 4");
    assert_contains(result.err.text, "--seed means nothing to this program");
    process_free(&result);
    result = run_expecting(2, SECONDS, MPIRUN "-n 2 " PROGRAM " --csv /nowhere/rows.csv");
    assert_contains(result.err.text, "/nowhere/rows.csv");
    ck_assert_str_eq(result.out.text, "");
    process_free(&result);
}
END_TEST

/* The others wait for it in a collective operation: they must not wait for ever. */
START_TEST(a_rank_that_fails_ends_the_job_with_its_name)
{
    struct process_result result =
        run_expecting(3, SECONDS,
                      MPIRUN "-n 1 " PROGRAM " --n 1000 : -n 1 " PROGRAM
                             " --n 1000 --device 5 : -n 1 " PROGRAM " --n 1000");
    assert_contains(result.err.text, "multi_host: rank 1 of 3 on ");
    assert_contains(result.err.text, "there is no device 5");
    process_free(&result);
}
END_TEST

START_TEST(a_rank_that_is_killed_ends_the_job)
{
    struct process_result result =
        run_shell(SECONDS, MPIRUN "-n 1 " PROGRAM " --n 1000 : -n 1 sh -c 'kill -9 $$'");
    ck_assert_msg(result.status != 0 && !result.timed_out, "status %d after %g s", result.status,
                  result.seconds);
    process_free(&result);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("multi_host");
    TCase *tests = tcase_create("multi_host");
    tcase_set_timeout(tests, SECONDS + 10);
    tcase_add_loop_test(tests, ranks_share_the_sum, 1, 5);
    tcase_add_test(tests, ranks_without_elements_do_no_harm);
    tcase_add_test(tests, ranks_read_their_part_of_a_file);
    tcase_add_test(tests, ranks_read_their_part_of_a_npy_file);
    tcase_add_loop_test(tests, what_are_no_floats_is_refused, 0, 2);
    tcase_add_test(tests, an_option_without_meaning_is_refused);
    tcase_add_test(tests, a_rank_that_fails_ends_the_job_with_its_name);
    tcase_add_test(tests, a_rank_that_is_killed_ends_the_job);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
