/*
 * The ladder's counters: runs each step's profiling program and prints one
 * table.
 *
 *   profile --build FOLDER --block B [--n N] [--csv FILE]
 */
#include "process.h"
#include "table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_BYTES = 4096, TIMEOUT_S = 300, EXIT_USAGE = 2 };

struct request {
    const char *build, *block, *n;
    FILE *csv;                      /* NULL without */
    int head_is_out, header_is_out; /* of the table, and of csv */
};

static int usage(const char *program)
{
    fprintf(stderr, "usage: %s --build FOLDER --block B [--n N] [--csv FILE]\n", program);
    return EXIT_USAGE;
}

/* ---- one step --------------------------------------------------------------------- */

/* Returns the program's exit status, and has said why it is not 0. */
static int run_step(const struct request *r, const char *step, const char *csv)
{
    char path[PATH_BYTES], wish[PATH_BYTES + 32];
    snprintf(path, sizeof path, "%s/simt/profile/%.200s.%s", r->build, step, r->block);
    snprintf(wish, sizeof wish, "SIMT_PROFILE=off,csv=%s", csv);
    const char *const argv[] = { "env", wish, path, "--n", r->n, NULL };
    struct process_result result;
    const int error = process_run(argv, TIMEOUT_S, &result);
    const int status = error != 0 ? 1 : result.status;
    if (error != 0)
        fprintf(stderr, "%s: %s\n", path, strerror(error));
    else if (status != 0)
        fputs(result.err.text, stderr);
    process_free(&result);
    return status;
}

/* 1234567 as 1,234,567. */
static const char *grouped(double value, char text[32])
{
    char digits[32];
    const int count = snprintf(digits, sizeof digits, "%.0f", value);
    char *to = text;
    for (int i = 0; i < count; i++) {
        if (i > 0 && (count - i) % 3 == 0)
            *to++ = ',';
        *to++ = digits[i];
    }
    *to = '\0';
    return text;
}

static void cell(int width, double value)
{
    char text[32];
    printf(" %*s", width, value == 0 ? "-" : grouped(value, text));
}

static double sum_of(const struct table *t, const char *a, const char *b, const char *c)
{
    return table_number(t, a) + table_number(t, b) + (c != NULL ? table_number(t, c) : 0);
}

static void print_row(const char *step, const struct table *t)
{
    const double sectors = sum_of(t, "global_load_sectors", "global_store_sectors", NULL);
    const double used = sum_of(t, "global_load_bytes", "global_store_bytes", NULL);
    const double executed = table_number(t, "basic_blocks");
    printf("%-21s", step);
    cell(9, sum_of(t, "global_load_requests", "global_store_requests", "global_atomic_requests"));
    cell(9, sectors);
    printf(" %6.0f%%", sectors > 0 ? 100 * used / (32 * sectors) : 0);
    cell(10, sum_of(t, "shared_load_wavefronts", "shared_store_wavefronts",
                    "shared_atomic_wavefronts"));
    cell(9,
         sum_of(t, "shared_load_conflicts", "shared_store_conflicts", "shared_atomic_conflicts"));
    printf(" %9.4g", table_number(t, "barriers_completed") / table_number(t, "blocks"));
    cell(8, sum_of(t, "warp_syncs", "shuffles", NULL));
    printf(" %7.1f", executed > 0 ? table_number(t, "basic_block_lanes") / executed : 0);
    cell(9, table_number(t, "divergent_branches"));
    printf(" %8.0f%%\n", 100 * table_number(t, "occupancy"));
}

static void print_head(const struct request *r)
{
    printf("One launch of each step: %s floats, blocks of %s threads, the simulated GPU's "
           "counters\n\n",
           r->n, r->block);
    printf("%-21s %9s %9s %7s %10s %9s %9s %8s %7s %9s %9s\n", "", "global", "sectors", "bytes",
           "shared", "bank", "barriers", "syncs,", "active", "divergent", "");
    printf("%-21s %9s %9s %7s %10s %9s %9s %8s %7s %9s %9s\n", "step", "requests", "moved", "used",
           "wavefronts", "conflicts", "per block", "shuffles", "lanes", "branches", "occupancy");
}

