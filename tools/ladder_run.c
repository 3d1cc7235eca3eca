#define _POSIX_C_SOURCE 200809L

#include "backend.h"
#include "ladder.h"
#include "process.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_BYTES = 4096, TWIN_TIMEOUT_S = 60, MAX_ARGUMENTS = LADDER_MAX_OPTIONS + 16 };

/* Large enough that the GPU's cache cannot hold it; halved down to the last
 * where the memory is too small. */
static const char *const gpu_sizes[] = { "2^28", "2^27", "2^26" };
/* Some seconds in all on two cores. */
static const char simt_size[] = "2^21";

/* ---- which backend ---- */

static int choose_backend(const struct ladder_options *options, struct ladder *ladder)
{
    struct backend backend = { .simulated = 0 };
    const int status = backend_choose("ladder", options->build, options->backend, &backend);
    ladder->simulated = backend.simulated;
    snprintf(ladder->backend_line, sizeof ladder->backend_line, "%s", backend.line);
    return status;
}

/* ---- which steps ---- */

/* Fills in the row's idea. Returns 1 when the source is C, so the step runs on the host. */
static int read_idea(const char *source, struct ladder_row *row)
{
    static const char *const files[] = { "reduce.cu", "reduce.c" };
    const char *folder = row->yardstick ? "variants" : "steps";
    for (int on_host = 0; on_host < 2; on_host++) {
        char path[PATH_BYTES];
        snprintf(path, sizeof path, "%s/%s/%s/%s", source, folder, row->name, files[on_host]);
        if (backend_read_idea(path, row->idea, sizeof row->idea) == 0)
            return on_host;
    }
    return 0;
}

static void add_row(struct ladder *ladder, const char *source, const char *name, int yardstick)
{
    struct ladder_row *row = &ladder->rows[ladder->count++];
    *row = (struct ladder_row){ .n = -1,
                                .block = -1,
                                .ms = -1,
                                .gbps = -1,
                                .ceiling_gbps = -1,
                                .share_percent = -1,
                                .barriers = -1,
                                .yardstick = yardstick };
    snprintf(row->name, sizeof row->name, "%s", name);
    row->on_host = read_idea(source, row);
}

static int list_steps(const struct ladder_options *options, struct ladder *ladder)
{
    char path[PATH_BYTES], line[256];
    snprintf(path, sizeof path, "%s/steps.list", options->build);
    FILE *file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL &&
           ladder->count < LADDER_MAX_ROWS - 1) {
        line[strcspn(line, " \n")] = '\0';
        add_row(ladder, options->source, line, 0);
    }
    if (file != NULL)
        fclose(file);
    if (ladder->count == 0) {
        fprintf(stderr, "ladder: %s lists no steps\n", path);
        return 2;
    }
    if (!ladder->simulated)
        add_row(ladder, options->source, "cub", 1);
    return 0;
}

/* ---- one program ---- */

/* Why there is no row: how the program ended, and the first line it said. */
static void explain(const struct process_result *result, double timeout_s, struct ladder_row *row)
{
    const char *said = result->err.text;
    const size_t name = strlen(row->name);
    if (strncmp(said, row->name, name) == 0 && strncmp(said + name, ": ", 2) == 0)
        said += name + 2; /* whoever prints it says the name */
    const int length = (int)strcspn(said, "\n");
    if (result->timed_out) {
        snprintf(row->verdict, sizeof row->verdict, "hung");
        snprintf(row->detail, sizeof row->detail, "ended after %g s without a result", timeout_s);
    } else if (result->status >= 128) {
        snprintf(row->verdict, sizeof row->verdict, "crashed");
        snprintf(row->detail, sizeof row->detail, "%s%s%.*s", strsignal(result->status - 128),
                 length > 0 ? ": " : "", length, said);
    } else {
        snprintf(row->verdict, sizeof row->verdict, "error");
        snprintf(row->detail, sizeof row->detail, "%.*s", length, said);
    }
}

/* Runs the row's program with the options and fills the row. */
static void run_program(const struct ladder_options *options, struct ladder *ladder,
                        struct ladder_row *row, const char *n)
{
    const char *argv[MAX_ARGUMENTS];
    char program[PATH_BYTES];
    size_t count = 0;
    struct process_result result;
    snprintf(program, sizeof program, "%s/%s/%s", options->build,
             ladder->simulated ? "simt" : "cuda", row->name);
    argv[count++] = program;
    argv[count++] = "--csv";
    argv[count++] = "-";
    if (n != NULL) {
        argv[count++] = "--n";
        argv[count++] = n;
    }
    for (size_t i = 0; i < options->passed_count; i++)
        argv[count++] = options->passed[i];
    argv[count] = NULL;
    const int failed = process_run(argv, options->timeout_s, &result);
    row->status = failed ? 1 : result.status;
    if (failed || result.timed_out || ladder_read_csv(result.out.text, ladder, row) != 0)
        explain(&result, options->timeout_s, row);
    if (failed)
        snprintf(row->detail, sizeof row->detail, "cannot run it: %s", strerror(failed));
    process_free(&result);
}

