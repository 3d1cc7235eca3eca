/*
 * The same counters from the compiler named on the command line and from the one that
 * simtcc takes by itself: steps compiled by both, all columns equal but those that count
 * the compiler's own basic blocks.
 */
#include "process.h"
#include "suite.h"
#include "table.h"

#include <stdio.h>
#include <string.h>

static const char *const steps[] = { "01_interleaved",   "02_strided_index",    "03_sequential",
                                     "04_first_add",     "05_unroll_last_warp", "06_full_unroll",
                                     "07_multi_element", "08_warp_shuffle" };

static const char *other;

static void run(const char *command)
{
    const char *const argv[] = { "sh", "-c", command, NULL };
    struct process_result result;
    ck_assert_int_eq(process_run(argv, 120, &result), 0);
    ck_assert_msg(result.status == 0, "%s: %s", command, result.err.text);
    process_free(&result);
}

/* Leaves the counters in `csv`. compiler: a name, or empty for simtcc's own choice. */
static void count_with(const char *compiler, const char *step, char csv[4096])
{
    char base[1024], command[8192];
    /* Runs for several compilers go side by side. */
    snprintf(base, sizeof base, BUILD_DIR "/tests/compilers.%s.%s.%s", other,
             compiler[0] != '\0' ? "other" : "own", step);
    snprintf(csv, 4096, "%s.csv", base);
    snprintf(command, sizeof command,
             "SIMT_HOME=%s CXX=%s %s --profile -DBLOCK=64 -I%s %s/%s/reduce.cu %s -o %s && "
             "SIMT_PROFILE=off,csv=%s.csv %s --n 4096,1003",
             BUILD_DIR "/simt", compiler, SOURCE_DIR "/simt/simtcc", SOURCE_DIR "/common",
             SOURCE_DIR "/steps", step, BUILD_DIR "/tools/libone_launch.a", base, base, base);
    run(command);
    remove(base);
}

static int is_the_compilers(const char *column)
{
    return strcmp(column, "basic_blocks") == 0 || strcmp(column, "basic_block_lanes") == 0 ||
           strcmp(column, "branches") == 0;
}

START_TEST(both_compilers_count_the_same)
{
    const char *step = steps[_i];
    static struct table ours, others;
    char path[4096];
    unsigned rows = 0;
    count_with("", step, path);
    ck_assert_int_eq(table_open(&ours, path), 0);
    count_with(other, step, path);
    ck_assert_int_eq(table_open(&others, path), 0);
    while (table_next(&ours) == 1) {
        ck_assert_int_eq(table_next(&others), 1);
        for (unsigned k = 0; k < ours.columns; k++)
            ck_assert_msg(is_the_compilers(ours.name[k]) ||
                              strcmp(ours.field[k], others.field[k]) == 0,
                          "%s, %s: %s by itself, %s with %s", step, ours.name[k], ours.field[k],
                          others.field[k], other);
        rows++;
    }
    ck_assert_uint_eq(rows, 2);
}
END_TEST

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: %s COMPILER, such as clang++\n", argv[0]);
        return 2;
    }
    other = argv[1];
    Suite *suite = suite_create("count: compilers");
    TCase *tcase = tcase_create("compilers");
    tcase_set_timeout(tcase, 120);
    tcase_add_loop_test(tcase, both_compilers_count_the_same, 0,
                        (int)(sizeof steps / sizeof steps[0]));
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
