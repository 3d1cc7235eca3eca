/*
 * Floating-point intrinsics. The forms _rn are what the host's arithmetic does,
 * the others are in rounding.h. simtcc compiles without contraction, so a
 * product and a sum stay two roundings unless they are written as __fmaf_rn.
 * The fast forms (__expf, …) are the accurate functions here.
 */
#ifndef SIMT_REAL_H
#define SIMT_REAL_H

#include <math.h>

#include "bits.h"
#include "sync.h"

/* glibc declares functions of these names that it does not export. */
extern "C" {
float __expf(float x) noexcept SIMT_NAMED(expf);
float __logf(float x) noexcept SIMT_NAMED(logf);
float __log2f(float x) noexcept SIMT_NAMED(log2f);
float __log10f(float x) noexcept SIMT_NAMED(log10f);
float __powf(float x, float y) noexcept SIMT_NAMED(powf);
float __sinf(float x) noexcept SIMT_NAMED(sinf);
float __cosf(float x) noexcept SIMT_NAMED(cosf);
float __tanf(float x) noexcept SIMT_NAMED(tanf);
float __exp10f(float x) noexcept SIMT_NAMED(exp10f);
void __sincosf(float x, float *sine, float *cosine) noexcept SIMT_NAMED(sincosf);
}

#define SIMT_REAL1(name, type, expression)                                                         \
    SIMT_INLINE type name(type x)                                                                  \
    {                                                                                              \
        return expression;                                                                         \
    }
#define SIMT_REAL2(name, type, expression)                                                         \
    SIMT_INLINE type name(type x, type y)                                                          \
    {                                                                                              \
        return expression;                                                                         \
    }
#define SIMT_REAL3(name, type, expression)                                                         \
    SIMT_INLINE type name(type x, type y, type z)                                                  \
    {                                                                                              \
        return expression;                                                                         \
    }

SIMT_REAL2(__fadd_rn, float, x + y)
SIMT_REAL2(__fsub_rn, float, x - y)
SIMT_REAL2(__fmul_rn, float, x *y)
SIMT_REAL2(__fdiv_rn, float, x / y)
SIMT_REAL3(__fmaf_rn, float, __builtin_fmaf(x, y, z))
SIMT_REAL1(__frcp_rn, float, 1.0f / x)
SIMT_REAL1(__fsqrt_rn, float, __builtin_sqrtf(x))
SIMT_REAL1(__frsqrt_rn, float, (float)(1.0 / __builtin_sqrt((double)x)))
SIMT_REAL2(__dadd_rn, double, x + y)
SIMT_REAL2(__dsub_rn, double, x - y)
SIMT_REAL2(__dmul_rn, double, x *y)
SIMT_REAL2(__ddiv_rn, double, x / y)
SIMT_REAL3(__fma_rn, double, __builtin_fma(x, y, z))
SIMT_REAL1(__drcp_rn, double, 1.0 / x)
SIMT_REAL1(__dsqrt_rn, double, __builtin_sqrt(x))

SIMT_REAL2(__fdividef, float, x / y)
SIMT_REAL2(fdividef, float, x / y)
SIMT_REAL1(__saturatef, float, x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f)
SIMT_REAL1(rsqrtf, float, (float)(1.0 / __builtin_sqrt((double)x)))
SIMT_REAL1(rsqrt, double, 1.0 / __builtin_sqrt(x))
SIMT_REAL1(rcbrtf, float, 1.0f / __builtin_cbrtf(x))
SIMT_REAL1(rcbrt, double, 1.0 / __builtin_cbrt(x))
SIMT_REAL2(rhypotf, float, 1.0f / __builtin_hypotf(x, y))
SIMT_REAL2(rhypot, double, 1.0 / __builtin_hypot(x, y))
SIMT_REAL3(norm3df, float, (float)__builtin_sqrt((double)x *x + (double)y * y + (double)z * z))
SIMT_REAL3(norm3d, double, __builtin_hypot(__builtin_hypot(x, y), z))

#undef SIMT_REAL1
#undef SIMT_REAL2
#undef SIMT_REAL3

namespace simt
{

/* A rounded value as an integer; what does not fit becomes the nearest end of
 * the range. NaN becomes 0 when a float turns into 32 bits, else the bit
 * pattern of a single leading one: that is what the hardware does. */
template <class Int, class Real> SIMT_INLINE Int saturate(Real rounded)
{
    constexpr bool is_signed = (Int)-1 < (Int)0;
    constexpr Int most =
        is_signed ? (Int)(~0ull >> (65 - 8 * sizeof(Int))) : (Int)(~0ull >> (64 - 8 * sizeof(Int)));
    constexpr Int least = is_signed ? (Int)(-most - 1) : (Int)0;
    constexpr Int not_a_number =
        sizeof(Real) == 4 && sizeof(Int) == 4 ? (Int)0 : (Int)(1ull << (8 * sizeof(Int) - 1));
    if (rounded != rounded)
        return not_a_number;
    if (rounded >= (Real)most)
        return most;
    return rounded <= (Real)least ? least : (Int)rounded;
}

} // namespace simt

#define SIMT_TO_INTEGER(from, source, to, target)                                                  \
    SIMT_INLINE target __##from##2##to##_rn(source x)                                              \
    {                                                                                              \
        return ::simt::saturate<target>((source)__builtin_nearbyint((double)x));                   \
    }                                                                                              \
    SIMT_INLINE target __##from##2##to##_rz(source x)                                              \
    {                                                                                              \
        return ::simt::saturate<target>((source)__builtin_trunc((double)x));                       \
    }                                                                                              \
    SIMT_INLINE target __##from##2##to##_ru(source x)                                              \
    {                                                                                              \
        return ::simt::saturate<target>((source)__builtin_ceil((double)x));                        \
    }                                                                                              \
    SIMT_INLINE target __##from##2##to##_rd(source x)                                              \
    {                                                                                              \
        return ::simt::saturate<target>((source)__builtin_floor((double)x));                       \
    }

SIMT_TO_INTEGER(float, float, int, int)
SIMT_TO_INTEGER(float, float, uint, unsigned)
SIMT_TO_INTEGER(float, float, ll, long long)
SIMT_TO_INTEGER(float, float, ull, unsigned long long)
SIMT_TO_INTEGER(double, double, int, int)
SIMT_TO_INTEGER(double, double, uint, unsigned)
SIMT_TO_INTEGER(double, double, ll, long long)
SIMT_TO_INTEGER(double, double, ull, unsigned long long)

#undef SIMT_TO_INTEGER

#define SIMT_CONVERT(name, source, target)                                                         \
    SIMT_INLINE target name(source x)                                                              \
    {                                                                                              \
        return (target)x;                                                                          \
    }

SIMT_CONVERT(__int2float_rn, int, float)
SIMT_CONVERT(__uint2float_rn, unsigned, float)
SIMT_CONVERT(__ll2float_rn, long long, float)
SIMT_CONVERT(__ull2float_rn, unsigned long long, float)
SIMT_CONVERT(__int2double_rn, int, double)
SIMT_CONVERT(__uint2double_rn, unsigned, double)
SIMT_CONVERT(__ll2double_rn, long long, double)
SIMT_CONVERT(__ull2double_rn, unsigned long long, double)
SIMT_CONVERT(__double2float_rn, double, float)

#undef SIMT_CONVERT

#endif
