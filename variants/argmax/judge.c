/*
 * Floats of both signs with several equal maxima, and where the first one is.
 */
#include "argmax.h"

#include "data.h"

#include <stdio.h>

size_t argmax_bytes(size_t n)
{
    (void)n;
    return sizeof(struct best);
}

/* From -1 to about 1, or all negative with an odd seed. The range of few values makes ties
 * certain in a long array. */
void argmax_fill(int input, void *in, size_t n, uint64_t seed)
{
    float *values = in;
    const float shift = seed % 2 == 1 ? -2.0f : -1.0f;
    (void)input;
    for (size_t i = 0; i < n; i++) {
        values[i] = (float)(data_hash(seed, i) % 1000) * 0x1p-9f + shift;
    }
}

bool argmax_judge(size_t way, const void *in, size_t n, const void *out, char *text, size_t size)
{
    const float *values = in;
    const struct best *got = out;
    size_t first = 0;
    (void)way;
    for (size_t i = 1; i < n; i++) {
        first = values[i] > values[first] ? i : first;
    }
    const bool right =
        got->index == first && got->value >= values[first] && got->value <= values[first];
    snprintf(text, size, right ? "%.9g at %u" : "%.9g at %u, not %.9g at %zu", (double)got->value,
             got->index, (double)values[first], first);
    return right;
}
