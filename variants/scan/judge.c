/*
 * Small integers, and their running sum in a loop.
 */
#include "scan.h"

#include "data.h"

#include <stdio.h>

size_t scan_bytes(size_t n)
{
    return (n + 1) * sizeof(int32_t);
}

void scan_fill(int input, void *in, size_t n, uint64_t seed)
{
    int32_t *values = in;
    (void)input;
    for (size_t i = 0; i < n; i++) {
        values[i] = (int32_t)(data_hash(seed, i) % 19) - 9;
    }
}

bool scan_judge(size_t way, const void *in, size_t n, const void *out, char *text, size_t size)
{
    const int32_t *values = in, *got = out;
    int32_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        if (way == SCAN_BOTH_SWEEPS && got[i] != sum) {
            snprintf(text, size, "element %zu is %d, not %d", i, got[i], sum);
            return false;
        }
        sum += values[i];
    }
    snprintf(text, size, got[n] == sum ? "sum %d" : "sum %d, not %d", got[n], sum);
    return got[n] == sum;
}
