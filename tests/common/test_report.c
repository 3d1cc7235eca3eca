/* The report for a reader and the row of CSV. */
#define _POSIX_C_SOURCE 200809L
#include "csv.h"
#include "report.h"
#include "run.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[RUN_PATH], path[RUN_PATH + 64], page[8192];
static struct failure why;

static void set_up(void)
{
    make_folder(folder, "");
    snprintf(path, sizeof path, "%s/rows.csv", folder);
}

static void tear_down(void)
{
    remove_folder(folder);
}

/* A verified run on a GPU. */
static struct report example(void)
{
    struct report r = { .program = "03_sequential",
                        .backend = "cuda",
                        .device = "Some GPU",
                        .why = "because",
                        .block = 256,
                        .has_n = true,
                        .n = 1 << 20,
                        .data = "coded: integers, seed 1",
                        .data_column = "coded",
                        .judged = true,
                        .sum = 149298,
                        .judgement = { .ok = true, .exact = true },
                        .verdict = { .sizes = 10, .sums = 30, .deterministic = true },
                        .has_passes = true,
                        .passes = 3,
                        .blocks = 4096,
                        .timed = true };
    r.times = (struct times){ .run = { 22, 0.002, 0.0019, 0.0025 },
                              .launch_overhead_ms = 0.0021,
                              .copy_ms = 0.5,
                              .ceiling = { 4000, "bulk copies" } };
    return r;
}

static const char *print(const struct report *report, bool colour)
{
    FILE *file = tmpfile();
    report_print(report, file, colour);
    rewind(file);
    page[fread(page, 1, sizeof page - 1, file)] = '\0';
    fclose(file);
    return page;
}

static void must_show(const char *words)
{
    ck_assert_msg(strstr(page, words) != NULL, "lacks \"%s\":\n%s", words, page);
}

START_TEST(report_of_a_verified_run)
{
    const struct report r = example();
    print(&r, false);
    must_show("03_sequential: 1048576 (2^20) floats, coded");
    must_show("cuda: Some GPU, block 256 - because");
    must_show("verified 30 sums of 11 sizes");
    must_show("sum      149298 (exact)");
    must_show("passes   3, the first with 4096 blocks");
    must_show("time     2 us, the median of 22 (1.9 us to 2.5 us)");
    must_show("speed    2097 GB/s, 52.4 % of this device's read ceiling, 4000 GB/s (bulk copies)");
    ck_assert_ptr_null(strchr(page, '\033'));
    ck_assert_ptr_null(strstr(page, "simulator"));
    ck_assert_ptr_null(strstr(page, "barriers"));
}
END_TEST

START_TEST(report_of_a_program_with_its_own_grid)
{
    struct report r = example();
    char row[2048];
    r.passes = 1;
    r.blocks = 0;
    print(&r, false);
    must_show("passes   1, with a grid of its own");
    csv_row(&r, row, sizeof row);
    ck_assert_msg(strstr(row, ",1,,") != NULL, "%s", row);
}
END_TEST

START_TEST(colour_only_when_asked)
{
    struct report r = example();
    print(&r, true);
    must_show("\033[32mverified\033[0m");
    ck_assert(!report_wants_colour(tmpfile()));
}
END_TEST

START_TEST(more_than_the_ceiling_is_invalid)
{
    struct report r = example();
    r.times.ceiling.gbps = 2000;
    print(&r, false);
    must_show("invalid: 104.9 % of the read ceiling");
    csv_row(&r, page, sizeof page);
    must_show("invalid: above the read ceiling");
}
END_TEST

START_TEST(simulated_time_says_so)
{
    struct report r = example();
    r.simulated = true;
    r.barriers_known = true;
    r.barriers = 9;
    r.times.ceiling.gbps = 0;
    print(&r, false);
    must_show("the simulator's own time, not a GPU's");
    must_show("9 barriers per block");
    ck_assert_ptr_null(strstr(page, "ceiling"));
}
END_TEST

START_TEST(wrong_runs_show_both_cases)
{
    struct report r = example();
    r.timed = r.judged = r.has_passes = false;
    r.verdict = (struct verdict){ .sizes = 10,
                                  .wrong_sizes = 4,
                                  .smallest = { 1, 0, "coded", "short by element 0" },
                                  .telling = { 1000, 2, "ones", "short by elements 992…999" } };
    print(&r, false);
    must_show("wrong    4 of 10 sizes tried; the smallest case:");
    must_show("n = 1, coded data: short by element 0");
    must_show("n = 1000, ones data, 2 floats off a 16-byte boundary: short by elements 992…999");
    ck_assert_ptr_null(strstr(page, "verified"));
    ck_assert_str_eq(report_verdict(&r), "wrong");
}
END_TEST

START_TEST(wrong_data_says_when)
{
    struct report r = example();
    r.wrong = true;
    r.when = "after timing, with new data";
    r.finding = (struct finding){ 1 << 20, 1, "coded", "short by element 3" };
    print(&r, false);
    must_show("wrong    after timing, with new data");
    must_show("short by element 3");
}
END_TEST

START_TEST(errors_are_not_verified)
{
    struct report r = example();
    r.error = "a.c:3: cudaMalloc(&p, n): cudaErrorX: words";
    ck_assert_str_eq(report_verdict(&r), "error");
    print(&r, false);
    must_show("a.c:3: cudaMalloc");
    ck_assert_ptr_null(strstr(page, "verified"));
    r.error = NULL;
    r.verdict.device_error = true;
    r.verdict.wrong_sizes = 1;
    ck_assert_str_eq(report_verdict(&r), "error");
}
END_TEST

