#include "report.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { COMMAND = 2000 };

static const char *format(void)
{
    const char *text = getenv("SIMT_REPORT");
    return text != NULL && text[0] != '\0' ? text : "text";
}

static int is_format(const char *name)
{
    const size_t length = strlen(name);
    const char *chosen = format();
    return strncmp(chosen, name, length) == 0 && (chosen[length] == '\0' || chosen[length] == ':');
}

/* Standard error, or the file behind the colon. */
static FILE *open_report(const char *mode)
{
    const char *file = strchr(format(), ':');
    FILE *to = file != NULL ? fopen(file + 1, mode) : stderr;
    if (to == NULL) {
        perror(file + 1);
        to = stderr;
    }
    return to;
}

static void close_report(FILE *to)
{
    fflush(to);
    if (to != stderr)
        fclose(to);
}

static void append(char *text, size_t bytes, size_t *used, const char *more)
{
    const int length = snprintf(text + *used, bytes - *used, "%s", more);
    if (length > 0)
        *used += (size_t)length < bytes - *used ? (size_t)length : bytes - *used - 1;
}

/* One word of a command line for sh. */
static void append_word(char *text, size_t bytes, size_t *used, const char *word)
{
    int plain = word[0] != '\0';
    for (const char *c = word; *c != '\0'; c++)
        plain &= isalnum((unsigned char)*c) || strchr("_./=+:,^%@-", *c) != NULL;
    append(text, bytes, used, plain ? " " : " '");
    append(text, bytes, used, word);
    append(text, bytes, used, plain ? "" : "'");
}

char *report_command(char *text, size_t bytes)
{
    char words[COMMAND] = "";
    const char *seed = getenv("SIMT_SEED");
    size_t used = 0;
    FILE *file = fopen("/proc/self/cmdline", "r");
    const size_t length = file != NULL ? fread(words, 1, sizeof words - 1, file) : 0;
    if (file != NULL)
        fclose(file);
    text[0] = '\0';
    append(text, bytes, &used, "SIMT_SEED=");
    append(text, bytes, &used, seed != NULL && seed[0] != '\0' ? seed : "0");
    for (size_t at = 0; at < length; at += strlen(words + at) + 1)
        append_word(text, bytes, &used, words + at);
    return text;
}

static void print_one(const struct finding *finding, void *to)
{
    report_text(to, finding);
}

void report_new(void)
{
    if (!is_format("text"))
        return;
    fflush(stdout);
    FILE *to = open_report("a");
    finding_each_new(print_one, to);
    close_report(to);
}

/* Counts by name; there are few names. */
static void count_one(const struct finding *finding, void *counts)
{
    ((uint64_t *)counts)[finding->name] += finding->count;
}

static void print_summary(FILE *to)
{
    uint64_t counts[FINDING_NAMES] = { 0 };
    char command[COMMAND];
    const size_t total = finding_total();
    const char *separator = "";
    finding_each(count_one, counts);
    fprintf(to, "simt: %zu finding%s (", total, total == 1 ? "" : "s");
    for (unsigned i = 0; i < FINDING_NAMES; i++) {
        if (counts[i] == 0)
            continue;
        fprintf(to, "%s%s", separator, finding_text((enum finding_name)i));
        if (counts[i] > 1)
            fprintf(to, " %llu times", (unsigned long long)counts[i]);
        separator = ", ";
    }
    fprintf(to, "). Again with: %s\n", report_command(command, sizeof command));
}

void report_end(void)
{
    if (is_format("text")) {
        report_new();
        if (finding_total() == 0)
            return;
        FILE *to = open_report("a");
        print_summary(to);
        close_report(to);
        return;
    }
    fflush(stdout);
    FILE *to = open_report("w");
    if (is_format("sarif"))
        report_sarif(to);
    else
        report_json(to);
    close_report(to);
}
