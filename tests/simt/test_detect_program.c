/*
 * A program built with simtcc --check, from outside: exit status, the forms of
 * the report, the pages. The programs are mutants whose findings are tested elsewhere.
 */
#include "run.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SECONDS = 120 };

static char folder[RUN_PATH];

/* Builds tests/mutants/NAME.cu as `program` in the folder. compiler: "CXX=...", or "". */
static void build_with(const char *compiler, const char *name)
{
    make_folder(folder, "");
    struct process_result r =
        run_expecting(0, SECONDS,
                      "cd '%s' && %s SIMT_HOME='%s/simt' '%s/simt/simtcc' "
                      "--check '%s/tests/mutants/%s.cu' -o program",
                      folder, compiler, BUILD_DIR, SOURCE_DIR, SOURCE_DIR, name);
    process_free(&r);
}

static void build(const char *name)
{
    build_with("", name);
}

static struct process_result run_program(int status, const char *environment)
{
    return run_expecting(status, SECONDS, "cd '%s' && %s ./program 1 'two words'", folder,
                         environment);
}

static void assert_file_has(const char *name, const char *part)
{
    char path[2 * RUN_PATH];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    char *text = read_text(path);
    assert_contains(text, part);
    free(text);
}

START_TEST(a_finding_makes_the_status_1)
{
    build("wrong/leak"); /* its result is right, main returns 0 */
    struct process_result r = run_program(1, "SIMT_SEED=5");
    assert_contains(r.out.text, "right: ");
    assert_contains(r.err.text, "wrong/leak.cu:");
    assert_contains(r.err.text, ": warning: leak: 16 bytes from cudaMalloc");
    assert_contains(r.err.text,
                    "simt: 1 finding (leak). Again with: SIMT_SEED=5 ./program 1 'two words'\n");
    process_free(&r);
    remove_folder(folder);
}
END_TEST

START_TEST(nothing_found_leaves_the_program_alone)
{
    build("right/tree");
    struct process_result r = run_program(0, "SIMT_SEED=0");
    ck_assert_str_eq(r.err.text, "");
    process_free(&r);
    r = run_program(0, "SIMT_REPORT=json:found.json");
    process_free(&r);
    assert_file_has("found.json", "\"findings\": []");
    remove_folder(folder);
}
END_TEST

START_TEST(the_report_takes_other_forms)
{
    build("wrong/no_barrier_after_load");
    struct process_result r = run_program(1, "SIMT_REPORT=json:found.json");
    ck_assert_str_eq(r.err.text, "");
    process_free(&r);
    assert_file_has("found.json", "\"name\": \"shared-race\", \"severity\": \"error\"");
    r = run_program(1, "SIMT_REPORT=sarif:found.sarif");
    ck_assert_str_eq(r.err.text, "");
    process_free(&r);
    assert_file_has("found.sarif", "\"ruleId\": \"shared-race\"");
    r = run_program(1, "SIMT_REPORT=text:found.txt");
    ck_assert_str_eq(r.err.text, "");
    process_free(&r);
    assert_file_has("found.txt", ": error: shared-race: partial[");
    r = run_program(1, "SIMT_REPORT=json");
    ck_assert_int_eq(strncmp(r.err.text, "{\"tool\": \"simt\"", 15), 0);
    process_free(&r);
    remove_folder(folder);
}
END_TEST

START_TEST(a_finding_is_told_once_and_counted)
{
    build("wrong/no_barrier_after_load");
    struct process_result r = run_program(1, "SIMT_SEED=0");
    const char *first = strstr(r.err.text, ": error: shared-race:");
    ck_assert_ptr_nonnull(first);
    ck_assert_ptr_null(strstr(first + 1, ": error: shared-race:"));
    assert_contains(r.err.text, "note: written here by block (");
    assert_contains(r.err.text, "  advice: ");
    assert_contains(r.err.text, "  more: simtcc --explain shared-race\n");
    process_free(&r);
    remove_folder(folder);
}
END_TEST

START_TEST(copies_that_clang_makes_are_seen)
{
    if (system("clang++ --version >/dev/null 2>&1") != 0) {
        printf("note: clang++ is not there: its copies of structs were not tried\n");
        return;
    }
    build_with("CXX=clang++", "right/padded_structs_in_kernels");
    struct process_result r = run_program(0, "SIMT_SEED=1");
    ck_assert_str_eq(r.err.text, "");
    process_free(&r);
    remove_folder(folder);
}
END_TEST

START_TEST(a_page_explains_a_finding)
{
    struct process_result r =
        run_expecting(0, SECONDS, "'%s/simt/simtcc' --explain shared-race", SOURCE_DIR);
    ck_assert_int_eq(strncmp(r.out.text, "# shared-race\n", 14), 0);
    process_free(&r);
    r = run_expecting(2, SECONDS, "'%s/simt/simtcc' --explain=nonsense", SOURCE_DIR);
    assert_contains(r.err.text, "no finding has the name nonsense");
    assert_contains(r.err.text, "\n  shared-race\n");
    process_free(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("detect program");
    TCase *tests = tcase_create("program");
    tcase_set_timeout(tests, 0);
    tcase_add_test(tests, a_finding_makes_the_status_1);
    tcase_add_test(tests, nothing_found_leaves_the_program_alone);
    tcase_add_test(tests, the_report_takes_other_forms);
    tcase_add_test(tests, a_finding_is_told_once_and_counted);
    tcase_add_test(tests, copies_that_clang_makes_are_seen);
    tcase_add_test(tests, a_page_explains_a_finding);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
