/*
 * Several ranks on this machine, each with a simulated GPU of its own.
 */
#include <check.h>
#include <stdio.h>

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
    assert_contains(result.err.text, "holds 1003 floats");
    process_free(&result);
    remove_folder(folder);
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
    tcase_add_test(tests, a_rank_that_fails_ends_the_job_with_its_name);
    tcase_add_test(tests, a_rank_that_is_killed_ends_the_job);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
