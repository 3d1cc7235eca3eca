/*
 * Arithmetic and conversions that round in a given direction: __fadd_rz,
 * __dmul_ru, __int2float_rd and their kin. The processor does them, in its own
 * rounding mode, which is set and restored in one function of the library: no
 * lane is switched there, so no other lane sees the mode.
 */
#ifndef SIMT_ROUNDING_H
#define SIMT_ROUNDING_H

#include "base.h"

extern "C" {

enum simt_rounding { SIMT_ROUND_ZERO, SIMT_ROUND_UP, SIMT_ROUND_DOWN };

float simt_fadd(float x, float y, enum simt_rounding mode);
float simt_fsub(float x, float y, enum simt_rounding mode);
float simt_fmul(float x, float y, enum simt_rounding mode);
float simt_fdiv(float x, float y, enum simt_rounding mode);
float simt_fmaf(float x, float y, float z, enum simt_rounding mode);
float simt_fsqrt(float x, enum simt_rounding mode);
double simt_dadd(double x, double y, enum simt_rounding mode);
double simt_dsub(double x, double y, enum simt_rounding mode);
double simt_dmul(double x, double y, enum simt_rounding mode);
double simt_ddiv(double x, double y, enum simt_rounding mode);
double simt_fma(double x, double y, double z, enum simt_rounding mode);
double simt_dsqrt(double x, enum simt_rounding mode);
float simt_int2float(int x, enum simt_rounding mode);
float simt_uint2float(unsigned x, enum simt_rounding mode);
float simt_ll2float(long long x, enum simt_rounding mode);
float simt_ull2float(unsigned long long x, enum simt_rounding mode);
double simt_ll2double(long long x, enum simt_rounding mode);
double simt_ull2double(unsigned long long x, enum simt_rounding mode);
float simt_double2float(double x, enum simt_rounding mode);
}

#define SIMT_ROUNDED(name, type, parameters, ...)                                                  \
    SIMT_INLINE type __##name##_rz parameters                                                      \
    {                                                                                              \
        return simt_##name(__VA_ARGS__, SIMT_ROUND_ZERO);                                          \
    }                                                                                              \
    SIMT_INLINE type __##name##_ru parameters                                                      \
    {                                                                                              \
        return simt_##name(__VA_ARGS__, SIMT_ROUND_UP);                                            \
    }                                                                                              \
    SIMT_INLINE type __##name##_rd parameters                                                      \
    {                                                                                              \
        return simt_##name(__VA_ARGS__, SIMT_ROUND_DOWN);                                          \
    }

SIMT_ROUNDED(fadd, float, (float x, float y), x, y)
SIMT_ROUNDED(fsub, float, (float x, float y), x, y)
SIMT_ROUNDED(fmul, float, (float x, float y), x, y)
SIMT_ROUNDED(fdiv, float, (float x, float y), x, y)
SIMT_ROUNDED(fmaf, float, (float x, float y, float z), x, y, z)
SIMT_ROUNDED(fsqrt, float, (float x), x)
SIMT_ROUNDED(dadd, double, (double x, double y), x, y)
SIMT_ROUNDED(dsub, double, (double x, double y), x, y)
SIMT_ROUNDED(dmul, double, (double x, double y), x, y)
SIMT_ROUNDED(ddiv, double, (double x, double y), x, y)
SIMT_ROUNDED(fma, double, (double x, double y, double z), x, y, z)
SIMT_ROUNDED(dsqrt, double, (double x), x)
SIMT_ROUNDED(int2float, float, (int x), x)
SIMT_ROUNDED(uint2float, float, (unsigned x), x)
SIMT_ROUNDED(ll2float, float, (long long x), x)
SIMT_ROUNDED(ull2float, float, (unsigned long long x), x)
SIMT_ROUNDED(ll2double, double, (long long x), x)
SIMT_ROUNDED(ull2double, double, (unsigned long long x), x)
SIMT_ROUNDED(double2float, float, (double x), x)

#undef SIMT_ROUNDED

#define SIMT_RECIPROCAL(suffix)                                                                    \
    SIMT_INLINE float __frcp##suffix(float x)                                                      \
    {                                                                                              \
        return __fdiv##suffix(1.0f, x);                                                            \
    }                                                                                              \
    SIMT_INLINE double __drcp##suffix(double x)                                                    \
    {                                                                                              \
        return __ddiv##suffix(1.0, x);                                                             \
    }

SIMT_RECIPROCAL(_rz)
SIMT_RECIPROCAL(_ru)
SIMT_RECIPROCAL(_rd)

#undef SIMT_RECIPROCAL

#endif
