/*
 * The sweep, its charts, and the table of variants.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run.h"
#include "variant.h"

enum { SECONDS = 120 };

#define SWEEP "'" BUILD_DIR "/bench/sweep' "

static int count_lines(const char *text)
{
    int count = 0;
    for (; *text != '\0'; text++)
        count += *text == '\n';
    return count;
}

START_TEST(the_sweep_times_each_program_at_each_size)
{
    struct process_result result =
        run_expecting(0, SECONDS, SWEEP "--from 2^9 --to 2^11 --repeat 2 --only last_block");
    ck_assert_int_eq(count_lines(result.out.text), 1 + 3);
    assert_contains(result.out.text, "program,backend,device,n,block,");
    assert_contains(result.out.text, variant_has_cuda() ? "last_block,cuda," : "last_block,simt,");
    assert_contains(result.out.text, ",1024,256,pattern,2,");
    assert_contains(result.out.text, ",verified,");
    process_free(&result);
}
END_TEST

START_TEST(the_sweep_holds_every_step_and_every_sum)
{
    struct process_result result =
        run_expecting(0, SECONDS, SWEEP "--from 2^10 --to 2^10 --repeat 1");
    static const char *const names[] = { "01_interleaved", "08_warp_shuffle", "atomic_per_element",
                                         "grid_sync",      "float4_unrolled", "best" };
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        assert_contains(result.out.text, names[k]);
    assert_lacks(result.out.text, ",wrong,");
    process_free(&result);
}
END_TEST

START_TEST(the_sweep_tries_other_blocks)
{
    struct process_result result = run_expecting(
        0, SECONDS, SWEEP "--from 2^10 --to 2^10 --blocks 2^12 --repeat 1 --only 03_sequential");
    ck_assert_int_eq(count_lines(result.out.text), 1 + 1 + 5);
    assert_contains(result.out.text, ",4096,1024,pattern,");
    process_free(&result);
}
END_TEST

START_TEST(the_sweep_refuses_what_it_does_not_know)
{
    struct process_result result = run_expecting(2, 20, SWEEP "--size 3");
    assert_contains(result.err.text, "there is no option --size");
    process_free(&result);
    result = run_expecting(2, 20, SWEEP "--from 0");
    assert_contains(result.err.text, "--from");
    process_free(&result);
    result = run_expecting(3, 20, SWEEP "--device 9");
    assert_contains(result.err.text, "there is no device 9");
    process_free(&result);
}
END_TEST

/* ---- charts ---- */

START_TEST(recorded_data_give_four_charts)
{
    char folder[RUN_PATH];
    if (!has_command("gnuplot")) {
        fprintf(stderr, "test_sweep: gnuplot is missing, the charts were not drawn\n");
        return;
    }
    make_folder(folder, "");
    struct process_result result = run_expecting(
        0, SECONDS, "sh '" SOURCE_DIR "/bench/charts.sh' docs/data/h200_variants.csv '%s'", folder);
    assert_contains(result.out.text, "overtaken by the tree of step 03 at n = ");
    process_free(&result);
    result = run_expecting(0, 20,
                           "cd '%s' && grep -q '</svg>' speedup.svg bandwidth.svg crossover.svg "
                           "blocks.svg && ls *.png | wc -l",
                           folder);
    assert_contains(result.out.text, "4");
    process_free(&result);
    remove_folder(folder);
}
END_TEST

START_TEST(what_is_no_sweep_draws_nothing)
{
    char folder[RUN_PATH];
    if (!has_command("gnuplot"))
        return;
    make_folder(folder, "");
    struct process_result result = run_expecting(
        2, SECONDS, "sh '" SOURCE_DIR "/bench/charts.sh' docs/data/h200_multi_gpu.csv '%s/charts'",
        folder);
    assert_contains(result.err.text, "docs/data/h200_multi_gpu.csv is no sweep");
    process_free(&result);
    result = run_expecting(0, 20, "test ! -e '%s/charts'", folder);
    process_free(&result);
    remove_folder(folder);
}
END_TEST

/* Two straight lines on log-log paper, 4 us and n / 256 us, cross at 1024. */
START_TEST(the_crossover_is_where_the_lines_cross)
{
    char folder[RUN_PATH];
    make_folder(folder, "");
    char table[8192] = "program,backend,device,n,block,data,repeat,median_ms,min_ms,max_ms,gbps\n";
    for (int n = 64; n <= 65536; n *= 2) {
        char rows[256];
        const double ms = n / 256.0 * 1e-3;
        snprintf(rows, sizeof rows,
                 "a,x,y,%d,256,p,9,%g,%g,%g,1\nb,x,y,%d,256,p,9,0.004,0.002,0.008,1\n", n, ms,
                 ms / 2, ms * 2, n);
        strcat(table, rows);
    }
    char path[RUN_PATH + 16];
    snprintf(path, sizeof path, "%s/t.csv", folder);
    write_text(path, table, 0644);
    struct process_result result = run_expecting(
        0, 20,
        "awk -v what=crossover -v first=a -v second=b -f '" SOURCE_DIR "/bench/select.awk' '%s'",
        path);
    ck_assert_str_eq(result.out.text, "1024 256 4096\n");
    process_free(&result);
    remove_folder(folder);
}
END_TEST

/* ---- the table of variants ---- */

#define TABLE                                                                                      \
    "'" BUILD_DIR "/tools/variants-table' --source '" SOURCE_DIR "' --build '" BUILD_DIR           \
    "' --backend simt "

