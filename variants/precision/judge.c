/*
 * Data that hurts, the exact sum, and the error that each way may have.
 */
#include "precision.h"

#include "data.h"
#include "grid.h"
#include "reference.h"

#include <math.h>
#include <stdio.h>

size_t precision_bytes(size_t n)
{
    (void)n;
    return 3 * sizeof(double);
}

/* Floats: magnitudes over twelve orders whose large ones cancel. Integers: positive, so that few
 * thousand of them pass int32. */
void precision_fill(int input, void *in, size_t n, uint64_t seed)
{
    if (input == PRECISION_FLOATS) {
        data_fill(in, n, DATA_MIXED, seed);
        return;
    }
    int32_t *values = in;
    for (size_t i = 0; i < n; i++) {
        values[i] = (int32_t)(data_hash(seed, i) % 2000000);
    }
}

static bool judge_integers(size_t way, const int32_t *values, size_t n, double got, char *text,
                           size_t size)
{
    int64_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += values[i];
    }
    const uint32_t low = (uint32_t)(uint64_t)sum;
    const int64_t wrapped =
        low < UINT32_C(0x80000000) ? (int64_t)low : (int64_t)low - INT64_C(0x100000000);
    const int64_t right = way == PRECISION_INT32 ? wrapped : sum;
    const bool ok = got >= (double)right && got <= (double)right;
    if (!ok) {
        snprintf(text, size, "%.17g is wrong, not %lld", got, (long long)right);
    } else if (right != sum) {
        snprintf(text, size, "%lld: wrapped, the sum is %lld", (long long)right, (long long)sum);
    } else {
        snprintf(text, size, "%lld, exact", (long long)right);
    }
    return ok;
}

/* Additions between an element and the result. Every GPU has room for 2^14 threads. */
static double additions(size_t way, size_t n)
{
    return way == PRECISION_ONE_THREAD ? (double)n
                                       : (double)n / (1 << 14) + reference_tree_rounds(n);
}

/* Neumaier: what grows with the additions is in units of u squared; then the sum is rounded
 * once. Double rounds each addition, 29 bits later. */
static double bound_of(size_t way, size_t n, const struct reference *reference)
{
    const double u = 0x1p-24, k = additions(way, n);
    switch (way) {
    case PRECISION_NEUMAIER:
        return 2 * u * fabs(reference->sum) + 4 * k * k * u * u * reference->sum_abs;
    case PRECISION_DOUBLE:
        return k * 0x1p-53 * reference->sum_abs + 0x1p-53 * fabs(reference->sum);
    default:
        return k * u * reference->sum_abs;
    }
}

bool precision_judge(size_t way, const void *in, size_t n, const void *out, char *text, size_t size)
{
    const double got = *(const double *)out;
    if (way >= PRECISION_INT32) {
        return judge_integers(way, in, n, got, text, size);
    }
    const struct reference reference = reference_sum(in, n);
    const double error = fabs(got - reference.sum), bound = bound_of(way, n, &reference);
    const bool ok = error <= bound;
    snprintf(text, size, "%s%.9g, error %.2g (bound %.2g)", ok ? "" : "outside the bound: ", got,
             error, bound);
    return ok;
}
