/*
 * Data whose sum is known to be hard to get right by accident.
 *
 * All generators are functions of (kind, seed, n, position): the same four
 * give the same floats on every machine.
 *
 * Position-coded integers. Element i is a non-zero integer, sign and size taken
 * from a hash of (seed, i), at most M in magnitude. Two demands pull at M:
 *
 *  - Sums must be exact, whatever the order of addition, so that a right kernel
 *    matches to the last bit. Floats hold every integer up to 2^24.
 *    For n <= 2^16, M = 2^24 / n: no partial sum can leave that range.
 *    For larger n all elements of one sign could leave it, but an order of
 *    addition that does not look at the values meets random signs: by
 *    Hoeffding's inequality a sum of m <= n such elements passes t = 2^24 with
 *    probability at most 2 exp(-t^2 / (2 m M^2)). M is the largest power of two
 *    with n M^2 <= 2^40, which makes the exponent at least 128. Even over all
 *    2 n partial sums of a run that is below 10^-40 (n = 2^40, the largest n
 *    called exact).
 *  - A lost or doubled element must show. No element is 0, so a single one
 *    always does. Several that are lost or doubled together cancel with
 *    a probability near 1 / (M sqrt(k)), and never for the same k elements under
 *    another seed or data set: the harness uses several. That an element was
 *    taken instead of another shows unless both hold the same value (1 in 2 M).
 */
#ifndef DATA_H
#define DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum data_kind {
    DATA_CODED,    /* position-coded integers, see above */
    DATA_UNIFORM,  /* uniform in [0, 1) */
    DATA_NEGATIVE, /* uniform in [-1, 0), none is 0 */
    DATA_MIXED,    /* magnitudes from 2^-20 to 2^20, the sum is near zero */
    DATA_ONES,     /* all 1: the sum is n */
    DATA_INF,      /* uniform, one element is +inf: the sum is +inf */
    DATA_NEG_INF,  /* uniform, one element is -inf */
    DATA_BOTH_INF, /* uniform, +inf and -inf once each: NaN (n = 1: +inf) */
    DATA_NAN,      /* uniform, one element is NaN */
    DATA_KINDS
};

/* The name that --data takes: "coded", "uniform", ... */
const char *data_name(enum data_kind kind);

/* A few words for the report: "position-coded integers". */
const char *data_words(enum data_kind kind);

/* Looks a name up; false when there is no such kind. */
bool data_find(const char *name, enum data_kind *kind);

/* Fills out[0..n). */
void data_fill(float *out, size_t n, enum data_kind kind, uint64_t seed);

/* Fills out[0..n) with coded integers of magnitude 1..most (most >= 1). */
void data_fill_coded(float *out, size_t n, uint64_t seed, uint32_t most);

/* The magnitude M above that n coded integers may have; at least 1. */
uint32_t data_coded_most(size_t n);

/* True when every order of addition gives the exact sum (see above), so that
 * the result must match to the last bit. */
bool data_is_exact(enum data_kind kind, size_t n);

/* 64 well-mixed bits from a seed and a position. */
uint64_t data_hash(uint64_t seed, uint64_t position);

#endif
