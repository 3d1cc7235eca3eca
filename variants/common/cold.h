/*
 * Times of something on the device that finds nothing of its data in the L2.
 */
#ifndef COLD_H
#define COLD_H

#include "device.h"
#include "timer.h"

#include <cuda_runtime_api.h>
#include <stddef.h>

struct cold {
    struct device device;
    float *junk; /* device memory that the scrub reads; NULL on the simulator */
    size_t junk_floats;
    struct ceiling ceiling; /* the fastest read; 0 on the simulator */
    cudaEvent_t start, stop;
};

/* Measures the read ceiling with a buffer of at least `least_bytes`, and makes ready to time.
 * Returns 0 or the device's error; cold_close afterwards in any case. */
int cold_open(struct cold *cold, const struct device *device, size_t least_bytes,
              struct failure *why);

void cold_close(struct cold *cold);

/* Calls run(self), which launches on the default stream, once and leaves the time in *ms. */
int cold_once(const struct cold *cold, void (*run)(void *self), void *self, double *ms,
              struct failure *why);

/* The same, `repeat` >= 1 times, without a warm-up. */
int cold_time(const struct cold *cold, void (*run)(void *self), void *self, unsigned repeat,
              struct timing *timing, struct failure *why);

#endif
