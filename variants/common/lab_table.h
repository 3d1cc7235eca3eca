/*
 * What a lab's run found out, and how it is printed.
 */
#ifndef LAB_TABLE_H
#define LAB_TABLE_H

#include "cli.h"
#include "device.h"
#include "lab.h"
#include "report.h"
#include "timer.h"

#include <stdbool.h>
#include <stdio.h>

enum { LAB_TEXT = 256 };

struct lab_result {
    const char *name;     /* of the way */
    const char *left_out; /* why n is not for it, and whether others were; NULL: it is */
    bool checked;         /* at some size */
    bool wrong, timed;    /* at any size; the n elements */
    bool same_bits;       /* two runs always agreed */
    struct timing timing; /* of n elements */
    size_t element_bytes; /* of its input */
    double gbps;          /* input bytes over median time */
    char text[LAB_TEXT];  /* the judge's words on n elements, or what went wrong */
};

struct lab_report {
    const char *program;
    const struct device *device;
    size_t n;
    uint64_t seed;
    struct ceiling ceiling;                /* 0: not known */
    size_t sizes_left_out, first_left_out; /* of those that the level verifies */
    const struct lab_result *results;
    size_t count;
};

/* Prints the table for a reader. */
void lab_print(const struct lab_report *report, FILE *out);

/* Appends one row of the harness's CSV per way; program is "LAB: WAY". Returns 0 or EXIT_USAGE. */
int lab_csv(const struct lab_report *report, const char *path, struct failure *why);

#endif