/* Hands the program's own row on, with the step before it. */
static void copy_csv(struct request *r, const char *step, const char *csv)
{
    char line[TABLE_LINE];
    FILE *in = fopen(csv, "r");
    if (r->csv == NULL || in == NULL)
        return;
    for (int first = 1; fgets(line, sizeof line, in) != NULL; first = 0) {
        if (!first || !r->header_is_out)
            fprintf(r->csv, "%s,%s", first ? "step" : step, line);
        r->header_is_out |= first;
    }
    fclose(in);
}

static int profile_step(struct request *r, const char *step, const char *csv)
{
    struct table t;
    const int status = run_step(r, step, csv);
    if (status != 0)
        return status;
    if (!r->head_is_out)
        print_head(r);
    r->head_is_out = 1;
    if (table_open(&t, csv) != 0 || table_next(&t) != 1) {
        fprintf(stderr, "%s: it launched no kernel\n", step);
        return 1;
    }
    print_row(step, &t);
    table_close(&t);
    copy_csv(r, step, csv);
    return 0;
}

/* ---- all steps ----------------------------------------------------------------------- */

/* build/steps.list: a step's name and the block sizes that it allows, in each line. */
static int profile_all(struct request *r, const char *csv)
{
    char path[PATH_BYTES], line[TABLE_LINE], block[32];
    int failed = 0, found = 0, refused = 0;
    snprintf(path, sizeof path, "%s/steps.list", r->build);
    FILE *list = fopen(path, "r");
    if (list == NULL) {
        perror(path);
        return 1;
    }
    while (!refused && fgets(line, sizeof line, list) != NULL) {
        line[strcspn(line, "\n")] = ' ';
        snprintf(block, sizeof block, " %s ", r->block);
        if (strstr(line, block) == NULL)
            continue; /* no kernel, or none of this size */
        line[strcspn(line, " ")] = '\0';
        const int status = profile_step(r, line, csv);
        refused = status == EXIT_USAGE; /* the others would say the same */
        failed |= status != 0;
        found++;
    }
    fclose(list);
    if (found == 0)
        fprintf(stderr, "No step allows blocks of %s threads.\n", r->block);
    return refused ? EXIT_USAGE : failed || found == 0;
}

/* 0, or EXIT_USAGE, said. *csv_file: where the rows are wanted, NULL without. */
static int parse(int argc, char **argv, struct request *r, const char **csv_file)
{
    for (int k = 1; k < argc; k += 2) {
        const char *value = k + 1 < argc ? argv[k + 1] : NULL;
        if (value != NULL && strcmp(argv[k], "--build") == 0)
            r->build = value;
        else if (value != NULL && strcmp(argv[k], "--block") == 0)
            r->block = value;
        else if (value != NULL && strcmp(argv[k], "--n") == 0)
            r->n = value;
        else if (value != NULL && strcmp(argv[k], "--csv") == 0)
            *csv_file = value;
        else
            return usage(argv[0]);
    }
    return r->build == NULL || r->block == NULL ? usage(argv[0]) : 0;
}

int main(int argc, char **argv)
{
    struct request r = { .n = "2^20" };
    const char *csv_file = NULL;
    char csv[PATH_BYTES]; /* one program's rows */
    const int refused = parse(argc, argv, &r, &csv_file);
    if (refused != 0)
        return refused;
    if (csv_file != NULL && (r.csv = fopen(csv_file, "w")) == NULL) {
        perror(csv_file);
        return EXIT_USAGE;
    }
    snprintf(csv, sizeof csv, "%s/profile-XXXXXX", r.build);
    const int file = mkstemp(csv);
    if (file < 0) {
        perror(csv);
        return 1;
    }
    close(file);
    process_end_children_on_signals();
    const int failed = profile_all(&r, csv);
    remove(csv);
    if (r.csv != NULL && fclose(r.csv) != 0) {
        perror(csv_file);
        return 1;
    }
    return failed;
}
