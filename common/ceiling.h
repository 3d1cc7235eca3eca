/*
 * The read ceiling: how fast this very device reads when it does nothing else.
 */
#ifndef CEILING_H
#define CEILING_H

#include "cold.h"
#include "timer.h"

#include <stddef.h>

/* The fastest of several grids of two kernels that read a buffer of at least `least_bytes` (less
 * if the memory is short), with a cold L2. One loads float4s; one, where the device can (compute
 * capability 9.0), has chunks copied into shared memory, so that more bytes are in flight
 * than registers hold. It is the shortest of a few runs, where the time of a step is a median.
 * All 0 on the simulator. Returns 0 or the device's error. */
int ceiling_measure(const struct cold *cold, size_t least_bytes, struct ceiling *ceiling,
                    struct failure *why);

#endif
