/*
 * Times of something on the device that finds nothing of its data in the L2.
 *
 * Before each run a kernel reads memory twice as large as the L2. It must read: after a
 * cudaMemset the L2 holds lines that are still to be written back, and what is timed would
 * pay for them. On the simulator there is no L2, and the times are the simulator's own.
 */
#ifndef COLD_H
#define COLD_H

#include "device.h"
#include "timer.h"

#include <cuda_runtime_api.h>
#include <stddef.h>

struct cold {
    struct device device;
    float *junk; /* device memory that is read between runs; NULL on the simulator */
    size_t junk_floats;
    cudaEvent_t start, stop;
};

/* Something to time: launches on the default stream, does not wait, and returns 0 or the
 * launch's error. */
typedef int (*cold_run)(void *self, struct failure *why);

/* Makes ready to time. Returns 0 or the device's error; cold_close afterwards in any case. */
int cold_open(struct cold *cold, const struct device *device, struct failure *why);

void cold_close(struct cold *cold);

/* Calls run(self) once and leaves the time in *ms. Returns 0 or the error of the run or the
 * device. */
int cold_once(const struct cold *cold, cold_run run, void *self, double *ms, struct failure *why);

/* Times `repeat` runs after a warm-up run; 0 lets timer_repeats choose how many. Returns what
 * cold_once does, or EXIT_USAGE when that many times do not fit in memory. */
int cold_time(const struct cold *cold, cold_run run, void *self, unsigned repeat,
              struct timing *timing, struct failure *why);

/* The time from cold_open's event `start`, recorded before, to `stop`, recorded now. Waits for
 * it. For what is timed without a cold L2. */
int cold_stop(const struct cold *cold, double *ms, struct failure *why);

#endif
