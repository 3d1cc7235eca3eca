/*
 * simt on 64-bit ARM, under qemu: steps give the same sums, counters and traces as on
 * this machine, and programs the same output and findings. make check-aarch64 runs it.
 */
#include "run.h"

#include "table.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EMULATOR "qemu-aarch64 -L /usr/aarch64-linux-gnu"
#define HERE BUILD_DIR "/simt"
#define THERE BUILD_DIR "/aarch64/simt"

enum { SECONDS = 300 };

static char folder[RUN_PATH];

static void start(void)
{
    make_folder(folder, "");
}

static void stop(void)
{
    remove_folder(folder);
}

/* ---- steps ---------------------------------------------------------------------------- */

static const char *const steps[] = { "01_interleaved", "03_sequential", "08_warp_shuffle" };

START_TEST(the_harness_verifies_the_sum)
{
    struct process_result there = run_expecting(
        0, SECONDS, EMULATOR " '" THERE "/%s' --n 2^14 --repeat 1 --verify quick", steps[_i]);
    struct process_result here =
        run_expecting(0, SECONDS, "'" HERE "/%s' --n 2^14 --repeat 1 --verify quick", steps[_i]);
    assert_contains(there.out.text, "(exact)");
    const char *sum = strstr(here.out.text, "  sum "), *end = strchr(sum, '\n');
    char line[200];
    snprintf(line, sizeof line, "%.*s", (int)(end - sum), sum);
    assert_contains(there.out.text, line);
    process_free(&there);
    process_free(&here);
}
END_TEST

/* Leaves counters and trace in the folder as NAME.csv and NAME.json. */
static void count(const char *name, const char *emulator, const char *build, const char *step)
{
    struct process_result ran =
        run_expecting(0, SECONDS,
                      "cd '%s' && SIMT_PROFILE=off,csv=%s.csv SIMT_TRACE=json=%s.json %s "
                      "'%s/profile/%s.64' --n 4096,1003",
                      folder, name, name, emulator, build, step);
    process_free(&ran);
}

/* The compiler's own basic blocks are another processor's too. */
static int is_the_compilers(const char *column)
{
    return strcmp(column, "basic_blocks") == 0 || strcmp(column, "basic_block_lanes") == 0 ||
           strcmp(column, "branches") == 0;
}

static void compare_counters(const char *step)
{
    static struct table there, here;
    char path[RUN_PATH + 16];
    unsigned rows = 0;
    snprintf(path, sizeof path, "%s/there.csv", folder);
    ck_assert_int_eq(table_open(&there, path), 0);
    snprintf(path, sizeof path, "%s/here.csv", folder);
    ck_assert_int_eq(table_open(&here, path), 0);
    ck_assert_uint_gt(here.columns, 30);
    ck_assert_uint_eq(there.columns, here.columns);
    for (; table_next(&here) == 1; rows++) {
        ck_assert_int_eq(table_next(&there), 1);
        for (unsigned k = 0; k < here.columns; k++)
            ck_assert_msg(is_the_compilers(here.name[k]) ||
                              strcmp(here.field[k], there.field[k]) == 0,
                          "%s, %s: %s here, %s on aarch64", step, here.name[k], here.field[k],
                          there.field[k]);
    }
    ck_assert_uint_eq(rows, 2);
    table_close(&there);
    table_close(&here);
}

START_TEST(counters_and_trace_are_the_same)
{
    count("there", EMULATOR, THERE, steps[_i]);
    count("here", "", HERE, steps[_i]);
    compare_counters(steps[_i]);
    struct process_result same = run_expecting(
        0, SECONDS, "cd '%s' && test -s here.json && cmp here.json there.json", folder);
    process_free(&same);
}
END_TEST

/* ---- other programs ---------------------------------------------------------------------- */

/* Programs of tests/simt, at -O2. */
static const char *const programs[] = { "aarch64/live_values",     "aarch64/polling",
                                        "programs/cas_loops",      "programs/runtime_warp",
                                        "programs/runtime_groups", "programs/runtime_atomics",
                                        "programs/last_block",     "programs/kernel_printf",
                                        "programs/failed_assert" };

/* Known-wrong ones of tests/mutants/wrong, with --check. */
static const char *const mutants[] = { "no_barrier_after_load",     "barrier_in_if",
                                       "lanes_wait_for_each_other", "null_pointer",
                                       "division_by_zero",          "endless_loop" };

/* Compiles for both machines, and runs both: what they print, in there.txt and here.txt.
 * The two may differ in addresses and in the program's own name. */
static void run_both(const char *flags, const char *source)
{
    static const char *const side[2][4] = {
        { "there", "CXX=aarch64-linux-gnu-g++", THERE, EMULATOR }, { "here", "", HERE, "" }
    };
    for (int i = 0; i < 2; i++) {
        struct process_result ran = run_expecting(
            0, SECONDS,
            "cd '%s' && SIMT_HOME='%s' %s '" SOURCE_DIR "/simt/simtcc' %s '%s' -o program && "
            "{ SIMT_TIMEOUT=2 %s ./program >%s.txt 2>&1; echo status $? >>%s.txt; }",
            folder, side[i][2], side[i][1], flags, source, side[i][3], side[i][0], side[i][0]);
        process_free(&ran);
    }
}

START_TEST(programs_print_the_same)
{
    char source[RUN_PATH];
    snprintf(source, sizeof source, SOURCE_DIR "/tests/simt/%s.cu", programs[_i]);
    run_both("-O2", source);
    struct process_result same =
        run_expecting(0, SECONDS, "cd '%s' && diff here.txt there.txt", folder);
    process_free(&same);
}
END_TEST

START_TEST(findings_are_the_same)
{
    char source[RUN_PATH];
    snprintf(source, sizeof source, SOURCE_DIR "/tests/mutants/wrong/%s.cu", mutants[_i]);
    run_both("--check", source);
    /* Which lane is in a loop without an end when it is stopped is chance. */
    const int is_chance = strcmp(mutants[_i], "endless_loop") == 0;
    struct process_result same = run_expecting(
        0, SECONDS,
        "cd '%s' && for side in here there; do sed -E 's/0x[0-9a-f]+/ADDRESS/g; %s' $side.txt "
        ">$side.cut; done; grep 'simt: 1 finding' here.cut && diff here.cut there.cut",
        folder, is_chance ? "/: error: runaway/d; /^  warp /d" : "");
    process_free(&same);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("aarch64");
    TCase *tests = tcase_create("aarch64");
    tcase_add_checked_fixture(tests, start, stop);
    tcase_set_timeout(tests, 2 * SECONDS);
    tcase_add_loop_test(tests, the_harness_verifies_the_sum, 0,
                        (int)(sizeof steps / sizeof steps[0]));
    tcase_add_loop_test(tests, counters_and_trace_are_the_same, 0,
                        (int)(sizeof steps / sizeof steps[0]));
    tcase_add_loop_test(tests, programs_print_the_same, 0,
                        (int)(sizeof programs / sizeof programs[0]));
    tcase_add_loop_test(tests, findings_are_the_same, 0, (int)(sizeof mutants / sizeof mutants[0]));
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