/* A GPU does not say how often its blocks met; the simulated twin of the same
 * program counts, on an array small enough to be quick. */
static void count_barriers(const struct ladder_options *options, struct ladder_row *row)
{
    char program[PATH_BYTES];
    struct process_result result;
    struct ladder_row twin = { .barriers = -1 };
    struct ladder scratch = { 0 };
    snprintf(program, sizeof program, "%s/simt/%s", options->build, row->name);
    const char *const argv[] = { program, "--n", "2^16", "--verify", "only", "--csv", "-", NULL };
    if (process_run(argv, TWIN_TIMEOUT_S, &result) != 0)
        return;
    if (ladder_read_csv(result.out.text, &scratch, &twin) == 0)
        row->barriers = twin.barriers;
    process_free(&result);
    free(scratch.csv_header);
    free(twin.csv);
}

/* ---- progress, on a terminal only ---- */

static void show_bar(size_t done, size_t all, const char *name)
{
    enum { CELLS = 27 };
    char bar[CELLS + 1];
    const size_t filled = CELLS * done / all;
    memset(bar, '.', CELLS);
    memset(bar, '#', filled);
    bar[CELLS] = '\0';
    fprintf(stderr, "\r\033[K[%s] %zu of %zu  %s", bar, done, all, name);
    fflush(stderr);
}

static void show_finished(const struct ladder_row *row)
{
    char ms[32];
    fprintf(stderr, "\r\033[K%s: %s, %s ms\n", row->name, row->verdict,
            ladder_number(row->ms, ms, sizeof ms));
}

/* ---- all of them ---- */

/* Returns 0, or 2 or 3 as soon as a program refuses the options or the device:
 * then *refused is its row. */
static int run_all(const struct ladder_options *options, struct ladder *ladder, const char *n,
                   const struct ladder_row **refused)
{
    const int show = isatty(STDERR_FILENO) && isatty(STDOUT_FILENO);
    for (size_t i = 0; i < ladder->count; i++) {
        struct ladder_row *row = &ladder->rows[i];
        if (show)
            show_bar(i, ladder->count, row->name);
        run_program(options, ladder, row, n);
        if (row->status == 2 || row->status == 3) {
            fputs(show ? "\r\033[K" : "", stderr);
            *refused = row;
            return row->status;
        }
        if (!ladder->simulated && !row->on_host && !row->yardstick)
            count_barriers(options, row);
        if (show)
            show_finished(row);
    }
    return 0;
}

static int prepare(const struct ladder_options *options, struct ladder *ladder)
{
    const int status = choose_backend(options, ladder);
    return status != 0 ? status : list_steps(options, ladder);
}

/* With the reader's N, else with the largest default that the memory holds. */
static int run_sizes(const struct ladder_options *options, struct ladder *ladder,
                     const struct ladder_row **refused)
{
    if (options->n != NULL || options->has_input || ladder->simulated) {
        const int own = options->n != NULL || options->has_input;
        return run_all(options, ladder, own ? options->n : simt_size, refused);
    }
    int status = 2;
    for (size_t i = 0; i < sizeof gpu_sizes / sizeof *gpu_sizes && status == 2; i++)
        status = run_all(options, ladder, gpu_sizes[i], refused);
    return status;
}

static int worst(const struct ladder *ladder)
{
    for (size_t i = 0; i < ladder->count; i++) {
        if (strcmp(ladder->rows[i].verdict, "verified") != 0)
            return 1;
    }
    return 0;
}

/* Only a reader who asked for no backend and no device gets another one. */
static int may_fall_back(const struct ladder_options *options, const struct ladder *ladder)
{
    int asked = options->backend != NULL || ladder->simulated;
    for (size_t i = 0; i < options->passed_count; i += 2)
        asked = asked || strcmp(options->passed[i], "--device") == 0;
    return !asked;
}

static void fall_back(const struct ladder_options *options, struct ladder *ladder)
{
    struct ladder_options simulated = *options;
    simulated.backend = "simt";
    for (size_t i = 0; i < ladder->count; i++)
        free(ladder->rows[i].csv);
    ladder->count = 0;
    if (prepare(&simulated, ladder) == 0)
        snprintf(ladder->backend_line, sizeof ladder->backend_line,
                 "simt, the simulated GPU (the real one cannot be used)");
}

int ladder_run(const struct ladder_options *options, struct ladder *ladder)
{
    const struct ladder_row *refused = NULL;
    int status = prepare(options, ladder);
    if (status != 0)
        return status;
    status = run_sizes(options, ladder, &refused);
    if (status == 3 && may_fall_back(options, ladder)) {
        fprintf(stderr, "%s: %s\nNo GPU can be used: running the simulated one.\n", refused->name,
                refused->detail);
        fall_back(options, ladder);
        status = run_sizes(options, ladder, &refused);
    }
    if (status != 0) {
        fprintf(stderr, "%s: %s\n", refused->name, refused->detail);
        return status;
    }
    return worst(ladder);
}
