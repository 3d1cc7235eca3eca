/*
 * A step broken on purpose. The program must find it out and say what is
 * missing, and the suite that tests the steps must go red.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run.h"

static char folder[RUN_PATH];

static void make_build(void)
{
    char path[RUN_PATH + 64];
    make_folder(folder, "");
    struct process_result made = run_expecting(0, 10, "mkdir -p '%s/simt/blocks'", folder);
    process_free(&made);
    snprintf(path, sizeof path, "%s/steps.list", folder);
    write_text(path, "03_sequential 64\n", 0644);
    snprintf(path, sizeof path, "%s/backend.txt", folder);
    write_text(path, "simt\na test\n", 0644);
}

static void remove_build(void)
{
    remove_folder(folder);
}

/* Compiles step 03 with one text replaced; the same text must change once. */
static void build_changed(const char *from, const char *to)
{
    char path[RUN_PATH + 64];
    snprintf(path, sizeof path, "%s/steps/03_sequential/reduce.cu", SOURCE_DIR);
    char *source = read_text(path), *at = strstr(source, from);
    ck_assert_msg(at != NULL, "step 03 no longer contains \"%s\"", from);
    snprintf(path, sizeof path, "%s/reduce.cu", folder);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fprintf(file, "%.*s%s%s", (int)(at - source), source, to, at + strlen(from));
    fclose(file);
    free(source);
    struct process_result result =
        run_expecting(0, 60,
                      "'%s/simt/simtcc' '%s' -I'%s/common' -DBLOCK=64 "
                      "'%s/common/libharness_simt.a' -o '%s/simt/blocks/03_sequential.64'",
                      SOURCE_DIR, path, SOURCE_DIR, BUILD_DIR, folder);
    process_free(&result);
}

static struct process_result run_steps_suite(void)
{
    return run_shell(120, "'%s/tests/test_steps' 03_sequential '%s'", BUILD_DIR, folder);
}

START_TEST(unchanged_step_is_green)
{
    build_changed("stride > 0", "stride > 0");
    struct process_result result = run_steps_suite();
    ck_assert_int_eq(result.status, 0);
    assert_contains(result.out.text, "100%: Checks: 1, Failures: 0, Errors: 0");
    process_free(&result);
}
END_TEST

/* What is broken, and what the program must then say. */
static const struct {
    const char *from, *to, *says;
} sabotage[] = {
    { "stride > 0", "stride > 1", "short by" },
    { "(i < n) ? in[i] : 0.0f", "in[i < n ? i : n - 1]", "element" },
    { "out[blockIdx.x] = partial[0]", "(void)out", "never written" },
};

START_TEST(sabotaged_step_is_found_and_explained)
{
    build_changed(sabotage[_i].from, sabotage[_i].to);
    struct process_result result =
        run_shell(60, "'%s/simt/blocks/03_sequential.64' --n 1000", folder);
    ck_assert_int_eq(result.status, 1);
    assert_contains(result.out.text, sabotage[_i].says);
    process_free(&result);
}
END_TEST

START_TEST(sabotaged_step_turns_the_suite_red)
{
    build_changed(sabotage[0].from, sabotage[0].to);
    struct process_result result = run_steps_suite();
    ck_assert_int_eq(result.status, 1);
    assert_contains(result.out.text, "0%: Checks: 1, Failures: 1, Errors: 0");
    assert_contains(result.out.text, sabotage[0].says);
    process_free(&result);
}
END_TEST

START_TEST(missing_program_turns_the_suite_red)
{
    struct process_result result = run_steps_suite();
    ck_assert_int_eq(result.status, 1);
    process_free(&result);
}
END_TEST

START_TEST(unlisted_step_turns_the_suite_red)
{
    struct process_result result =
        run_shell(60, "'%s/tests/test_steps' 09_unknown '%s'", BUILD_DIR, folder);
    ck_assert_int_ne(result.status, 0);
    process_free(&result);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sabotage");
    TCase *tests = tcase_create("sabotage");
    tcase_set_timeout(tests, 240);
    tcase_add_checked_fixture(tests, make_build, remove_build);
    tcase_add_test(tests, unchanged_step_is_green);
    tcase_add_loop_test(tests, sabotaged_step_is_found_and_explained, 0,
                        sizeof sabotage / sizeof *sabotage);
    tcase_add_test(tests, sabotaged_step_turns_the_suite_red);
    tcase_add_test(tests, missing_program_turns_the_suite_red);
    tcase_add_test(tests, unlisted_step_turns_the_suite_red);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
