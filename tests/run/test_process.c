/*
 * The helper that runs other programs, and the runner of the test suites: both
 * must tell the truth about programs that fail, hang, crash or do nothing.
 */
#include <check.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "run.h"

START_TEST(output_and_status_come_back)
{
    struct process_result result = run_shell(10, "echo out; echo err >&2; exit 7");
    ck_assert_int_eq(result.status, 7);
    ck_assert_str_eq(result.out.text, "out\n");
    ck_assert_str_eq(result.err.text, "err\n");
    ck_assert_int_eq(result.timed_out, 0);
    process_free(&result);
}
END_TEST

START_TEST(large_output_of_both_streams_does_not_block)
{
    struct process_result result =
        run_shell(20, "head -c 3000000 /dev/zero; head -c 3000000 /dev/zero >&2");
    ck_assert_int_eq(result.status, 0);
    ck_assert_uint_eq(result.out.bytes, 3000000);
    ck_assert_uint_eq(result.err.bytes, 3000000);
    process_free(&result);
}
END_TEST

START_TEST(output_without_end_is_cut)
{
    struct process_result result = run_shell(20, "head -c 10000000 /dev/zero");
    ck_assert_int_eq(result.status, 0);
    ck_assert_uint_eq(result.out.bytes, PROCESS_KEEP_BYTES);
    process_free(&result);
    result = run_shell(0.3, "yes");
    ck_assert_int_eq(result.timed_out, 1);
    ck_assert_uint_le(result.out.bytes, PROCESS_KEEP_BYTES);
    process_free(&result);
}
END_TEST

START_TEST(hanging_program_is_ended)
{
    struct process_result result = run_shell(0.3, "sleep 60");
    ck_assert_int_eq(result.timed_out, 1);
    ck_assert_int_eq(result.status, 128 + SIGKILL);
    ck_assert_msg(result.seconds < 5, "it took %g s", result.seconds);
    process_free(&result);
}
END_TEST

START_TEST(crash_shows_as_its_signal)
{
    struct process_result result = run_shell(10, "kill -SEGV $$");
    ck_assert_int_eq(result.status, 128 + SIGSEGV);
    process_free(&result);
}
END_TEST

START_TEST(grandchildren_do_not_survive)
{
    struct process_result result = run_shell(10, "sleep 300 & echo $!");
    ck_assert_int_eq(result.timed_out, 0);
    const pid_t left = (pid_t)strtol(result.out.text, NULL, 10);
    process_free(&result);
    ck_assert_int_gt(left, 1);
    for (int tries = 0; tries < 50 && kill(left, 0) == 0; tries++)
        usleep(20000);
    /* A zombie that nobody reaps still answers; it runs no more. */
    result = run_shell(10, "ps -o stat= -p %d | grep -qv Z", (int)left);
    ck_assert_int_ne(result.status, 0);
    process_free(&result);
}
END_TEST

START_TEST(missing_program_is_an_error)
{
    const char *const argv[] = { "/no/such/program", NULL };
    struct process_result result;
    ck_assert_int_ne(process_run(argv, 1, &result), 0);
    process_free(&result);
}
END_TEST

/* ---- the suite runner ---- */

static char folder[RUN_PATH];

static void make_list(void)
{
    make_folder(folder, "");
}

static void remove_list(void)
{
    remove_folder(folder);
}

/* Runs the runner on a list of one-line sh scripts. */
static struct process_result run_suites(const char *const *scripts, const char *only)
{
    char list[RUN_PATH + 16], text[4096] = "";
    for (int i = 0; scripts[i] != NULL; i++) {
        const size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "suite%d\t1\t%s\tsh\t-c\t%s\n", i,
                 i % 2 ? "serial" : "parallel", scripts[i]);
    }
    snprintf(list, sizeof list, "%s/list", folder);
    write_text(list, text, 0644);
    return run_shell(20, "'%s/tools/check-runner' '%s' %s", BUILD_DIR, list, only);
}

#define GOOD "echo '100%: Checks: 3, Failures: 0, Errors: 0'"

START_TEST(runner_adds_up)
{
    const char *const scripts[] = { GOOD, GOOD, NULL };
    struct process_result result = run_suites(scripts, "");
    ck_assert_int_eq(result.status, 0);
    assert_contains(result.out.text, "100%: Checks: 3, Failures: 0, Errors: 0");
    assert_contains(result.out.text, "\n6 passed, 0 failed\n");
    process_free(&result);
}
END_TEST

