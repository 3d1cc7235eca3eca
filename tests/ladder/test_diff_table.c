/*
 * The table of changed lines on made-up ladders: what it counts, which budgets
 * it sees broken, and that no step is passed over in silence.
 */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "run.h"

static char folder[RUN_PATH];

enum { FILLERS = 34 };

/* Writes a step: a caption, a kernel line of its own, lines that all share, the launch. */
static void write_step(const char *name, const char *kernel, size_t fillers, const char *launch)
{
    char path[RUN_PATH + 64], text[8192] = "// Step: a caption\n// Cost: that nobody counts\n";
    snprintf(text + strlen(text), sizeof text - strlen(text), "%s // %s\n", kernel, name);
    for (size_t i = 0; i < fillers; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "line %zu\n", i);
    snprintf(text + strlen(text), sizeof text - strlen(text), "static void launch(%s)\n", launch);
    snprintf(path, sizeof path, "mkdir -p '%s/%s'", folder, name);
    struct process_result made = run_expecting(0, 10, "%s", path);
    process_free(&made);
    snprintf(path, sizeof path, "%s/%s/reduce.cu", folder, name);
    write_text(path, text, 0644);
}

static void make_ladder(void)
{
    make_folder(folder, " ladder");
    struct process_result made =
        run_expecting(0, 10, "cd '%s' && mkdir 00_serial && echo int >00_serial/reduce.c", folder);
    process_free(&made);
    write_step("01_one", "first", FILLERS, "x");
    write_step("02_two", "second", FILLERS, "x");
    write_step("03_three", "third", FILLERS, "x");
}

static void remove_ladder(void)
{
    remove_folder(folder);
}

static struct process_result run_table(int status)
{
    return run_expecting(status, 10, "'%s/tools/diff-table' '%s'", BUILD_DIR, folder);
}

/* Expects the status and the text on one of the outputs. */
static void expect(int status, const char *part)
{
    struct process_result result = run_table(status);
    assert_contains(strstr(result.out.text, part) ? result.out.text : result.err.text, part);
    process_free(&result);
}

START_TEST(a_replaced_line_counts_once_and_the_caption_not)
{
    struct process_result result = run_table(0);
    assert_contains(result.out.text, "02_two                        1          0");
    assert_contains(result.out.text, "median 1.0 (budget 10), largest 1 ");
    assert_contains(result.out.text, ": kept");
    assert_lacks(result.out.text, "00_serial");
    process_free(&result);
}
END_TEST

START_TEST(broken_budgets_are_named)
{
    write_step("04_four", "fourth", FILLERS, "y");
    expect(1, "host part changed");
    write_step("04_four", "fourth", FILLERS + 40, "x");
    expect(1, "too many changes");
    write_step("04_four", "fourth", FILLERS - 5, "x");
    expect(1, "  length");
    write_step("04_four", "fourth", FILLERS, "x");
    expect(0, "04_four");
}
END_TEST

START_TEST(step_that_cannot_be_read_is_named)
{
    struct process_result made =
        run_expecting(0, 10, "cd '%s/02_two' && rm reduce.cu && mkdir reduce.cu", folder);
    process_free(&made);
    expect(1, "02_two/reduce.cu: Is a directory");
}
END_TEST

START_TEST(step_without_source_is_named)
{
    struct process_result made = run_expecting(0, 10, "rm '%s/02_two/reduce.cu'", folder);
    process_free(&made);
    expect(1, "02_two/reduce.cu: No such file");
}
END_TEST

START_TEST(step_longer_than_the_table_is_named)
{
    write_step("02_two", "second", 510, "x");
    expect(1, "02_two/reduce.cu: File too large");
}
END_TEST

START_TEST(nothing_to_compare_fails)
{
    struct process_result made = run_expecting(0, 10, "rm -r '%s'/0[23]*", folder);
    process_free(&made);
    expect(1, "holds 1 steps: nothing to compare");
    made = run_shell(10, "'%s/tools/diff-table' /no/such/folder", BUILD_DIR);
    ck_assert_int_eq(made.status, 1);
    assert_contains(made.err.text, "/no/such/folder: No such file");
    process_free(&made);
}
END_TEST

int main(void)
{
    TCase *const table = tcase_create("table");
    tcase_add_checked_fixture(table, make_ladder, remove_ladder);
    tcase_add_test(table, a_replaced_line_counts_once_and_the_caption_not);
    tcase_add_test(table, broken_budgets_are_named);
    tcase_add_test(table, step_that_cannot_be_read_is_named);
    tcase_add_test(table, step_without_source_is_named);
    tcase_add_test(table, step_longer_than_the_table_is_named);
    tcase_add_test(table, nothing_to_compare_fails);
    Suite *const suite = suite_create("diff table");
    suite_add_tcase(suite, table);
    return run_suite(suite);
}
