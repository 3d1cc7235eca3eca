/*
 * The operators and the types they are tried on, one line per way of the lab, and
 * its judge.
 */
#ifndef OPERATORS_H
#define OPERATORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* WAY(name, type, operator, identity) */
#define OPERATOR_WAYS(WAY)                                                                         \
    WAY("int32 +", int32_t, sum, 0)                                                                \
    WAY("int32 x", int32_t, product, 1)                                                            \
    WAY("int32 max", int32_t, maximum, INT32_MIN)                                                  \
    WAY("int32 min", int32_t, minimum, INT32_MAX)                                                  \
    WAY("int32 &&", int32_t, all_true, 1)                                                          \
    WAY("int32 ||", int32_t, any_true, 0)                                                          \
    WAY("int32 &", int32_t, bit_and, -1)                                                           \
    WAY("int32 |", int32_t, bit_or, 0)                                                             \
    WAY("uint32 +", uint32_t, sum, 0)                                                              \
    WAY("uint32 x", uint32_t, product, 1)                                                          \
    WAY("uint32 max", uint32_t, maximum, 0)                                                        \
    WAY("uint32 min", uint32_t, minimum, UINT32_MAX)                                               \
    WAY("uint32 &&", uint32_t, all_true, 1)                                                        \
    WAY("uint32 ||", uint32_t, any_true, 0)                                                        \
    WAY("uint32 &", uint32_t, bit_and, UINT32_MAX)                                                 \
    WAY("uint32 |", uint32_t, bit_or, 0)                                                           \
    WAY("int64 +", int64_t, sum, 0)                                                                \
    WAY("int64 x", int64_t, product, 1)                                                            \
    WAY("int64 max", int64_t, maximum, INT64_MIN)                                                  \
    WAY("int64 min", int64_t, minimum, INT64_MAX)                                                  \
    WAY("int64 &&", int64_t, all_true, 1)                                                          \
    WAY("int64 ||", int64_t, any_true, 0)                                                          \
    WAY("int64 &", int64_t, bit_and, -1)                                                           \
    WAY("int64 |", int64_t, bit_or, 0)                                                             \
    WAY("float +", float, sum, 0.0f)                                                               \
    WAY("float x", float, product, 1.0f)                                                           \
    WAY("float max", float, maximum, -INFINITY)                                                    \
    WAY("float min", float, minimum, INFINITY)                                                     \
    WAY("float &&", float, all_true, 1.0f)                                                         \
    WAY("float ||", float, any_true, 0.0f)                                                         \
    WAY("double +", double, sum, 0.0)                                                              \
    WAY("double x", double, product, 1.0)                                                          \
    WAY("double max", double, maximum, -INFINITY)                                                  \
    WAY("double min", double, minimum, INFINITY)                                                   \
    WAY("double &&", double, all_true, 1.0)                                                        \
    WAY("double ||", double, any_true, 0.0)

/* What the operators do to two values. && and || give 1 or 0, as in C. The lab's integers are
 * chosen so that no sum or product overflows, which C leaves undefined for signed ones. */
#define OPERATOR_sum(a, b) ((a) + (b))
#define OPERATOR_product(a, b) ((a) * (b))
#define OPERATOR_maximum(a, b) ((a) > (b) ? (a) : (b))
#define OPERATOR_minimum(a, b) ((a) < (b) ? (a) : (b))
#define OPERATOR_all_true(a, b) ((a) != 0 && (b) != 0)
#define OPERATOR_any_true(a, b) ((a) != 0 || (b) != 0)
#define OPERATOR_bit_and(a, b) ((a) & (b))
#define OPERATOR_bit_or(a, b) ((a) | (b))

#ifdef __cplusplus
extern "C" {
#endif

/* What struct lab asks for. A way is judged by its input, of which each has its own. */
size_t operators_bytes(size_t n);
void operators_fill(int input, void *in, size_t n, uint64_t seed);
bool operators_judge(int input, const void *in, size_t n, const void *out, char *text, size_t size);

#ifdef __cplusplus
}
#endif

#endif
