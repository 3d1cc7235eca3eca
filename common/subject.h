/*
 * What is verified: something that sums floats. The harness has two of them,
 * the passes of a step on a device (gpu.h) and a loop on the host (host.h);
 * verify and diagnose know neither, so tests can hand them anything.
 */
#ifndef SUBJECT_H
#define SUBJECT_H

#include <stdbool.h>
#include <stddef.h>

/* How one sum is to be run. */
struct trial {
    unsigned misalign; /* 0..3: floats between a 16-byte boundary and the data */
    bool once;         /* one run, not two */
    bool probe;        /* one run, and only the value counts: skip the checks around it */
    bool tame_before, tame_after; /* what surrounds the data is 0 there, not NaN */
};

enum fault {
    FAULT_NONE,
    FAULT_DEVICE,      /* a call or a launch failed: nothing can follow */
    FAULT_NOT_WRITTEN, /* poison is left where a result should be */
    FAULT_WROTE_OUTSIDE,
    FAULT_INPUT_CHANGED,
};

struct outcome {
    float first, second; /* two runs on the same buffers; the same for a probe */
    enum fault fault;
    char text[400]; /* the fault in words; "" without one */
};

struct subject {
    /* Sums in[0..n) as `trial` says and fills *outcome. */
    void (*sum)(void *self, const float *in, size_t n, const struct trial *trial,
                struct outcome *outcome);
    void *self;
    unsigned block;            /* threads per block, 0: none */
    size_t elements_per_block; /* as in struct step; 0 on the host */
    bool any_order;            /* may sum in another order each time (atomics) */
    /* How many roundings may stand between an element and the sum of n: see
     * reference_judge. */
    double (*rounds)(void *self, size_t n);
};

#endif
