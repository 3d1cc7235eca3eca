/*
 * Data on which each operator can go wrong, and the result that a loop gives.
 */
#include "operators.h"

#include "data.h"

#include <math.h>
#include <stdio.h>

size_t operators_bytes(size_t n)
{
    (void)n;
    return sizeof(int64_t);
}

/* Values by position. Small integers for +, so that every order gives the same sum; for x nothing
 * but signs and twelve twos, so that it stays in range and is exact. A single element decides &&,
 * || and each bit of & and |, or none does. */
static int64_t value_sum(uint64_t hash, size_t i, size_t n)
{
    (void)i;
    (void)n;
    return (int64_t)(hash % 9);
}

static int64_t value_product(uint64_t hash, size_t i, size_t n)
{
    (void)n;
    return i < 12 ? 2 : 1 - 2 * (int64_t)(hash % 2);
}

/* Such as fits into 23 bits, which all types hold exactly. */
static int64_t value_maximum(uint64_t hash, size_t i, size_t n)
{
    (void)i;
    (void)n;
    return (int64_t)(hash >> 41);
}

static int64_t value_minimum(uint64_t hash, size_t i, size_t n)
{
    return value_maximum(hash, i, n) + 1;
}

static int64_t value_all_true(uint64_t hash, size_t i, size_t n)
{
    return i == n / 3 * 2 ? (int64_t)(hash % 2) : 1 + (int64_t)(hash % 7);
}

static int64_t value_any_true(uint64_t hash, size_t i, size_t n)
{
    return i == n / 3 * 2 ? (int64_t)(hash % 2) : 0;
}

static int64_t value_bit_and(uint64_t hash, size_t i, size_t n)
{
    return (int64_t)(i % (n / 5 + 1) == 0 ? ~(UINT64_C(1) << hash % 31) : UINT64_MAX);
}

static int64_t value_bit_or(uint64_t hash, size_t i, size_t n)
{
    return i % (n / 5 + 1) == 0 ? INT64_C(1) << hash % 31 : 0;
}

#define IS_SIGNED(T) ((T)-1 < (T)1)

/* Negative ones, too, where the type has them; + alternates around zero. */
#define SIGNED_sum(T, v, i) (IS_SIGNED(T) && (i) % 2 == 1 ? -(v) : (v))
#define SIGNED_product(T, v, i) (IS_SIGNED(T) ? (v) : (v) < 0 ? -(v) : (v))
#define SIGNED_maximum(T, v, i) (IS_SIGNED(T) ? (v) - (1 << 23) : (v))
#define SIGNED_minimum(T, v, i) (v)
#define SIGNED_all_true(T, v, i) (v)
#define SIGNED_any_true(T, v, i) (v)
#define SIGNED_bit_and(T, v, i) (v)
#define SIGNED_bit_or(T, v, i) (v)

#define FILL(name, T, op, neutral)                                                                 \
    static void fill_##T##_##op(void *in, size_t n, uint64_t seed)                                 \
    {                                                                                              \
        T *values = in;                                                                            \
        for (size_t i = 0; i < n; i++) {                                                           \
            const int64_t v = value_##op(data_hash(seed, i), i, n);                                \
            values[i] = (T)(SIGNED_##op(T, v, i));                                                 \
        }                                                                                          \
    }

static void say_whole(bool same, int64_t got, int64_t right, char *text, size_t size)
{
    snprintf(text, size, same ? "%lld" : "%lld is wrong, not %lld", (long long)got,
             (long long)right);
}

static void say_real(bool same, double got, double right, char *text, size_t size)
{
    snprintf(text, size, same ? "%.9g" : "%.9g is wrong, not %.9g", got, right);
}

#define JUDGE(name, T, op, neutral)                                                                \
    static bool judge_##T##_##op(const void *in, size_t n, const void *out, char *text,            \
                                 size_t size)                                                      \
    {                                                                                              \
        const T *values = in;                                                                      \
        const T got = *(const T *)out;                                                             \
        T right = (T)(neutral);                                                                    \
        for (size_t i = 0; i < n; i++) {                                                           \
            right = (T)OPERATOR_##op(right, values[i]);                                            \
        }                                                                                          \
        const bool same = got >= right && got <= right;                                            \
        _Generic(got, float                                                                        \
                 : say_real, double                                                                \
                 : say_real, default                                                               \
                 : say_whole)(same, got, right, text, size);                                       \
        return same;                                                                               \
    }

OPERATOR_WAYS(FILL)
OPERATOR_WAYS(JUDGE)

void operators_fill(int input, void *in, size_t n, uint64_t seed)
{
#define FILL_ENTRY(name, T, op, neutral) fill_##T##_##op,
    static void (*const fills[])(void *, size_t, uint64_t) = { OPERATOR_WAYS(FILL_ENTRY) };
    fills[input](in, n, seed);
}

bool operators_judge(int input, const void *in, size_t n, const void *out, char *text, size_t size)
{
#define JUDGE_ENTRY(name, T, op, neutral) judge_##T##_##op,
    static bool (*const judges[])(const void *, size_t, const void *, char *,
                                  size_t) = { OPERATOR_WAYS(JUDGE_ENTRY) };
    return judges[input](in, n, out, text, size);
}
