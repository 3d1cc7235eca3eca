/*
 * Reading comma-separated values: quotes, comments, and rows that do not fit.
 */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "run.h"
#include "table.h"

static char folder[RUN_PATH], path[RUN_PATH + 16];
static struct table table;

static void set_up(void)
{
    make_folder(folder, " table");
    snprintf(path, sizeof path, "%s/t.csv", folder);
}

static void tear_down(void)
{
    table_close(&table);
    remove_folder(folder);
}

static void open_text(const char *text)
{
    write_text(path, text, 0644);
    ck_assert_int_eq(table_open(&table, path), 0);
}

START_TEST(fields_are_found_by_name)
{
    open_text("# recorded\nn,name\n# more\n1,one\n2.5,two\n");
    ck_assert_int_eq(table_next(&table), 1);
    ck_assert_str_eq(table_text(&table, "name"), "one");
    ck_assert_str_eq(table_text(&table, "nothing"), "");
    ck_assert_int_eq(table_next(&table), 1);
    ck_assert_int_eq((int)(2 * table_number(&table, "n")), 5);
    ck_assert_int_eq((int)table_number(&table, "name"), -1);
    ck_assert_int_eq(table_next(&table), 0);
}
END_TEST

START_TEST(quotes_hold_commas_and_quotes)
{
    open_text("a,b,c\r\n\"x, y\",\"say \"\"no\"\"\",\r\n");
    ck_assert_int_eq(table_next(&table), 1);
    ck_assert_str_eq(table_text(&table, "a"), "x, y");
    ck_assert_str_eq(table_text(&table, "b"), "say \"no\"");
    ck_assert_str_eq(table_text(&table, "c"), "");
}
END_TEST

START_TEST(row_of_another_length_is_refused)
{
    open_text("a,b\n1\n1,2,3\n1,2\n");
    ck_assert_int_eq(table_next(&table), -1);
    ck_assert_int_eq(table_next(&table), -1);
    ck_assert_int_eq(table_next(&table), 1);
}
END_TEST

START_TEST(table_without_a_header_is_none)
{
    char wide[2 * TABLE_COLUMNS + 2] = "";
    for (int i = 0; i < TABLE_COLUMNS; i++)
        strcat(wide, "x,");
    write_text(path, "# nothing else\n", 0644);
    ck_assert_int_eq(table_open(&table, path), -1);
    write_text(path, wide, 0644); /* one column too many */
    ck_assert_int_eq(table_open(&table, path), -1);
    ck_assert_int_eq(table_open(&table, "/no/such/table"), -1);
}
END_TEST

START_TEST(rows_are_found_by_several_columns)
{
    open_text("step,block,ms\n01,64,1\n01,128,2\n02,64,3\n");
    ck_assert_int_eq(table_find(&table, "step", "01", "block", "128", NULL), 1);
    ck_assert_str_eq(table_text(&table, "ms"), "2");
    ck_assert_int_eq(table_find(&table, "step", "01", NULL), 0);
}
END_TEST

int main(void)
{
    TCase *const t = tcase_create("table");
    tcase_add_checked_fixture(t, set_up, tear_down);
    tcase_add_test(t, fields_are_found_by_name);
    tcase_add_test(t, quotes_hold_commas_and_quotes);
    tcase_add_test(t, row_of_another_length_is_refused);
    tcase_add_test(t, table_without_a_header_is_none);
    tcase_add_test(t, rows_are_found_by_several_columns);
    Suite *const suite = suite_create("table");
    suite_add_tcase(suite, t);
    return run_suite(suite);
}
