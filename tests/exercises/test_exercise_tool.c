/*
 * The exercise commands, as a learner meets them: in a copy of the tree, with
 * right, wrong and broken files.
 */
#define _GNU_SOURCE /* getloadavg */
#include "exercise_state.h"
#include "exercise_text.h"
#include "scratch.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* On a quiet machine; on a busy one the checker tries again with four times the time. */
static double most_seconds(void)
{
    double load = 0;
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return getloadavg(&load, 1) == 1 && load <= (double)cores ? 10 : 60;
}

/* Runs a command that must end with this status and say this. */
static void expect(const char *command, const char *name, int status, const char *what)
{
    struct process_result result = scratch_run(command, name);
    ck_assert_msg(result.status == status, "%s %s ended with %d:\n%s%s", command, name ? name : "",
                  result.status, result.out.text, result.err.text);
    scratch_contains(&result, what);
    scratch_lacks(&result, "\033"); /* piped: plain */
    process_free(&result);
}

/* ---- where am I ---------------------------------------------------------- */

START_TEST(the_list_counts_and_marks)
{
    scratch_solve("associativity");
    scratch_write_region("double", "not C\n");
    struct process_result result = scratch_run("list", NULL);
    ck_assert_int_eq(result.status, 0);
    scratch_contains(&result, "1 of 10 solved");
    scratch_contains(&result, "✓ 01 associativity");
    scratch_contains(&result, "· 05 argmin");
    scratch_contains(&result, "✗ 07 double");
    scratch_contains(&result, "begun, not solved yet");
    scratch_contains(&result, "Next: read exercises/02_tree_depth/README.md");
    scratch_lacks(&result, "\033");
    process_free(&result);
}
END_TEST

START_TEST(an_untouched_exercise_is_introduced)
{
    expect("check", "argmin", 0, "Not started");
    expect("check", "argmin", 0, "exercises/05_argmin/README.md");
}
END_TEST

