/*
 * Times of a step on a device, and what they are measured against.
 */
#ifndef GPU_TIME_H
#define GPU_TIME_H

#include "device.h"
#include "gpu.h"
#include "timer.h"

/* Times the passes over in[0..n), which it loads onto the device, with a cold L2. repeat 0: the
 * default number of runs. Returns 0, or the device's error. */
int gpu_time(struct gpu *gpu, const struct device *device, const float *in, size_t n,
             unsigned repeat, struct times *times, struct failure *why);

#endif
