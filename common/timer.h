/*
 * Times of many runs, summed up; and how many runs are worth their time.
 */
#ifndef TIMER_H
#define TIMER_H

#include "fail.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    TIMER_GPU_RUNS = 22,  /* on hardware, when --repeat does not say */
    TIMER_LEAST_RUNS = 3, /* on the simulator and the host: these at least, */
    TIMER_MOST_RUNS = 20, /* these at most, */
};
#define TIMER_BUDGET_MS 400.0 /* and as many as this allows */

struct timing {
    unsigned repeat; /* timed runs; 0: not timed */
    double median_ms, min_ms, max_ms;
};

/* What kernels that only read reach, and the way in which the best of them did. */
struct ceiling {
    double gbps;    /* 10^9 bytes per second; 0: not measured */
    const char *by; /* one clause; NULL: not measured */
};

/* What a run of n floats cost. */
struct times {
    struct timing run;         /* all passes */
    double launch_overhead_ms; /* an empty kernel, launched and ended, one of many in a row */
    double copy_ms;            /* host to device, n floats from pageable memory */
    struct ceiling ceiling;
};

/* Sums up count >= 1 times; sorts ms[]. The median of an even count is the mean
 * of the two in the middle. */
struct timing timer_summary(double *ms, unsigned count);

/* How many runs to time when one takes `one_ms`: as TIMER_... says, for
 * hardware a fixed number. */
unsigned timer_repeats(double one_ms, bool hardware);

/* Times `run(self)` in a loop with the host's clock after one warm-up run. repeat 0
 * lets timer_repeats choose. Returns 0 or EXIT_USAGE when memory is short. */
int timer_host(void (*run)(void *self), void *self, unsigned repeat, struct timing *timing,
               struct failure *why);

#endif
