/*
 * The same counters from the compiler named on the command line and from the one that
 * simtcc takes by itself, all columns equal but those that count the compiler's own basic
 * blocks: steps, and the programs of counted/, which are what compilers like to change.
 *
 * The first line of a program in counted/ says what was counted by hand in its one launch:
 * "// barriers: 2, global_store_requests: 1".
 */
#include "process.h"
#include "suite.h"
#include "table.h"

#include <stdio.h>
#include <string.h>

static const char *const steps[] = { "01_interleaved",   "02_strided_index",    "03_sequential",
                                     "04_first_add",     "05_unroll_last_warp", "06_full_unroll",
                                     "07_multi_element", "08_warp_shuffle" };

static const char *const programs[] = { "branches", "choices", "copies", "loops" };

enum { STEPS = sizeof steps / sizeof steps[0], PROGRAMS = sizeof programs / sizeof programs[0] };

static const char *other;

static void run(const char *command)
{
    const char *const argv[] = { "sh", "-c", command, NULL };
    struct process_result result;
    ck_assert_int_eq(process_run(argv, 120, &result), 0);
    ck_assert_msg(result.status == 0, "%s: %s", command, result.err.text);
    process_free(&result);
}

/* Leaves the counters in `csv`, and those of each line in `csv`.lines. compiler: a name, or
 * empty for simtcc's own choice. */
static void count_with(const char *compiler, const char *name, const char *source,
                       const char *arguments, char csv[4096])
{
    char base[1024], command[8192];
    /* Runs for several compilers go side by side. */
    snprintf(base, sizeof base, BUILD_DIR "/tests/compilers.%s.%s.%s", other,
             compiler[0] != '\0' ? "other" : "own", name);
    snprintf(csv, 4096, "%s.csv", base);
    snprintf(command, sizeof command,
             "SIMT_HOME=%s CXX=%s %s --profile %s -o %s && "
             "SIMT_PROFILE=off,csv=%s.csv,lines-csv=%s.csv.lines %s %s",
             BUILD_DIR "/simt", compiler, SOURCE_DIR "/simt/simtcc", source, base, base, base, base,
             arguments);
    run(command);
    remove(base);
}

/* The branches, too: of a small "if" a compiler may make an instruction without one. */
static int is_the_compilers(const char *column, int is_program)
{
    return strcmp(column, "basic_blocks") == 0 || strcmp(column, "basic_block_lanes") == 0 ||
           strcmp(column, "branches") == 0 ||
           (is_program && strcmp(column, "divergent_branches") == 0);
}

/* Both tables hold the same; returns how many launches that is. */
static unsigned compare(const char *name, const char *csv, const char *other_csv, int is_program)
{
    static struct table ours, others;
    unsigned rows = 0;
    ck_assert_int_eq(table_open(&ours, csv), 0);
    ck_assert_int_eq(table_open(&others, other_csv), 0);
    while (table_next(&ours) == 1) {
        ck_assert_int_eq(table_next(&others), 1);
        for (unsigned k = 0; k < ours.columns; k++)
            ck_assert_msg(is_the_compilers(ours.name[k], is_program) ||
                              strcmp(ours.field[k], others.field[k]) == 0,
                          "%s, %s: %s by itself, %s with %s", name, ours.name[k], ours.field[k],
                          others.field[k], other);
        rows++;
    }
    return rows;
}

START_TEST(both_compilers_count_the_same)
{
    const char *step = steps[_i];
    char source[4096], csv[4096], other_csv[4096];
    snprintf(source, sizeof source, "-DBLOCK=64 -I%s %s/%s/reduce.cu %s", SOURCE_DIR "/common",
             SOURCE_DIR "/steps", step, BUILD_DIR "/tools/libone_launch.a");
    count_with("", step, source, "--n 4096,1003", csv);
    count_with(other, step, source, "--n 4096,1003", other_csv);
    ck_assert_uint_eq(compare(step, csv, other_csv, 0), 2);
}
END_TEST

/* What the first line of the source says stands in the table's one row. */
static void check_by_hand(const char *source, const char *csv)
{
    static struct table counted;
    char line[512], *rest = line + strlen("// "), *pair;
    FILE *file = fopen(source, "r");
    ck_assert(file != NULL && fgets(line, sizeof line, file) != NULL);
    fclose(file);
    ck_assert_int_eq(table_open(&counted, csv), 0);
    ck_assert_int_eq(table_next(&counted), 1);
    while ((pair = strtok_r(rest, ", \n", &rest)) != NULL) {
        const char *value = strtok_r(rest, ", \n", &rest);
        pair[strcspn(pair, ":")] = '\0';
        unsigned k = 0;
        while (k < counted.columns && strcmp(counted.name[k], pair) != 0)
            k++;
        ck_assert_msg(k < counted.columns, "%s: no counter %s", source, pair);
        ck_assert_msg(strcmp(counted.field[k], value) == 0, "%s, %s: %s by hand, counted %s",
                      source, pair, value, counted.field[k]);
    }
}

/* No place is in a file of simt's, whatever the compiler merged. */
static void check_lines(const char *source, const char *csv)
{
    static struct table lines;
    char path[4096 + 8];
    snprintf(path, sizeof path, "%s.lines", csv);
    ck_assert_int_eq(table_open(&lines, path), 0);
    while (table_next(&lines) == 1) {
        ck_assert_str_eq(lines.name[1], "file");
        const char *file = lines.field[1]; /* perhaps without the folders that all share */
        const size_t all = strlen(source), part = strlen(file);
        ck_assert_msg(part <= all && strcmp(source + all - part, file) == 0, "%s: counted in %s",
                      source, file);
    }
}

START_TEST(both_compilers_count_what_the_source_says)
{
    const char *name = programs[_i];
    char source[4096], csv[4096], other_csv[4096];
    snprintf(source, sizeof source, SOURCE_DIR "/tests/simt/counted/%s.cu", name);
    count_with("", name, source, "", csv);
    count_with(other, name, source, "", other_csv);
    check_by_hand(source, csv);
    check_by_hand(source, other_csv);
    check_lines(source, csv);
    check_lines(source, other_csv);
    ck_assert_uint_eq(compare(name, csv, other_csv, 1), 1);
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
    tcase_add_loop_test(tcase, both_compilers_count_the_same, 0, STEPS);
    tcase_add_loop_test(tcase, both_compilers_count_what_the_source_says, 0, PROGRAMS);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
