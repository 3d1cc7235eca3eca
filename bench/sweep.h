/*
 * The sweep: all steps and variants that sum floats, in one process and on the
 * same buffers, over many sizes.
 */
#ifndef SWEEP_H
#define SWEEP_H

#include "ceiling.h"
#include "cold.h"
#include "device.h"
#include "harness.h"
#include "report.h"

#include <stdbool.h>
#include <stddef.h>

/* A program of the tree, linked in with its main renamed. */
struct program {
    const char *name;                   /* "03_sequential" */
    bool compared;                      /* built with its usual block: runs at every size */
    int (*main)(int argc, char **argv); /* its own */
    struct step step;                   /* what it hands to the harness */
};

/* All programs, in the order of the build's list; each step is asked for once. */
struct program *programs_list(size_t *count);

/* Buffers for sums of up to `largest` floats, and a clock. */
struct sweep {
    struct cold cold;
    struct ceiling ceiling;
    float *in;      /* device memory: a pattern, over and over */
    float *sums[2]; /* pass k writes sums[k % 2] */
};

/* Allocates and fills. Returns 0 or the status of *why; sweep_close in any case. */
int sweep_open(struct sweep *sweep, const struct device *device, size_t largest,
               struct failure *why);

void sweep_close(struct sweep *sweep);

/* Sums report->n floats with the program: once to judge the sum, then `repeat` times on the
 * clock, with a cold L2. Fills the report's result, times and passes. Returns 0, EXIT_WRONG for
 * a wrong sum, or the status of *why, whose text is then the report's error. */
int sweep_run(struct sweep *sweep, const struct program *program, unsigned repeat,
              struct report *report, struct failure *why);

#endif
