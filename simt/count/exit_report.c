/*
 * The report at the end of a program, as SIMT_PROFILE asks for: words with
 * commas between.
 *
 *   off            no report              summary   a paragraph per kernel (the default)
 *   lines          the source as well     launches  a paragraph for each launch
 *   csv=FILE       one row per launch     lines-csv=FILE  one row per source line
 *   out=FILE       the report there, not on standard error
 *   kernel=NAME    of this kernel only (not for CSV)
 *
 * Programs built with --profile have the word summary to begin with, others
 * none. A report of nothing says so.
 */
#include "internal.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct wish {
    int summary, lines, launches;
    const char *csv, *lines_csv, *out, *kernel;
};

/* Set by programs built with --profile (profile.c). */
extern const int simt_count_reports __attribute__((weak));

static char words[4096];

static void read_word(struct wish *wish, const char *word)
{
    if (strcmp(word, "off") == 0)
        wish->summary = wish->lines = wish->launches = 0;
    else if (strcmp(word, "summary") == 0)
        wish->summary = 1;
    else if (strcmp(word, "lines") == 0)
        wish->summary = wish->lines = 1;
    else if (strcmp(word, "launches") == 0)
        wish->summary = wish->launches = 1;
    else if (strncmp(word, "csv=", 4) == 0)
        wish->csv = word + 4;
    else if (strncmp(word, "lines-csv=", 10) == 0)
        wish->lines_csv = word + 10;
    else if (strncmp(word, "out=", 4) == 0)
        wish->out = word + 4;
    else if (strncmp(word, "kernel=", 7) == 0)
        wish->kernel = word + 7;
    else
        fprintf(stderr,
                "SIMT_PROFILE: there is no %s, only off, summary, lines, launches, csv=FILE, "
                "lines-csv=FILE, out=FILE, kernel=NAME\n",
                word);
}

static struct wish read_wishes(void)
{
    struct wish wish = { .summary = &simt_count_reports != NULL };
    const char *text = getenv("SIMT_PROFILE");
    char *rest = NULL;
    if (text == NULL)
        return wish;
    snprintf(words, sizeof words, "%s", text);
    for (char *word = strtok_r(words, ",", &rest); word != NULL; word = strtok_r(NULL, ",", &rest))
        read_word(&wish, word);
    return wish;
}

static void to_file(const char *path, void (*print)(FILE *out))
{
    FILE *out = fopen(path, "w");
    if (out == NULL) {
        perror(path);
        return;
    }
    print(out);
    if (fclose(out) != 0)
        perror(path);
}

struct report {
    const struct wish *wish;
    FILE *out;
};

static void report_kernel(const char *kernel, void *context)
{
    const struct report *report = context;
    struct simt_count_launch l;
    if (report->wish->kernel != NULL && strcmp(report->wish->kernel, kernel) != 0)
        return;
    for (size_t i = 0; report->wish->launches && simt_count_launch(i, &l) == 0; i++)
        if (strcmp(l.kernel, kernel) == 0)
            simt_count_print_summary(report->out, &l);
    if (!report->wish->launches && simt_count_last(kernel, &l) == 0)
        simt_count_print_summary(report->out, &l);
    if (report->wish->lines)
        simt_count_print_lines(report->out, kernel);
}

static void report(void)
{
    const struct wish wish = read_wishes();
    if (wish.csv != NULL)
        to_file(wish.csv, simt_count_print_csv);
    if (wish.lines_csv != NULL)
        to_file(wish.lines_csv, simt_count_print_lines_csv);
    if (!wish.summary)
        return;
    struct report to = { &wish, stderr };
    if (wish.out != NULL && (to.out = fopen(wish.out, "w")) == NULL) {
        perror(wish.out);
        return;
    }
    fflush(stdout);
    if (simt_count_launches() == 0)
        fputs("No kernel was launched: there is nothing to count.\n", to.out);
    simt_count_each_kernel(report_kernel, &to);
    if (wish.out != NULL)
        fclose(to.out);
}

void simt_count_report_at_exit(void)
{
    static atomic_flag asked = ATOMIC_FLAG_INIT;
    if (!atomic_flag_test_and_set(&asked))
        atexit(report);
}
