#include "data.h"

#include <math.h>
#include <string.h>

static const struct {
    const char *name, *words;
} kinds[DATA_KINDS] = {
    [DATA_CODED] = { "coded", "position-coded integers" },
    [DATA_UNIFORM] = { "uniform", "uniform in [0, 1)" },
    [DATA_NEGATIVE] = { "negative", "all negative" },
    [DATA_MIXED] = { "mixed", "mixed magnitudes, sum near zero" },
    [DATA_ONES] = { "ones", "all ones" },
    [DATA_INF] = { "inf", "one element is +inf" },
    [DATA_NEG_INF] = { "neginf", "one element is -inf" },
    [DATA_BOTH_INF] = { "bothinf", "+inf and -inf once each" },
    [DATA_NAN] = { "nan", "one element is NaN" },
};

const char *data_name(enum data_kind kind)
{
    return kinds[kind].name;
}

const char *data_words(enum data_kind kind)
{
    return kinds[kind].words;
}

bool data_find(const char *name, enum data_kind *kind)
{
    for (int k = 0; k < DATA_KINDS; k++) {
        if (strcmp(name, kinds[k].name) == 0) {
            *kind = (enum data_kind)k;
            return true;
        }
    }
    return false;
}

/* splitmix64's finaliser over a Weyl sequence: any position without the ones
 * before it. */
uint64_t data_hash(uint64_t seed, uint64_t position)
{
    uint64_t z = seed * 0xD1342543DE82EF95u + (position + 1) * 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

uint32_t data_coded_most(size_t n)
{
    if (n <= (size_t)1 << 16) {
        return (uint32_t)(((size_t)1 << 24) / (n > 0 ? n : 1));
    }
    uint32_t most = 1;
    while (most < 1u << 12 && (uint64_t)n <= ((uint64_t)1 << 40) / (4u * (uint64_t)most * most)) {
        most *= 2;
    }
    return most;
}

void data_fill_coded(float *out, size_t n, uint64_t seed, uint32_t most)
{
    for (size_t i = 0; i < n; i++) {
        const uint64_t h = data_hash(seed, i);
        const uint32_t magnitude = 1 + (uint32_t)(((h >> 32) * most) >> 32);
        out[i] = h & 1 ? -(float)magnitude : (float)magnitude;
    }
}

/* 1..2^24 in steps of 2^-24: all 24 bits of a float are in use. */
static float unit(uint64_t seed, size_t i)
{
    return (float)((data_hash(seed, i) >> 40) + 1) * 0x1p-24f;
}

static void fill_uniform(float *out, size_t n, uint64_t seed)
{
    for (size_t i = 0; i < n; i++) {
        out[i] = 1.0f - unit(seed, i);
    }
}

static void fill_negative(float *out, size_t n, uint64_t seed)
{
    for (size_t i = 0; i < n; i++) {
        out[i] = -unit(seed, i);
    }
}

/* The second half takes back what the first half gave, up to a relative
 * rest of 2^-13: partial sums are far larger than the sum. */
static void fill_mixed(float *out, size_t n, uint64_t seed)
{
    const size_t half = n / 2;
    for (size_t i = 0; i < n; i++) {
        const size_t twin = i < half ? i : i - half;
        const uint64_t h = data_hash(seed, twin);
        const float magnitude = ldexpf(1.0f + (float)(h >> 44) * 0x1p-20f, (int)(h % 40) - 20);
        const float value = h & 64 ? -magnitude : magnitude;
        const float rest = (float)(data_hash(seed + 1, i) >> 40) * 0x1p-37f;
        const bool alone = twin == half; /* the last one of an odd n */
        out[i] = i < half ? value : alone ? rest : -value * (1.0f - rest);
    }
}

static void fill_ones(float *out, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        out[i] = 1.0f;
    }
}

/* Places that the seed chooses; `second` differs from `first` when n > 1. */
static void place_special(float *out, size_t n, uint64_t seed, enum data_kind kind)
{
    if (n == 0) {
        return;
    }
    const size_t first = (size_t)(data_hash(seed, n) % n);
    const size_t second = (first + 1 + (size_t)(data_hash(seed, n + 1) % (n > 1 ? n - 1 : 1))) % n;
    if (kind == DATA_BOTH_INF) {
        out[second] = -INFINITY;
    }
    out[first] = kind == DATA_NAN ? NAN : kind == DATA_NEG_INF ? -INFINITY : INFINITY;
}

void data_fill(float *out, size_t n, enum data_kind kind, uint64_t seed)
{
    switch (kind) {
    case DATA_CODED:
        data_fill_coded(out, n, seed, data_coded_most(n));
        break;
    case DATA_NEGATIVE:
        fill_negative(out, n, seed);
        break;
    case DATA_MIXED:
        fill_mixed(out, n, seed);
        break;
    case DATA_ONES:
        fill_ones(out, n);
        break;
    default:
        fill_uniform(out, n, seed);
        break;
    }
    if (kind >= DATA_INF) {
        place_special(out, n, seed, kind);
    }
}

bool data_is_exact(enum data_kind kind, size_t n)
{
    if (kind == DATA_CODED) {
        return (uint64_t)n <= (uint64_t)1 << 40;
    }
    return kind == DATA_ONES && n <= (size_t)1 << 24;
}
