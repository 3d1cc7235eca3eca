#include "timer.h"

#include "clock.h"

#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

struct timing timer_summary(double *ms, unsigned count)
{
    qsort(ms, count, sizeof *ms, compare);
    return (struct timing){ .repeat = count,
                            .median_ms = (ms[(count - 1) / 2] + ms[count / 2]) / 2,
                            .min_ms = ms[0],
                            .max_ms = ms[count - 1] };
}

unsigned timer_repeats(double one_ms, bool hardware)
{
    if (hardware) {
        return TIMER_GPU_RUNS;
    }
    const double fit = TIMER_BUDGET_MS / (one_ms > 1e-6 ? one_ms : 1e-6);
    return fit < TIMER_LEAST_RUNS  ? TIMER_LEAST_RUNS
           : fit > TIMER_MOST_RUNS ? TIMER_MOST_RUNS
                                   : (unsigned)fit;
}

static double time_once(void (*run)(void *self), void *self)
{
    const double start = clock_ms();
    run(self);
    return clock_ms() - start;
}

int timer_host(void (*run)(void *self), void *self, unsigned repeat, struct timing *timing,
               struct failure *why)
{
    const double warm_up = time_once(run, self);
    const unsigned count = repeat > 0 ? repeat : timer_repeats(warm_up, false);
    double *ms = malloc(count * sizeof *ms);
    if (ms == NULL) {
        return fail(why, EXIT_USAGE, "--repeat: %u times do not fit in memory", count);
    }
    for (unsigned k = 0; k < count; k++) {
        ms[k] = time_once(run, self);
    }
    *timing = timer_summary(ms, count);
    free(ms);
    return 0;
}
