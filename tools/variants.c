/*
 * make variants: runs every variant, one after the other, and prints one table.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backend.h"
#include "process.h"
#include "table.h"

enum { PATH_BYTES = 4096, TEXT = 256, MAX_PASSED = 16, TIMEOUT_S = 900, HELP_S = 60 };

/* What a program's status says; larger ones end the table. */
enum { VERIFIED = 0, WRONG = 1, REFUSED = 2, NO_DEVICE = 3 };

#define LEFT_OUT "left out: "

static const char usage[] =
    "usage: variants --source FOLDER --build FOLDER [--backend simt|cuda] [--csv FILE] [options]\n"
    "  --n --input --data --seed --repeat --device   for the programs that take them\n";

struct request {
    const char *source, *build, *wish, *csv; /* wish: the backend, NULL without */
    const char *passed[MAX_PASSED];          /* options for the programs */
    size_t passed_count;
    struct backend backend;
    FILE *shown; /* the table */
    FILE *rows;  /* the programs' own rows; NULL: not wanted */
    int rows_begun;
};

/* One line of the build's list: name, kind, what is lacking. */
struct entry {
    char name[TEXT], kind[TEXT], lacks[TEXT];
};

static int parse(int argc, char **argv, struct request *request)
{
    for (int i = 1; i < argc; i += 2) {
        if (i + 1 == argc || request->passed_count + 2 > MAX_PASSED) {
            fputs(usage, stderr);
            return 2;
        }
        if (strcmp(argv[i], "--source") == 0)
            request->source = argv[i + 1];
        else if (strcmp(argv[i], "--build") == 0)
            request->build = argv[i + 1];
        else if (strcmp(argv[i], "--backend") == 0)
            request->wish = argv[i + 1];
        else if (strcmp(argv[i], "--csv") == 0)
            request->csv = argv[i + 1];
        else {
            request->passed[request->passed_count++] = argv[i];
            request->passed[request->passed_count++] = argv[i + 1];
        }
    }
    if (request->source == NULL || request->build == NULL)
        fputs(usage, stderr);
    return request->source == NULL || request->build == NULL ? 2 : 0;
}

/* ---- the table ---- */

static void print_head(const struct request *request)
{
    if (request->backend.simulated)
        fprintf(request->shown, "%-20s  %-42s%10s%14s  result\n", "variant", "idea or way",
                "elements", "simulator ms");
    else
        fprintf(request->shown, "%-20s  %-42s%12s%10s%8s%9s  result\n", "variant", "idea or way",
                "elements", "ms", "GB/s", "ceiling");
}

static void print_number(const struct request *request, double value, int width)
{
    if (value >= 0)
        fprintf(request->shown, "%*.*f", width, value >= 100 ? 0 : value >= 1 ? 2 : 5, value);
    else
        fprintf(request->shown, "%*s", width, "-");
}

static void print_row(const struct request *request, const char *name, const char *idea,
                      const struct table *row)
{
    const char *detail = table_text(row, "detail");
    const char *verdict = table_text(row, "verdict");
    fprintf(request->shown, "%-20s  %-42.42s%*s", name, idea, request->backend.simulated ? 10 : 12,
            table_text(row, "n"));
    print_number(request, table_number(row, "median_ms"), request->backend.simulated ? 14 : 10);
    if (!request->backend.simulated) {
        print_number(request, table_number(row, "gbps"), 8);
        const double share = table_number(row, "share_percent");
        if (share >= 0)
            fprintf(request->shown, "%8.1f%%", share);
        else
            fprintf(request->shown, "%9s", "-");
    }
    const int right = strcmp(verdict, "verified") == 0;
    if (right && strncmp(detail, LEFT_OUT, strlen(LEFT_OUT)) == 0)
        fprintf(request->shown, "  %s\n", detail); /* a lab's way: not for so many */
    else
        fprintf(request->shown, "  %s%s%s\n", verdict, right ? "" : ": ", right ? "" : detail);
}

/* The rest of the sentence is `why` and `what`. */
static void print_left_out(const struct request *request, const struct entry *entry,
                           const char *idea, const char *why, const char *what)
{
    fprintf(request->shown, "%-20s  %-42.42s  " LEFT_OUT "%s%s\n", entry->name, idea, why, what);
}

