/*
 * Two arrays of floats of both signs, and their dot product in double precision.
 */
#include "dot.h"

#include "data.h"
#include "grid.h"
#include "reference.h"

#include <math.h>
#include <stdio.h>

enum { BLOCK_THREADS = 256 };

size_t dot_bytes(size_t n)
{
    (void)n;
    return sizeof(float);
}

static size_t second(size_t n)
{
    return (n + 3) / 4 * 4;
}

void dot_fill(int input, void *in, size_t n, uint64_t seed)
{
    float *values = in;
    (void)input;
    for (size_t i = 0; i < n; i++) {
        const uint64_t hash = data_hash(seed, i);
        values[i] = (float)(hash >> 40) * 0x1p-23f - 1.0f;
        values[second(n) + i] = (float)(hash & 0xffffff) * 0x1p-23f - 1.0f;
    }
}

/* How many roundings may stand between an element and the result: a thread's chain, the tree, and
 * the blocks that add one after the other. Every GPU has room for 2^14 threads. */
static double rounds(size_t way, size_t n)
{
    const double blocks = fmin(GRID_MOST, (double)n / 2048 + 1);
    const double chain = way == DOT_ONE_THREAD  ? (double)n
                         : way == DOT_ONE_BLOCK ? (double)n / BLOCK_THREADS
                                                : (double)n / (1 << 14) + blocks;
    return chain + reference_tree_rounds(n) + 1;
}

bool dot_judge(size_t way, const void *in, size_t n, const void *out, char *text, size_t size)
{
    const float *a = in, *b = a + second(n);
    const double got = (double)*(const float *)out;
    double sum = 0, sum_abs = 0;
    for (size_t i = 0; i < n; i++) {
        const double product = (double)a[i] * (double)b[i];
        sum += product;
        sum_abs += fabs(product);
    }
    const double error = fabs(got - sum), bound = rounds(way, n) * 0x1p-24 * sum_abs;
    const bool right = error <= bound;
    snprintf(text, size, right ? "%.9g, error %.2g" : "%.9g is wrong: off by %.2g", got, error);
    return right;
}