START_TEST(the_table_shows_every_variant)
{
    struct process_result result = run_expecting(0, SECONDS, TABLE "--n 2000 --repeat 1");
    assert_contains(result.out.text, "last_block            one launch and a ticket");
    assert_contains(result.out.text, "packed, one atomic per block");
    assert_contains(result.out.text, "left out: simt lacks bulk copies");
    assert_lacks(result.out.text, "wrong");
    process_free(&result);
}
END_TEST

/* A build folder that lists one lab, one variant that is not built and one that simt lacks. */
START_TEST(what_is_left_out_says_why)
{
    static const char list[] = "dot\tlab\t\t\nfar\tabsent\ta radio\t\nnear\tsum\tan aerial\t\n";
    char folder[RUN_PATH], path[RUN_PATH + 16];
    make_folder(folder, "");
    snprintf(path, sizeof path, "%s/variants.list", folder);
    write_file(path, list, sizeof list - 1, 0644);
    struct process_result result =
        run_expecting(0, SECONDS,
                      "ln -s '" BUILD_DIR "/simt' '" BUILD_DIR "/backend.txt' '%s' && '" BUILD_DIR
                      "/tools/variants-table' --source '" SOURCE_DIR
                      "' --build '%s' --backend simt --n 1100000 --repeat 1",
                      folder, folder);
    assert_contains(result.out.text, "left out: too slow for so many; verified on shorter ones\n");
    assert_contains(result.out.text, "left out: it needs a radio\n");
    assert_contains(result.out.text, "left out: simt lacks an aerial\n");
    process_free(&result);
    remove_folder(folder);
}
END_TEST

START_TEST(an_option_that_all_refuse_is_refused_once)
{
    struct process_result result = run_expecting(2, SECONDS, TABLE "--n many");
    const char *first = strstr(result.err.text, "many");
    ck_assert_ptr_nonnull(first);
    ck_assert_ptr_null(strstr(first + 1, "many"));
    assert_lacks(result.out.text, "many");
    process_free(&result);
}
END_TEST

/* Options that some programs have no use for are no reason to fail. */
START_TEST(a_lab_is_left_out_of_data_that_are_not_its_own)
{
    struct process_result result =
        run_expecting(0, SECONDS, TABLE "--n 1000 --repeat 1 --seed 3 --data mixed");
    assert_contains(result.out.text, "left out: it makes its own data\n");
    assert_contains(result.out.text, "verified\n");
    ck_assert_str_eq(result.err.text, "");
    process_free(&result);
    result = run_expecting(0, SECONDS, TABLE "--n 0 --repeat 1");
    assert_contains(result.out.text, "left out: --n: at least 1\n");
    ck_assert_str_eq(result.err.text, "");
    process_free(&result);
}
END_TEST

START_TEST(a_device_that_is_not_there_ends_the_table)
{
    struct process_result result = run_expecting(3, SECONDS, TABLE "--device 9");
    ck_assert_str_eq(result.err.text, "there is no device 9; there is 0 (simt)\n");
    process_free(&result);
}
END_TEST

START_TEST(rows_that_cannot_be_written_are_refused_at_once)
{
    struct process_result result = run_expecting(2, 20, TABLE "--csv /nowhere/rows.csv");
    assert_contains(result.err.text, "cannot write /nowhere/rows.csv");
    ck_assert_str_eq(result.out.text, "");
    process_free(&result);
}
END_TEST

START_TEST(rows_alone_have_one_header)
{
    struct process_result result = run_expecting(0, SECONDS, TABLE "--n 1000 --repeat 1 --csv -");
    ck_assert_int_eq(strncmp(result.out.text, "program,backend,", 16), 0);
    ck_assert_ptr_null(strstr(result.out.text + 1, "program,backend,"));
    assert_lacks(result.out.text, "idea or way");
    process_free(&result);
}
END_TEST

START_TEST(a_backend_that_was_not_built_is_refused)
{
    if (variant_has_cuda())
        return;
    struct process_result result = run_expecting(
        0, 20,
        "'" BUILD_DIR "/tools/variants-table' --source '" SOURCE_DIR "' --build '" BUILD_DIR
        "' --backend cuda 2>&1 | grep -q 'CUDA backend was not built'");
    process_free(&result);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sweep");
    TCase *tests = tcase_create("sweep");
    tcase_set_timeout(tests, SECONDS + 10);
    tcase_add_test(tests, the_sweep_times_each_program_at_each_size);
    tcase_add_test(tests, the_sweep_holds_every_step_and_every_sum);
    tcase_add_test(tests, the_sweep_tries_other_blocks);
    tcase_add_test(tests, the_sweep_refuses_what_it_does_not_know);
    tcase_add_test(tests, recorded_data_give_four_charts);
    tcase_add_test(tests, what_is_no_sweep_draws_nothing);
    tcase_add_test(tests, the_crossover_is_where_the_lines_cross);
    tcase_add_test(tests, the_table_shows_every_variant);
    tcase_add_test(tests, what_is_left_out_says_why);
    tcase_add_test(tests, an_option_that_all_refuse_is_refused_once);
    tcase_add_test(tests, a_lab_is_left_out_of_data_that_are_not_its_own);
    tcase_add_test(tests, a_device_that_is_not_there_ends_the_table);
    tcase_add_test(tests, rows_that_cannot_be_written_are_refused_at_once);
    tcase_add_test(tests, rows_alone_have_one_header);
    tcase_add_test(tests, a_backend_that_was_not_built_is_refused);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