/* ---- one variant ---- */

/* What the variant is about; "" without a caption. */
static void read_idea(const char *source, const char *name, char idea[TEXT])
{
    static const char *const endings[] = { "/reduce.cu", ".cu", ".c" };
    idea[0] = '\0';
    for (size_t k = 0; k < sizeof endings / sizeof *endings; k++) {
        char path[PATH_BYTES];
        snprintf(path, sizeof path, "%s/variants/%s%s%s%s", source, name, k > 0 ? "/" : "",
                 k > 0 ? name : "", endings[k]);
        if (backend_read_idea(path, idea, TEXT) == 0)
            return;
    }
}

/* A lab's rows are called "lab: way": the idea is the way. */
static int print_rows(const struct request *request, const char *name, const char *idea,
                      const char *csv)
{
    struct table table;
    int status = 1, first = 1;
    if (table_open(&table, csv) != 0)
        return 1;
    while (table_next(&table) == 1) {
        const char *way = strstr(table_text(&table, "program"), ": ");
        print_row(request, first ? name : "", way != NULL ? way + 2 : idea, &table);
        status = (first ? 0 : status) | (strcmp(table_text(&table, "verdict"), "verified") != 0);
        first = 0;
    }
    return status;
}

/* The rows of one program, with the header only where none stands yet. */
static void append_rows(struct request *request, const char *csv)
{
    char line[TABLE_LINE];
    FILE *in = fopen(csv, "r");
    int header = request->rows_begun;
    while (in != NULL && fgets(line, sizeof line, in) != NULL) {
        if (!header)
            fputs(line, request->rows);
        header = 0;
        request->rows_begun = 1;
    }
    if (in != NULL)
        fclose(in);
    fflush(request->rows);
}

/* ---- what a program takes ---- */

/* Whether --help lists the option. */
static int takes(const char *help, const char *option)
{
    char line[TEXT];
    snprintf(line, sizeof line, "\n  %s ", option);
    return strstr(help, line) != NULL;
}

/* An option that chooses the data, and that the program does not take: it makes its own. */
static int has_own_data(const struct request *request, const char *help)
{
    for (size_t k = 0; k < request->passed_count; k += 2) {
        const char *option = request->passed[k];
        if ((strcmp(option, "--input") == 0 || strcmp(option, "--data") == 0) &&
            !takes(help, option))
            return 1;
    }
    return 0;
}

/* The options that were asked for and that the program takes, and its table. */
static void choose_arguments(const struct request *request, const char *help, const char *csv,
                             const char *argv[MAX_PASSED + 4])
{
    size_t count = 1;
    for (size_t k = 0; k < request->passed_count; k += 2) {
        if (takes(help, request->passed[k])) {
            argv[count++] = request->passed[k];
            argv[count++] = request->passed[k + 1];
        }
    }
    argv[count++] = "--csv";
    argv[count++] = csv;
    argv[count] = NULL;
}

/* ---- one run ---- */

/* Whether the variant cannot run here; then its line says why. */
static int left_out(const struct request *request, const struct entry *entry, const char *idea)
{
    const int absent = strcmp(entry->kind, "absent") == 0;
    if (!absent && (!request->backend.simulated || entry->lacks[0] == '\0'))
        return 0;
    print_left_out(request, entry, idea, absent ? "it needs " : "simt lacks ", entry->lacks);
    return 1;
}

/* The first line of what a program complained of, without its name in front. */
static const char *complaint(const char *name, const struct process_result *result)
{
    char *text = result->err.text;
    const size_t length = strlen(name);
    text[strcspn(text, "\n")] = '\0';
    return strncmp(text, name, length) == 0 && strncmp(text + length, ": ", 2) == 0
               ? text + length + 2
               : text;
}

static void print_failure(const struct request *request, const char *name, int failed,
                          const struct process_result *result)
{
    const char *why = failed != 0         ? strerror(failed)
                      : result->timed_out ? "ended after a quarter of an hour without a result"
                                          : complaint(name, result);
    fprintf(request->shown, "%-20s  %.200s\n", name, why);
}

/* What the program's end means for the table. A sum takes every option: what one refuses, all
 * would, and a device that one lacks, too. */
