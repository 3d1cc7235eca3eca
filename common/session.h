/*
 * One run of a program, from its command line to its report. What differs
 * between a step on a device and a loop on the host comes in a struct summer.
 */
#ifndef SESSION_H
#define SESSION_H

#include "cli.h"
#include "fail.h"
#include "report.h"
#include "subject.h"

#include <stdbool.h>
#include <stddef.h>

struct session {
    struct options options;
    struct report report;
    const char *program;
    float *data;   /* n floats, from malloc; NULL when only sizes are verified */
    size_t *sizes; /* what is verified, ascending; from malloc */
    size_t size_count;
};

struct summer {
    struct subject subject;
    /* Times n >= 0 floats at in; repeat 0 chooses. Leaves the last timed sum in *sum.
     * Returns 0 or the status of *why. */
    int (*time)(void *self, const float *in, size_t n, unsigned repeat, struct times *times,
                float *sum, struct failure *why);
    /* Adds what is known about the last sum to the report: passes, barriers. */
    void (*describe)(void *self, struct report *report);
    void *self;
};

/* Reads the command line. Returns 0; *help says that the help text was printed and
 * nothing is left to do. Otherwise EXIT_USAGE. block: 0 for none. Whatever it
 * returns, session_close ends the session. */
int session_open(struct session *session, int argc, char **argv, unsigned block, bool *help,
                 struct failure *why);

/* Makes or loads the data and the list of sizes. default_n serves when --n and --input say
 * nothing. Returns 0 or EXIT_USAGE. */
int session_load(struct session *session, size_t default_n, struct failure *why);

/* The largest sum that session_run will ask for. */
size_t session_largest(const struct session *session);

/* Verifies, times, verifies again; fills the report. Returns 0, EXIT_WRONG after a
 * finding or a device error (then report.error says which), or EXIT_USAGE. */
int session_run(struct session *session, const struct summer *summer, struct failure *why);

/* Prints the report: a row of CSV, lines for the reader, or both. `status` is what has
 * become of the run; returns it, or EXIT_USAGE when the CSV file cannot be written. */
int session_report(struct session *session, int status, struct failure *why);

/* Frees everything. With a status other than 0 and 1 prints *why on standard error.
 * Returns status. */
int session_close(struct session *session, int status, const struct failure *why);

#endif
