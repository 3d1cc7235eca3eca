/*
 * Integers in float, so that a row's sum is exact in any order.
 */
#include "segmented.h"

#include "data.h"

#include <stdio.h>

size_t segmented_bytes(size_t n)
{
    return (n + ROW - 1) / ROW * sizeof(float);
}

void segmented_fill(int input, void *in, size_t n, uint64_t seed)
{
    (void)input;
    data_fill_coded(in, n, seed, 1 << 16); /* 100 of them stay below 2^24 */
}

bool segmented_judge(size_t way, const void *in, size_t n, const void *out, char *text, size_t size)
{
    const float *values = in, *got = out;
    const size_t rows = (n + ROW - 1) / ROW;
    (void)way;
    for (size_t row = 0; row < rows; row++) {
        float sum = 0;
        for (size_t i = row * ROW; i < n && i < (row + 1) * ROW; i++) {
            sum += values[i];
        }
        if (!(got[row] >= sum && got[row] <= sum)) {
            snprintf(text, size, "row %zu is %.9g, not %.9g", row, (double)got[row], (double)sum);
            return false;
        }
    }
    snprintf(text, size, "%zu rows of %d exact", rows, ROW);
    return true;
}
