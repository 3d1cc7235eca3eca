/*
 * Numbers whose mean is large beside their spread, and what two passes in double
 * precision make of them.
 */
#include "statistics.h"

#include "data.h"

#include <math.h>
#include <stdio.h>

size_t statistics_bytes(size_t n)
{
    (void)n;
    return 2 * sizeof(struct moments);
}

/* Like temperatures in kelvin: around 300, with a spread of about 1. */
void statistics_fill(int input, void *in, size_t n, uint64_t seed)
{
    float *values = in;
    const size_t count = input == STATISTICS_POINTS ? 2 * n : n;
    for (size_t i = 0; i < count; i++) {
        const uint64_t hash = data_hash(seed, i);
        values[i] = 300.0f + (float)(hash >> 40) * 0x1p-22f - 2.0f;
    }
}

/* Two passes: the mean, then the distances from it. */
static struct moments moments_of(const float *values, size_t n)
{
    struct moments m = { (double)n, 0, 0, values[0], values[0] };
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += (double)values[i];
        m.least = values[i] < m.least ? values[i] : m.least;
        m.most = values[i] > m.most ? values[i] : m.most;
    }
    m.mean = sum / m.count;
    for (size_t i = 0; i < n; i++) {
        const double distance = (double)values[i] - m.mean;
        m.m2 += distance * distance;
    }
    return m;
}

static bool same(float a, float b)
{
    return a >= b && a <= b;
}

/* Chan: each of the merges, at most n in a chain, may add a few units of 2^-53 of the mean to
 * it, and four times that, times the spread, to the variance. Naive: float sums, whose chains are at
 * most n / 2^14 long beside the tree; what is lost is in units of the mean's square. */
static bool judge_moments(size_t way, const float *values, size_t n, const struct moments *got,
                          char *text, size_t size)
{
    const struct moments right = moments_of(values, n);
    const double chain = 8 * log2((double)n + 2) + (double)n / (1 << 14) + 16;
    const double u = way == STATISTICS_CHAN ? chain * 0x1p-53 : chain * 0x1p-24;
    const double spread = sqrt(right.m2 / right.count);
    const double mean_bound = u * fabs(right.mean);
    const double variance_bound =
        way == STATISTICS_CHAN ? u * right.m2 / right.count + 4 * mean_bound * (spread + mean_bound)
                               : 4 * u * right.mean * right.mean;
    const double mean_error = fabs(got->mean - right.mean);
    const double variance = got->m2 / right.count;
    const double error = fabs(variance - right.m2 / right.count);
    const bool ok = mean_error <= mean_bound && error <= variance_bound &&
                    same(got->least, right.least) && same(got->most, right.most) &&
                    got->count >= right.count * (1 - 0x1p-20) && got->count <= right.count;
    snprintf(text, size, "%smean %.9g (error %.1g), variance %.6g (error %.1g)",
             ok ? "" : "outside the bounds: ", got->mean, mean_error, variance, error);
    return ok;
}

static bool judge_box(const float *points, size_t n, const struct box *got, char *text, size_t size)
{
    struct box right = { points[0], points[0], points[1], points[1] };
    for (size_t i = 0; i < n; i++) {
        const float x = points[2 * i], y = points[2 * i + 1];
        right.left = x < right.left ? x : right.left;
        right.right = x > right.right ? x : right.right;
        right.bottom = y < right.bottom ? y : right.bottom;
        right.top = y > right.top ? y : right.top;
    }
    const bool ok = same(got->left, right.left) && same(got->right, right.right) &&
                    same(got->bottom, right.bottom) && same(got->top, right.top);
    snprintf(text, size, "%sx %.6g to %.6g, y %.6g to %.6g",
             ok ? "" : "wrong box: ", (double)got->left, (double)got->right, (double)got->bottom,
             (double)got->top);
    return ok;
}

bool statistics_judge(size_t way, const void *in, size_t n, const void *out, char *text,
                      size_t size)
{
    return way == STATISTICS_BOX ? judge_box(in, n, out, text, size)
                                 : judge_moments(way, in, n, out, text, size);
}
