/*
 * min and max as CUDA overloads them at global scope. Mixed signedness gives
 * the unsigned type, mixed precision the double one; for floating point a NaN
 * loses against a number.
 */
#ifndef SIMT_MINMAX_H
#define SIMT_MINMAX_H

#include "base.h"

#define SIMT_MINMAX(left, right, type)                                                             \
    SIMT_INLINE type min(left x, right y)                                                          \
    {                                                                                              \
        return (type)x < (type)y ? (type)x : (type)y;                                              \
    }                                                                                              \
    SIMT_INLINE type max(left x, right y)                                                          \
    {                                                                                              \
        return (type)x > (type)y ? (type)x : (type)y;                                              \
    }

#define SIMT_MINMAX_INTEGER(type)                                                                  \
    SIMT_MINMAX(type, type, type)                                                                  \
    SIMT_MINMAX(unsigned type, unsigned type, unsigned type)                                       \
    SIMT_MINMAX(type, unsigned type, unsigned type)                                                \
    SIMT_MINMAX(unsigned type, type, unsigned type)

SIMT_MINMAX_INTEGER(int)
SIMT_MINMAX_INTEGER(long)
SIMT_MINMAX_INTEGER(long long)

#undef SIMT_MINMAX_INTEGER
#undef SIMT_MINMAX

#define SIMT_MINMAX_REAL(left, right, type, suffix)                                                \
    SIMT_INLINE type min(left x, right y)                                                          \
    {                                                                                              \
        return __builtin_fmin##suffix(x, y);                                                       \
    }                                                                                              \
    SIMT_INLINE type max(left x, right y)                                                          \
    {                                                                                              \
        return __builtin_fmax##suffix(x, y);                                                       \
    }

SIMT_MINMAX_REAL(float, float, float, f)
SIMT_MINMAX_REAL(double, double, double, )
SIMT_MINMAX_REAL(float, double, double, )
SIMT_MINMAX_REAL(double, float, double, )

#undef SIMT_MINMAX_REAL

/* The older names for one type each. */
#define SIMT_MINMAX_NAMED(prefix, type)                                                            \
    SIMT_INLINE type prefix##min(type x, type y)                                                   \
    {                                                                                              \
        return min(x, y);                                                                          \
    }                                                                                              \
    SIMT_INLINE type prefix##max(type x, type y)                                                   \
    {                                                                                              \
        return max(x, y);                                                                          \
    }

SIMT_MINMAX_NAMED(u, unsigned)
SIMT_MINMAX_NAMED(ll, long long)
SIMT_MINMAX_NAMED(ull, unsigned long long)

#undef SIMT_MINMAX_NAMED

#endif
