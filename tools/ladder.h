/*
 * The ladder's table: what its sources share. ladder.c reads the options,
 * ladder_run.c runs the programs, ladder_csv.c reads and writes their rows,
 * ladder_table.c prints.
 */
#ifndef LADDER_H
#define LADDER_H

#include <stddef.h>
#include <stdio.h>

enum { LADDER_MAX_ROWS = 32, LADDER_TEXT = 128, LADDER_DETAIL = 512 };

/* One program's result. A number that does not apply is negative. */
struct ladder_row {
    char name[LADDER_TEXT]; /* folder of the step: 03_sequential; or "cub" */
    char idea[LADDER_TEXT]; /* from the step's caption */
    char device[LADDER_TEXT], data[LADDER_TEXT];
    double n, block, blocks, ms, gbps, ceiling_gbps, share_percent, barriers;
    char verdict[LADDER_TEXT]; /* verified, wrong, error, crashed, hung */
    char detail[LADDER_DETAIL];
    char *csv;     /* the program's own row, NULL without */
    int on_host;   /* 1: no kernel, the sum runs on the CPU itself */
    int yardstick; /* 1: no step, a library to compare with */
    int status;    /* the program's exit status */
};

struct ladder {
    struct ladder_row rows[LADDER_MAX_ROWS];
    size_t count;
    int simulated;                      /* 1: simt, whose times say nothing about a GPU */
    char backend_line[4 * LADDER_TEXT]; /* which backend runs and why */
    char *csv_header;
};

enum { LADDER_MAX_OPTIONS = 32 };

/* What the reader asked for. */
struct ladder_options {
    const char *source, *build;             /* folders */
    const char *backend;                    /* simt, cuda, or NULL: the build's choice */
    const char *n;                          /* NULL: what suits the backend */
    const char *csv;                        /* file, "-" for standard output, NULL */
    double timeout_s;                       /* for each program */
    int has_input;                          /* --input is among the options */
    const char *passed[LADDER_MAX_OPTIONS]; /* handed to the programs as they are */
    size_t passed_count;
};

/* Runs all programs and fills *ladder. Returns the exit status for the whole:
 * 0 all verified, 1 one is wrong or failed, 2 or 3 when the programs refuse
 * the options or the device; then they have said why on standard error. */
int ladder_run(const struct ladder_options *options, struct ladder *ladder);

/* Fills the row from the text that `--csv -` printed: a header line and one
 * row. Keeps both lines in ladder->csv_header and row->csv. Returns 0, or -1
 * when the text is no such table. */
int ladder_read_csv(const char *text, struct ladder *ladder, struct ladder_row *row);

/* Writes the programs' rows with three columns more: times the step before,
 * times step 01, idea. */
void ladder_write_csv(const struct ladder *ladder, FILE *file);

/* How often `row` is faster than the step before it, or than step 01.
 * Negative where the comparison means nothing. */
double ladder_times_before(const struct ladder *ladder, size_t row);
double ladder_times_first(const struct ladder *ladder, size_t row);

/* How the table may look. */
struct ladder_look {
    int color, unicode;
};

void ladder_print(const struct ladder *ladder, const struct ladder_look *look, FILE *file);

/* "12.3" with as many digits as matter: three, at most one line of width. */
const char *ladder_number(double value, char *text, size_t size);

#endif
