/*
 * What the histogram's kernels and its judge agree on.
 */
#ifndef HISTOGRAM_H
#define HISTOGRAM_H

enum {
    VALUE_BITS = 24,     /* of an element */
    FEW_BINS = 256,      /* fit into a block's shared memory */
    MANY_BINS = 1 << 16, /* do not: 256 KB */
};

/* The bin of a value, of 2^n bins. */
#define BIN(value, bins) ((unsigned)((unsigned long long)(value) * (bins) >> VALUE_BITS))

#endif
