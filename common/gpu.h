/*
 * A step on a device: its passes, run with every check around them for
 * verification, or bare for timing.
 */
#ifndef GPU_H
#define GPU_H

#include "buffer.h"
#include "device.h"
#include "harness.h"
#include "passes.h"
#include "subject.h"

#include <stdbool.h>
#include <stddef.h>

struct gpu {
    const struct step *step;
    unsigned resident; /* blocks of the step that the device holds */
    struct buffer in;
    struct buffer sums[2]; /* pass k writes sums[k % 2] */
    struct passes passes;  /* of the last sum */
    bool barriers_known;   /* the simulator counts, hardware does not */
    double barriers;       /* per block, in the first pass of the last sum */
};

/* Allocates buffers for sums of up to `largest` floats. Returns 0, EXIT_USAGE when
 * they do not fit in the device's memory, or the device's error. */
int gpu_open(struct gpu *gpu, const struct step *step, const struct device *device, size_t largest,
             struct failure *why);

void gpu_close(struct gpu *gpu);

/* The step as something to verify; points to *gpu. */
struct subject gpu_subject(struct gpu *gpu);

/* Puts in[0..n) on the device, on a 16-byte boundary, for gpu_run. */
int gpu_load(struct gpu *gpu, const float *in, size_t n, struct failure *why);

/* Launches all passes over the loaded data and does not wait. */
void gpu_run(struct gpu *gpu);

/* Waits and fetches the sum of the last gpu_run. */
int gpu_result(struct gpu *gpu, float *sum, struct failure *why);

#endif