static int judge(const struct request *request, const struct entry *entry, const char *idea,
                 const char *csv, int failed, const struct process_result *result)
{
    const int sum = strcmp(entry->kind, "sum") == 0;
    if (failed == 0 && (result->status == NO_DEVICE || (result->status == REFUSED && sum))) {
        fprintf(stderr, "%s\n", complaint(entry->name, result));
        return result->status;
    }
    if (failed == 0 && result->status == REFUSED) {
        print_left_out(request, entry, idea, "", complaint(entry->name, result));
        return VERIFIED;
    }
    if (failed != 0 || print_rows(request, entry->name, idea, csv) != 0) {
        if (failed != 0 || result->timed_out || result->err.text[0] != '\0')
            print_failure(request, entry->name, failed, result);
        return WRONG;
    }
    return result->timed_out || result->status != 0 ? WRONG : VERIFIED;
}

static int run_variant(struct request *request, const struct entry *entry, const char *csv)
{
    char idea[TEXT], program[PATH_BYTES];
    struct process_result help, result;
    const char *argv[MAX_PASSED + 4] = { program, "--help", NULL };
    read_idea(request->source, entry->name, idea);
    if (left_out(request, entry, idea))
        return VERIFIED;
    snprintf(program, sizeof program, "%s/%s/%s", request->build,
             request->backend.simulated ? "simt" : "cuda", entry->name);
    int failed = process_run(argv, HELP_S, &help), status = VERIFIED;
    if (failed == 0 && has_own_data(request, help.out.text)) {
        print_left_out(request, entry, idea, "it makes its own data", "");
    } else {
        choose_arguments(request, failed == 0 ? help.out.text : "", csv, argv);
        unlink(csv);
        failed = process_run(argv, TIMEOUT_S, &result);
        status = judge(request, entry, idea, csv, failed, &result);
        process_free(&result);
        if (request->rows != NULL)
            append_rows(request, csv);
    }
    process_free(&help);
    fflush(request->shown);
    return status;
}

/* Fields of a line, tabs between. */
static void read_entry(const char *line, struct entry *entry)
{
    char *const fields[] = { entry->name, entry->kind, entry->lacks };
    for (size_t k = 0; k < 3; k++) {
        const size_t length = strcspn(line, "\t\n");
        snprintf(fields[k], TEXT, "%.*s", (int)length, line);
        line += length + (line[length] == '\t');
    }
}

static int run_all(struct request *request)
{
    char path[PATH_BYTES], csv[PATH_BYTES], line[2 * TEXT];
    int status = VERIFIED, count = 0;
    snprintf(path, sizeof path, "%s/variants.list", request->build);
    snprintf(csv, sizeof csv, "%s/variants.%ld.csv", request->build, (long)getpid());
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        fprintf(stderr, "variants: %s is missing: build first (make variants does)\n", path);
        return 2;
    }
    print_head(request);
    while (status < REFUSED && fgets(line, sizeof line, file) != NULL) {
        struct entry entry;
        read_entry(line, &entry);
        const int one = run_variant(request, &entry, csv);
        status = one > status ? one : status;
        count++;
    }
    fclose(file);
    unlink(csv);
    return count > 0 ? status : 2;
}

/* With --csv - the rows are all that is printed. */
static int open_outputs(struct request *request)
{
    const int rows_only = request->csv != NULL && strcmp(request->csv, "-") == 0;
    request->shown = rows_only ? fopen("/dev/null", "w") : stdout;
    request->rows = rows_only ? stdout : NULL;
    if (request->csv != NULL && !rows_only) {
        if (table_check_writable("variants", request->csv) != 0)
            return 2;
        request->rows = fopen(request->csv, "a");
        request->rows_begun = request->rows != NULL && ftell(request->rows) > 0;
    }
    return request->shown == NULL || (request->csv != NULL && request->rows == NULL) ? 2 : 0;
}

int main(int argc, char **argv)
{
    static struct request request;
    int status = parse(argc, argv, &request);
    if (status == 0)
        status = backend_choose("variants", request.build, request.wish, &request.backend);
    if (status == 0)
        status = open_outputs(&request);
    if (status != 0)
        return status;
    fprintf(request.shown, "Backend: %s\n\n", request.backend.line);
    process_end_children_on_signals();
    return run_all(&request);
}
