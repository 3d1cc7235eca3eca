/*
 * What a run tells: a few lines for a reader, or one row of CSV.
 */
#ifndef REPORT_H
#define REPORT_H

#include "fail.h"
#include "reference.h"
#include "timer.h"
#include "verify.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct report {
    const char *program; /* "03_sequential" */
    const char *backend; /* "simt", "cuda", "host" */
    const char *device;  /* name */
    const char *why;     /* why this backend, one clause; "" says nothing */
    bool simulated;      /* times are the simulator's */
    unsigned block;      /* 0: not applicable */
    size_t n;
    size_t element_bytes;    /* of what is summed; 0: a float's */
    bool has_n;              /* n floats are summed, not only the verification's sizes */
    bool judged;             /* and were: sum and judgement are valid */
    char data[160];          /* "coded (position-coded integers, seed 1)" */
    char notes[200];         /* on the reader's own data; "" without */
    const char *data_column; /* CSV: the kind, or the file's name */
    float sum;               /* of the n floats */
    struct judgement judgement;
    struct verdict verdict;
    struct finding finding; /* of the n floats; valid when wrong */
    bool wrong;             /* the n floats came out wrong */
    const char *when;       /* of the finding: "before timing" */
    bool has_passes;
    unsigned passes, blocks; /* blocks of the first pass; 0: the program chooses its own */
    bool barriers_known;
    double barriers; /* per block of the first pass */
    bool timed;
    bool run_only; /* launches and copies are not timed by themselves */
    struct times times;
    const char *detail; /* CSV: instead of how good the sum is; NULL: that */
    const char *error;  /* a device error; NULL without */
};

/* "verified", "wrong" or "error" */
const char *report_verdict(const struct report *report);

/* 10^9 bytes read per second: n elements in the median time; 0 when not timed. */
double report_gbps(const struct report *report);

/* GB/s in percent of the ceiling; 0 when there is no ceiling. */
double report_share(const struct report *report);

/* Writes the lines for a reader. Colour is used when `colour` says so. */
void report_print(const struct report *report, FILE *out, bool colour);

/* True for a terminal, unless the environment variable NO_COLOR is not empty. */
bool report_wants_colour(FILE *out);

#endif