START_TEST(runner_takes_a_part_of_a_name)
{
    const char *const scripts[] = { GOOD, "exit 1", NULL };
    struct process_result result = run_suites(scripts, "suite0");
    ck_assert_int_eq(result.status, 0);
    assert_contains(result.out.text, "3 passed, 0 failed\n");
    process_free(&result);
}
END_TEST

static const struct {
    const char *script, *says;
} bad_suites[] = {
    { "echo why; echo '66%: Checks: 3, Failures: 1, Errors: 0'; exit 1", "2 passed, 1 failed" },
    { "echo '50%: Checks: 4, Failures: 1, Errors: 1'", "2 passed, 2 failed" },
    { GOOD "; exit 3", "exited with an error" },
    { "exit 0", "printed no closing line" },
    { "echo '100%: Checks: 0, Failures: 0, Errors: 0'", "ran no check" },
    { GOOD "; sleep 30", "ran past its time" },
    { "kill -ABRT $$", "ended by a signal" },
};

START_TEST(runner_goes_red)
{
    const char *const scripts[] = { bad_suites[_i].script, GOOD, NULL };
    struct process_result result = run_suites(scripts, "");
    ck_assert_int_eq(result.status, 1);
    assert_contains(result.out.text, "FAIL suite0");
    if (strstr(bad_suites[_i].says, "passed") == NULL)
        assert_contains(result.out.text, bad_suites[_i].says);
    assert_lacks(result.out.text, " 0 failed\n");
    process_free(&result);
}
END_TEST

START_TEST(runner_shows_what_a_failed_suite_printed)
{
    const char *const scripts[] = { bad_suites[0].script, NULL };
    struct process_result result = run_suites(scripts, "");
    assert_contains(result.out.text, "why\n");
    assert_contains(result.out.text, bad_suites[0].says);
    process_free(&result);
}
END_TEST

START_TEST(nothing_to_run_is_a_failure)
{
    const char *const none[] = { NULL }, *const one[] = { GOOD, NULL };
    struct process_result result = run_suites(none, "");
    ck_assert_int_eq(result.status, 1);
    assert_contains(result.out.text, "Nothing ran");
    process_free(&result);
    result = run_suites(one, "another");
    ck_assert_int_eq(result.status, 1);
    process_free(&result);
}
END_TEST

START_TEST(missing_program_of_a_suite_is_a_failure)
{
    char list[RUN_PATH + 16];
    snprintf(list, sizeof list, "%s/list", folder);
    write_text(list, "gone\t1\tparallel\t/no/such/suite\n", 0644);
    struct process_result result = run_shell(20, "'%s/tools/check-runner' '%s'", BUILD_DIR, list);
    ck_assert_int_eq(result.status, 1);
    assert_contains(result.out.text, "0 passed, 1 failed\n");
    process_free(&result);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("process");
    TCase *process = tcase_create("process"), *runner = tcase_create("runner");
    tcase_set_timeout(process, 60);
    tcase_add_test(process, output_and_status_come_back);
    tcase_add_test(process, large_output_of_both_streams_does_not_block);
    tcase_add_test(process, output_without_end_is_cut);
    tcase_add_test(process, hanging_program_is_ended);
    tcase_add_test(process, crash_shows_as_its_signal);
    tcase_add_test(process, grandchildren_do_not_survive);
    tcase_add_test(process, missing_program_is_an_error);
    suite_add_tcase(suite, process);
    tcase_set_timeout(runner, 60);
    tcase_add_checked_fixture(runner, make_list, remove_list);
    tcase_add_test(runner, runner_adds_up);
    tcase_add_test(runner, runner_takes_a_part_of_a_name);
    tcase_add_loop_test(runner, runner_goes_red, 0, sizeof bad_suites / sizeof *bad_suites);
    tcase_add_test(runner, runner_shows_what_a_failed_suite_printed);
    tcase_add_test(runner, nothing_to_run_is_a_failure);
    tcase_add_test(runner, missing_program_of_a_suite_is_a_failure);
    suite_add_tcase(suite, runner);
    return run_suite(suite);
}
