/*
 * Values of which some are much more frequent than others, and a plain count.
 */
#include "histogram.h"

#include "data.h"

#include <stdio.h>
#include <stdlib.h>

size_t histogram_bytes(size_t n)
{
    (void)n;
    return MANY_BINS * sizeof(uint32_t);
}

/* The mean of four uniform values: a bell, whose middle bins are crowded. */
void histogram_fill(int input, void *in, size_t n, uint64_t seed)
{
    uint32_t *values = in;
    (void)input;
    for (size_t i = 0; i < n; i++) {
        const uint64_t hash = data_hash(seed, i);
        const uint32_t sum = (uint32_t)(hash & 0xffff) + (uint32_t)(hash >> 16 & 0xffff) +
                             (uint32_t)(hash >> 32 & 0xffff) + (uint32_t)(hash >> 48);
        values[i] = sum << (VALUE_BITS - 18);
    }
}

bool histogram_judge(unsigned bins, const void *in, size_t n, const void *out, char *text,
                     size_t size)
{
    const uint32_t *values = in, *got = out;
    uint32_t *right = calloc(bins, sizeof *right), fullest = 0;
    unsigned bin = 0;
    if (right == NULL) {
        snprintf(text, size, "out of memory");
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        right[BIN(values[i], bins)]++;
    }
    while (bin < bins && got[bin] == right[bin]) {
        fullest = right[bin] > fullest ? right[bin] : fullest;
        bin++;
    }
    if (bin == bins) {
        snprintf(text, size, "all bins exact, the fullest has %u", fullest);
    } else {
        snprintf(text, size, "bin %u has %u, not %u", bin, got[bin], right[bin]);
    }
    free(right);
    return bin == bins;
}
