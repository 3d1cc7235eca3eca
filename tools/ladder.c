/*
 * The ladder: runs the steps' programs on the same data, one after the other,
 * and prints one table.
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ladder.h"
#include "process.h"
#include "table.h"

static const char usage[] =
    "usage: ladder --source FOLDER --build FOLDER [options]\n"
    "  --backend B    simt or cuda (default: cuda if it was built, else simt)\n"
    "  --n N          how many floats (default: what suits the backend)\n"
    "  --csv FILE     write the table's data to FILE, too; - for standard output only\n"
    "  --timeout S    seconds allowed for each program (default 900)\n"
    "  --input --data --seed --repeat --block --device   as the programs take them\n";

/* Which option goes where. Returns 0, or -1 for one that is unknown. */
static int read_option(struct ladder_options *options, const char *name, const char *value)
{
    static const char *const passed[] = { "--input",  "--data",  "--seed",
                                          "--repeat", "--block", "--device" };
    if (strcmp(name, "--source") == 0)
        options->source = value;
    else if (strcmp(name, "--build") == 0)
        options->build = value;
    else if (strcmp(name, "--backend") == 0)
        options->backend = value;
    else if (strcmp(name, "--n") == 0)
        options->n = value;
    else if (strcmp(name, "--csv") == 0)
        options->csv = value;
    else if (strcmp(name, "--timeout") == 0)
        options->timeout_s = strtod(value, NULL);
    else {
        for (size_t i = 0; i < sizeof passed / sizeof *passed; i++) {
            if (strcmp(name, passed[i]) == 0 && options->passed_count + 2 <= LADDER_MAX_OPTIONS) {
                options->has_input |= i == 0;
                options->passed[options->passed_count++] = name;
                options->passed[options->passed_count++] = value;
                return 0;
            }
        }
        return -1;
    }
    return 0;
}

static int parse(int argc, char **argv, struct ladder_options *options)
{
    for (int i = 1; i < argc; i += 2) {
        if (i + 1 == argc || read_option(options, argv[i], argv[i + 1]) != 0) {
            fprintf(stderr, "ladder: %s: %s\n%s", argv[i],
                    i + 1 == argc ? "its value is missing" : "there is no such option", usage);
            return 2;
        }
    }
    if (options->source == NULL || options->build == NULL || !(options->timeout_s > 0)) {
        fputs(usage, stderr);
        return 2;
    }
    return 0;
}

static int write_csv(const struct ladder *ladder, const char *path)
{
    FILE *file = strcmp(path, "-") == 0 ? stdout : fopen(path, "w");
    if (file != NULL)
        ladder_write_csv(ladder, file);
    if (file == NULL || fflush(file) != 0 || (file != stdout && fclose(file) != 0)) {
        fprintf(stderr, "ladder: cannot write %s: %s\n", path, strerror(errno));
        return 2;
    }
    return 0;
}

static struct ladder_look choose_look(void)
{
    const char *no_color = getenv("NO_COLOR");
    return (struct ladder_look){
        .color = isatty(STDOUT_FILENO) && (no_color == NULL || no_color[0] == '\0'),
        .unicode = strcmp(nl_langinfo(CODESET), "UTF-8") == 0,
    };
}

static void free_ladder(struct ladder *ladder)
{
    for (size_t i = 0; i < ladder->count; i++)
        free(ladder->rows[i].csv);
    free(ladder->csv_header);
}

int main(int argc, char **argv)
{
    static struct ladder ladder;
    struct ladder_options options = { .timeout_s = 900 };
    setlocale(LC_CTYPE, "");
    int status = parse(argc, argv, &options);
    const int csv_only = options.csv != NULL && strcmp(options.csv, "-") == 0;
    if (status == 0 && options.csv != NULL && !csv_only)
        status = table_check_writable("ladder", options.csv);
    if (status != 0)
        return status;
    process_end_children_on_signals();
    status = ladder_run(&options, &ladder);
    if (status < 2) {
        const struct ladder_look look = choose_look();
        if (!csv_only)
            ladder_print(&ladder, &look, stdout);
        if (options.csv != NULL && write_csv(&ladder, options.csv) != 0)
            status = 2;
    }
    free_ladder(&ladder);
    return status;
}
