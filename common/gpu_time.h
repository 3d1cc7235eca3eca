/*
 * Times of a step on a device, and what they are measured against.
 *
 * On hardware every run starts with a cold L2: between runs a kernel reads a
 * buffer larger than the L2. It must read: after a cudaMemset the L2 holds
 * lines that are still to be written back, and the timed kernel would pay for them.
 * On the simulator there is no L2, and the times are the simulator's own.
 */
#ifndef GPU_TIME_H
#define GPU_TIME_H

#include "device.h"
#include "gpu.h"
#include "timer.h"

/* Times the passes over in[0..n), which it loads onto the device. repeat 0: the
 * default number of runs. Returns 0, or the device's error. */
int gpu_time(struct gpu *gpu, const struct device *device, const float *in, size_t n,
             unsigned repeat, struct times *times, struct failure *why);

/* The read ceiling: the fastest of several grids of two kernels that read a buffer of at least
 * `least_bytes` from memory, with a cold L2 and nothing else to do. One loads float4s; one, where
 * the device can (compute capability 9.0), has chunks copied into shared memory, so more
 * bytes are in flight than registers hold. It is the shortest of a few runs, where the
 * time of a step is a median. On the simulator all is 0. */
int gpu_time_ceiling(const struct device *device, size_t least_bytes, struct ceiling *ceiling,
                     struct failure *why);

#endif
