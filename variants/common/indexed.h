/*
 * Data that is a function of its index, so that every GPU and every host makes
 * its own part, and whose sum over any range is known exactly, up to 10^12
 * elements and beyond.
 *
 * The values are integers from -8 to 8 without 0 that repeat after 65537, a prime,
 * so that no stride of a grid meets only some of them. A period adds up to 1:
 * partial sums stay small and floats hold them exactly, while a lost or doubled
 * element, period or part always shows.
 */
#ifndef INDEXED_H
#define INDEXED_H

#include <stddef.h>
#include <stdint.h>

#define INDEXED_PERIOD 65537u

/* Value of element i, for host and device code. */
#define INDEXED_RANK(i) ((uint32_t)((i) % INDEXED_PERIOD) * 40503u % INDEXED_PERIOD)
#define INDEXED_OF_RANK(r)                                                                         \
    ((r) >= 65536u ? 1 : (r) < 32768u ? 1 + (int)((r) / 4096) : -1 - (int)(((r)-32768u) / 4096))

#ifdef __cplusplus
extern "C" {
#endif

/* Elements first..end - 1 of the whole array. */
struct share {
    uint64_t first, end;
};

/* What GPU or rank `number` of `count` adds of n elements; the last one takes the rest. */
struct share share_of(uint64_t n, uint64_t number, uint64_t count);

/* The sum of elements first..first + count - 1. */
int64_t indexed_sum(uint64_t first, uint64_t count);

/* Launches kernels that make elements first..first + count - 1 at d_out, on the default stream of
 * the current device. */
void indexed_fill(float *d_out, uint64_t first, size_t count);

#ifdef __cplusplus
}
#endif

#endif