START_TEST(names_with_and_without_number)
{
    static const char *const names[] = { "argmin", "05", "5", "05_argmin", "ARGMIN" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        expect("check", names[i], 0, "05 argmin");
    expect("check", "conditional-sum", 0, "09 conditional_sum");
}
END_TEST

START_TEST(an_unknown_name_gets_a_proposal)
{
    struct process_result result = scratch_run("check", "argmim");
    ck_assert_int_eq(result.status, 2);
    ck_assert_ptr_nonnull(strstr(result.err.text, "Did you mean argmin?"));
    process_free(&result);
    result = scratch_run("hint", "99");
    ck_assert_int_eq(result.status, 2);
    ck_assert_ptr_nonnull(strstr(result.err.text, "There is no exercise 99."));
    process_free(&result);
}
END_TEST

/* ---- verdicts ------------------------------------------------------------ */

START_TEST(a_right_answer_gets_a_score)
{
    scratch_solve("argmin");
    expect("check", "argmin", 0, "✓ argmin is solved: all 8 checks pass.");
    expect("check", "argmin", 0, "reference");
    expect("check", "argmin", 0, "Next: make exercise-");
}
END_TEST

START_TEST(a_wrong_answer_is_explained)
{
    scratch_write_region("associativity", "    t.b = a;\n    t.c = a;\n");
    struct process_result result = scratch_run("check", "associativity");
    ck_assert_int_eq(result.status, 1);
    scratch_contains(&result, "✗ exercises/01_associativity/associativity.c: not solved yet.");
    scratch_contains(&result, "case      a = 1");
    scratch_contains(&result, "expected  two different sums");
    scratch_contains(&result, "got       (a + b) + c = 3");
    scratch_contains(&result, "why       both orders round to the same float");
    scratch_contains(&result, "make hint-associativity (3 of 3 hints left)");
    process_free(&result);
}
END_TEST

START_TEST(a_seed_repeats_a_run)
{
    scratch_write_region("associativity",
                         "    t.b = a > 1e9f ? 0.0f : a * 0x1p30f;\n    t.c = -t.b;\n");
    setenv("SEED", "7", 1);
    struct process_result first = scratch_run("check", "associativity");
    struct process_result second = scratch_run("check", "associativity");
    scratch_contains(&first, "SEED=7");
    const char *a = strstr(first.out.text, "case"), *b = strstr(second.out.text, "case");
    ck_assert(a != NULL && b != NULL && strncmp(a, b, strcspn(a, "\n")) == 0);
    process_free(&first);
    process_free(&second);
}
END_TEST

START_TEST(a_change_outside_the_region_is_noted)
{
    const struct exercise *e = scratch_exercise("associativity");
    scratch_solve("associativity");
    char *text = text_read(e->source);
    char *line = strstr(text, "// Exercise 01");
    ck_assert_ptr_nonnull(line);
    memcpy(line, "// exercise 01", 14);
    ck_assert_int_eq(text_write(e->source, text), 0);
    free(text);
    expect("check", "associativity", 0, "associativity.c:1: this line lies outside the region");
}
END_TEST

START_TEST(a_lost_marker_is_named)
{
    const struct exercise *e = scratch_exercise("argmin");
    ck_assert_int_eq(text_write(e->source, "int nothing;\n"), 0);
    expect("check", "argmin", 1, "the line '// >>> your code' is gone");
    ck_assert_int_eq(unlink(e->source), 0);
    /* Without its source the folder is no exercise. */
    struct process_result result = scratch_run("check", "argmin");
    ck_assert_int_ne(result.status, 0);
    process_free(&result);
}
END_TEST

/* ---- broken files -------------------------------------------------------- */

static const struct {
    const char *name, *region, *sentence;
} broken[] = {
    { "associativity", "    t.b = ;\n", "does not compile" },
    { "associativity", "    while (a == a) t.b += 0.0f;\n", "it did not come to an end" },
    { "associativity", "    int *none = 0;\n    t.b = (float)*(volatile int *)none;\n",
      "it crashed" },
    { "associativity", "    volatile int zero = 0;\n    t.b = (float)(100 / zero);\n",
      "it crashed" },
    { "associativity", "    extern void exit(int);\n    exit(0);\n", "it ended the whole program" },
    { "associativity",
      "    extern void *malloc(unsigned long);\n    for (;;) {\n"
      "        volatile char *more = malloc(1 << 24);\n"
      "        for (int i = 0; more && i < 1 << 24; i += 64)\n            more[i] = 1;\n    }\n",
      "more memory than a check may" },
    { "load_balance", "    while (n == n) share.count++;\n",
      "whose condition never becomes false" },
    { "load_balance", "    volatile size_t *none = 0;\n    share.count = none[thread];\n",
      "load_balance.cu:" },
    { "argmin", "// nothing\n", "the function argmin is missing" },
};
enum { BROKEN = sizeof broken / sizeof *broken };

START_TEST(a_broken_file_ends_in_a_sentence)
{
    scratch_write_region(broken[_i].name, broken[_i].region);
    struct process_result result = scratch_run("check", broken[_i].name);
    ck_assert_int_eq(result.status, 1);
    ck_assert_msg(result.seconds <= most_seconds(), "%d took %.1f s", _i, result.seconds);
    scratch_contains(&result, broken[_i].sentence);
    process_free(&result);
    /* The others do not mind. */
    scratch_solve("tree_depth");
    expect("check", "tree_depth", 0, "tree_depth is solved");
}
END_TEST

/* ---- a real GPU ---------------------------------------------------------- */

/* Stands in for nvcc: writes a program that says something and ends with a status. */
static void pretend_gpu(int status)
{
    char script[256];
    snprintf(
        script, sizeof script,
        "while [ \"$1\" != -o ]; do shift; done\n"
        "printf '#!/bin/sh\\necho On this GPU: 42 GB/s\\nexit %d\\n' >\"$2\"\nchmod +x \"$2\"\n",
        status);
    mkdir("tests", 0777);
    mkdir("tests/exercises", 0777);
    ck_assert_int_eq(text_write("tests/exercises/gpu_associativity.cu", ""), 0);
    ck_assert_int_eq(text_write("nvcc.sh", script), 0);
    ck_assert_int_eq(text_write("build/exercises/gpu.txt", "sh\nnvcc.sh\n"), 0);
}

START_TEST(a_gpu_is_asked_as_well)
{
    scratch_solve("associativity");
    pretend_gpu(0);
    expect("check", "associativity", 0, "On this GPU: 42 GB/s");
    expect("check", "associativity", 0, "associativity is solved");
    pretend_gpu(1);
    expect("check", "associativity", 1, "on this GPU");
    expect("check", "associativity", 1, "On this GPU: 42 GB/s");
}
END_TEST

/* ---- hints, solution, reset ---------------------------------------------- */

START_TEST(hints_come_one_by_one)
{
    expect("hint", "argmin", 0, "Hint 1 of 3");
    expect("hint", "argmin", 0, "Hint 2 of 3");
    expect("hint", "argmin", 0, "Hint 3 of 3");
    expect("hint", "argmin", 0, "There are no more hints");
    struct process_result result = scratch_run("hint", "double");
    scratch_contains(&result, "Hint 1 of 3");
    scratch_lacks(&result, "Hint 2 of 3");
    process_free(&result);
}
END_TEST

START_TEST(all_hints_after_solving)
{
    scratch_solve("associativity");
    expect("check", "associativity", 0, "is solved");
    struct process_result result = scratch_run("hint", "associativity");
    scratch_contains(&result, "Hint 1 of 3");
    scratch_contains(&result, "Hint 3 of 3");
    process_free(&result);
}
END_TEST

START_TEST(the_solution_waits_for_success)
{
    expect("solution", "associativity", 1, "FORCE=1");
    setenv("FORCE", "1", 1);
    expect("solution", "associativity", 0, "0x1p30f");
    unsetenv("FORCE");
    scratch_solve("associativity");
    expect("check", "associativity", 0, "is solved");
    expect("solution", "associativity", 0, "0x1p30f");
}
END_TEST

START_TEST(reset_asks_and_keeps_a_backup)
{
    const struct exercise *e = scratch_exercise("associativity");
    struct progress progress;
    expect("reset", "associativity", 0, "nothing to do");
    scratch_write_region("associativity", "    t.b = 42.0f;\n");
    expect("reset", "associativity", 1, "Nothing was changed");
    setenv("FORCE", "1", 1);
    expect("reset", "associativity", 0, "associativity.c.1.bak");
    state_read(e, "build", &progress);
    ck_assert_int_eq(progress.state, STATE_NOT_STARTED);
    char *backup = text_read("exercises/01_associativity/associativity.c.1.bak");
    ck_assert_msg(backup != NULL && strstr(backup, "t.b = 42.0f;") != NULL, "no backup");
    free(backup);
    scratch_write_region("associativity", "    t.b = 43.0f;\n");
    expect("reset", "associativity", 0, "associativity.c.2.bak");
    expect("check", "associativity", 0, "Not started");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("exercise commands");
    TCase *tcase = tcase_create("commands");
    tcase_set_timeout(tcase, 150);
    tcase_add_checked_fixture(tcase, scratch_enter, scratch_leave);
    tcase_add_test(tcase, the_list_counts_and_marks);
    tcase_add_test(tcase, an_untouched_exercise_is_introduced);
    tcase_add_test(tcase, names_with_and_without_number);
    tcase_add_test(tcase, an_unknown_name_gets_a_proposal);
    tcase_add_test(tcase, a_right_answer_gets_a_score);
    tcase_add_test(tcase, a_wrong_answer_is_explained);
    tcase_add_test(tcase, a_seed_repeats_a_run);
    tcase_add_test(tcase, a_change_outside_the_region_is_noted);
    tcase_add_test(tcase, a_lost_marker_is_named);
    tcase_add_loop_test(tcase, a_broken_file_ends_in_a_sentence, 0, BROKEN);
    tcase_add_test(tcase, a_gpu_is_asked_as_well);
    tcase_add_test(tcase, hints_come_one_by_one);
    tcase_add_test(tcase, all_hints_after_solving);
    tcase_add_test(tcase, the_solution_waits_for_success);
    tcase_add_test(tcase, reset_asks_and_keeps_a_backup);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed > 0;
}