START_TEST(rows_have_as_many_fields_as_the_header)
{
    struct report r = example();
    r.barriers_known = true;
    r.barriers = 9;
    csv_row(&r, page, sizeof page);
    ck_assert_str_eq(page, "03_sequential,cuda,Some GPU,1048576,256,coded,22,0.002,0.0019,0.0025,"
                           "2097.15,4000,52.4288,0.0021,0.5,3,4096,9,verified,exact");
    r = (struct report){ .program = "00_serial",
                         .backend = "host",
                         .device = "one CPU core",
                         .data_column = "",
                         .run_only = true };
    csv_row(&r, page, sizeof page);
    ck_assert_str_eq(page, "00_serial,host,one CPU core,,,,,,,,,,,,,,,,verified,");
    unsigned header = 0, row = 0;
    for (const char *p = csv_header(); *p != '\0'; p++) {
        header += *p == ',' ? 1 : 0;
    }
    for (const char *p = page; *p != '\0'; p++) {
        row += *p == ',' ? 1 : 0;
    }
    ck_assert_uint_eq(header, row);
}
END_TEST

START_TEST(fields_are_quoted_where_needed)
{
    struct report r = example();
    r.device = "GPU, \"big\"";
    r.wrong = true;
    r.finding = (struct finding){ 7, 0, "ones", "short by element 1, and more" };
    csv_row(&r, page, sizeof page);
    must_show(",\"GPU, \"\"big\"\"\",");
    must_show(",wrong,\"n = 7 (ones): short by element 1, and more\"");
}
END_TEST

static void read_back(void)
{
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    page[fread(page, 1, sizeof page - 1, file)] = '\0';
    fclose(file);
}

START_TEST(header_once_then_rows)
{
    const struct report r = example();
    ck_assert_int_eq(csv_check(path, &why), 0);
    ck_assert_int_eq(access(path, F_OK), -1); /* checking creates nothing */
    ck_assert_int_eq(csv_append(path, &r, &why), 0);
    ck_assert_int_eq(csv_check(path, &why), 0);
    ck_assert_int_eq(csv_append(path, &r, &why), 0);
    read_back();
    char *first = strstr(page, "program,backend"), *rows = strstr(page, "\n03_sequential");
    ck_assert_ptr_eq(first, page);
    ck_assert_ptr_null(strstr(page + 1, "program,backend"));
    ck_assert_ptr_nonnull(strstr(rows + 1, "\n03_sequential"));
    ck_assert_int_eq(page[strlen(page) - 1], '\n');
}
END_TEST

START_TEST(empty_files_get_a_header)
{
    const struct report r = example();
    fclose(fopen(path, "w"));
    ck_assert_int_eq(csv_check(path, &why), 0);
    ck_assert_int_eq(csv_append(path, &r, &why), 0);
    read_back();
    ck_assert_ptr_eq(strstr(page, "program,backend"), page);
}
END_TEST

START_TEST(files_that_cannot_be_written_are_refused)
{
    const struct report r = example();
    ck_assert_int_eq(csv_check("/no/such/folder/x.csv", &why), EXIT_USAGE);
    ck_assert_ptr_nonnull(strstr(why.text, "/no/such/folder/x.csv"));
    ck_assert_int_eq(csv_append("/no/such/folder/x.csv", &r, &why), EXIT_USAGE);
    ck_assert_int_eq(csv_check(folder, &why), EXIT_USAGE);
    ck_assert_int_eq(csv_check("-", &why), 0);
    if (access("/dev/full", W_OK) == 0) {
        ck_assert_int_eq(csv_append("/dev/full", &r, &why), EXIT_USAGE);
        ck_assert_ptr_nonnull(strstr(why.text, "No space"));
    }
}
END_TEST

START_TEST(other_tables_are_left_alone)
{
    FILE *file = fopen(path, "w");
    fputs("a,b,c\n1,2,3\n", file);
    fclose(file);
    ck_assert_int_eq(csv_check(path, &why), EXIT_USAGE);
    ck_assert_ptr_nonnull(strstr(why.text, "other columns"));
    file = fopen(path, "w");
    fprintf(file, "%s,more\n", csv_header());
    fclose(file);
    ck_assert_int_eq(csv_check(path, &why), EXIT_USAGE);
}
END_TEST

START_TEST(one_float_and_a_nan)
{
    struct report r = example();
    r.n = 1;
    r.sum = copysignf(NAN, -1); /* what x86 makes of inf - inf */
    print(&r, false);
    must_show("03_sequential: 1 float, coded");
    must_show("sum      nan (exact)");
    r.wrong = true;
    r.when = "before timing";
    r.finding = (struct finding){ .n = 1, .misalign = 1, .data = "coded", .text = "lost" };
    print(&r, false);
    must_show("n = 1, coded data, 1 float off a 16-byte boundary: lost");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("report");
    TCase *t = tcase_create("report");
    tcase_add_checked_fixture(t, set_up, tear_down);
    tcase_add_test(t, report_of_a_verified_run);
    tcase_add_test(t, report_of_a_program_with_its_own_grid);
    tcase_add_test(t, one_float_and_a_nan);
    tcase_add_test(t, colour_only_when_asked);
    tcase_add_test(t, more_than_the_ceiling_is_invalid);
    tcase_add_test(t, simulated_time_says_so);
    tcase_add_test(t, wrong_runs_show_both_cases);
    tcase_add_test(t, wrong_data_says_when);
    tcase_add_test(t, errors_are_not_verified);
    tcase_add_test(t, rows_have_as_many_fields_as_the_header);
    tcase_add_test(t, fields_are_quoted_where_needed);
    tcase_add_test(t, header_once_then_rows);
    tcase_add_test(t, empty_files_get_a_header);
    tcase_add_test(t, files_that_cannot_be_written_are_refused);
    tcase_add_test(t, other_tables_are_left_alone);
    suite_add_tcase(suite, t);
    return run_suite(suite);
}
