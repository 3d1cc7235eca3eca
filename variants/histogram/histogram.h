/*
 * What the histogram's kernels and its judge agree on.
 */
#ifndef HISTOGRAM_H
#define HISTOGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    VALUE_BITS = 24,     /* of an element */
    FEW_BINS = 256,      /* fit into a block's shared memory */
    MANY_BINS = 1 << 16, /* do not: 256 KB */
};

/* The bin of a value, of 2^n bins. */
#define BIN(value, bins) ((unsigned)((unsigned long long)(value) * (bins) >> VALUE_BITS))

#ifdef __cplusplus
extern "C" {
#endif

/* What struct lab asks for; `bins`: FEW_BINS or MANY_BINS, as the way has them. */
size_t histogram_bytes(size_t n);
void histogram_fill(int input, void *in, size_t n, uint64_t seed);
bool histogram_judge(unsigned bins, const void *in, size_t n, const void *out, char *text,
                     size_t size);

#ifdef __cplusplus
}
#endif

#endif
