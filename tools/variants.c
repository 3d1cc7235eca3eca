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

enum { PATH_BYTES = 4096, TEXT = 256, MAX_PASSED = 16, TIMEOUT_S = 900, REFUSED = 2 };

#define LEFT_OUT "left out: "

static const char usage[] =
    "usage: variants --source FOLDER --build FOLDER [--backend simt|cuda] [--csv FILE] [options]\n"
    "  --n --seed --repeat --device   as the programs take them\n";

struct request {
    const char *source, *build, *wish, *csv; /* wish: the backend, NULL without */
    const char *passed[MAX_PASSED];          /* options for the programs */
    size_t passed_count;
    struct backend backend;
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
        printf("%-20s  %-42s%10s%14s  result\n", "variant", "idea or way", "elements",
               "simulator ms");
    else
        printf("%-20s  %-42s%12s%10s%8s%9s  result\n", "variant", "idea or way", "elements", "ms",
               "GB/s", "ceiling");
}

static void print_number(double value, int width)
{
    if (value >= 0)
        printf("%*.*f", width, value >= 100 ? 0 : value >= 1 ? 2 : 5, value);
    else
        printf("%*s", width, "-");
}

static void print_row(const struct request *request, const char *name, const char *idea,
                      const struct table *row)
{
    const char *detail = table_text(row, "detail");
    const char *verdict = table_text(row, "verdict");
    printf("%-20s  %-42.42s%*s", name, idea, request->backend.simulated ? 10 : 12,
           table_text(row, "n"));
    print_number(table_number(row, "median_ms"), request->backend.simulated ? 14 : 10);
    if (!request->backend.simulated) {
        print_number(table_number(row, "gbps"), 8);
        const double share = table_number(row, "share_percent");
        if (share >= 0)
            printf("%8.1f%%", share);
        else
            printf("%9s", "-");
    }
    const int right = strcmp(verdict, "verified") == 0;
    if (right && strncmp(detail, LEFT_OUT, strlen(LEFT_OUT)) == 0)
        printf("  %s\n", detail); /* a lab's way: not for so many */
    else
        printf("  %s%s%s\n", verdict, right ? "" : ": ", right ? "" : detail);
}

static void print_left_out(const struct entry *entry, const char *idea, const char *why)
{
    printf("%-20s  %-42.42s  " LEFT_OUT "%s%s\n", entry->name, idea, why, entry->lacks);
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

static void append_file(const char *from, const char *to)
{
    char line[TABLE_LINE];
    FILE *in = fopen(from, "r"), *out = fopen(to, "a");
    int header = out != NULL && fseek(out, 0, SEEK_END) == 0 && ftell(out) > 0;
    while (in != NULL && out != NULL && fgets(line, sizeof line, in) != NULL) {
        if (!header)
            fputs(line, out);
        header = 0;
    }
    if (in != NULL)
        fclose(in);
    if (out != NULL)
        fclose(out);
}

/* Whether the variant cannot run here; then its line says why. */
static int left_out(const struct request *request, const struct entry *entry, const char *idea)
{
    const int absent = strcmp(entry->kind, "absent") == 0;
    if (!absent && (!request->backend.simulated || entry->lacks[0] == '\0'))
        return 0;
    print_left_out(entry, idea, absent ? "it needs " : "simt lacks ");
    return 1;
}

/* Runs the program with the options passed on; its rows go to csv. 0, or errno. */
static int run_program(const struct request *request, const char *name, const char *csv,
                       struct process_result *result)
{
    const char *argv[MAX_PASSED + 8];
    char program[PATH_BYTES];
    size_t count = 0;
    snprintf(program, sizeof program, "%s/%s/%s", request->build,
             request->backend.simulated ? "simt" : "cuda", name);
    argv[count++] = program;
    for (size_t k = 0; k < request->passed_count; k++)
        argv[count++] = request->passed[k];
    argv[count++] = "--csv";
    argv[count++] = csv;
    argv[count] = NULL;
    unlink(csv);
    return process_run(argv, TIMEOUT_S, result);
}

static void print_failure(const char *name, int failed, const struct process_result *result)
{
    if (failed != 0 || result->err.text[0] != '\0' || result->timed_out)
        printf("%-20s  %.200s\n", name,
               failed != 0         ? strerror(failed)
               : result->timed_out ? "ended after a quarter of an hour without a result"
                                   : result->err.text);
}

/* Returns 0, 1 when something is wrong, or REFUSED when no variant will take the options. */
static int run_variant(const struct request *request, const struct entry *entry, const char *csv)
{
    char idea[TEXT];
    struct process_result result;
    read_idea(request->source, entry->name, idea);
    if (left_out(request, entry, idea))
        return 0;
    const int failed = run_program(request, entry->name, csv, &result);
    int status = failed != 0 || result.timed_out || result.status != 0;
    /* A sum takes every option: what one refuses, all would. */
    if (failed == 0 && result.status == REFUSED && strcmp(entry->kind, "sum") == 0) {
        fputs(result.err.text, stderr);
        status = REFUSED;
    } else if (failed != 0 || print_rows(request, entry->name, idea, csv) != 0) {
        print_failure(entry->name, failed, &result);
        status = 1;
    }
    process_free(&result);
    if (request->csv != NULL)
        append_file(csv, request->csv);
    fflush(stdout);
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

static int run_all(const struct request *request)
{
    char path[PATH_BYTES], csv[PATH_BYTES], line[2 * TEXT];
    int status = 0, count = 0;
    snprintf(path, sizeof path, "%s/variants.list", request->build);
    snprintf(csv, sizeof csv, "%s/variants.%ld.csv", request->build, (long)getpid());
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        fprintf(stderr, "variants: %s is missing: build first (make variants does)\n", path);
        return 2;
    }
    print_head(request);
    while (status != REFUSED && fgets(line, sizeof line, file) != NULL) {
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

int main(int argc, char **argv)
{
    struct request request = { .source = NULL };
    int status = parse(argc, argv, &request);
    if (status == 0)
        status = backend_choose("variants", request.build, request.wish, &request.backend);
    if (status != 0)
        return status;
    printf("Backend: %s\n\n", request.backend.line);
    process_end_children_on_signals();
    return run_all(&request);
}
