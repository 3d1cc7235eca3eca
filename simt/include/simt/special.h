/*
 * Functions of CUDA's mathematics that the host's library lacks, or has under
 * these names in newer versions only: hence their own symbols.
 */
#ifndef SIMT_SPECIAL_H
#define SIMT_SPECIAL_H

#include <math.h>

#include "real.h"

/* name(double), namef(float), and name(float) as CUDA overloads it. */
#define SIMT_SPECIAL(name)                                                                         \
    extern "C" double name(double x) noexcept SIMT_NAMED(simt_##name);                             \
    extern "C" float name##f(float x) noexcept SIMT_NAMED(simt_##name##f);                         \
    SIMT_INLINE float name(float x)                                                                \
    {                                                                                              \
        return name##f(x);                                                                         \
    }

SIMT_SPECIAL(sinpi) /* sin(pi x) */
SIMT_SPECIAL(cospi)
SIMT_SPECIAL(normcdf) /* of the normal distribution */
SIMT_SPECIAL(normcdfinv)
SIMT_SPECIAL(erfinv)
SIMT_SPECIAL(erfcinv)
SIMT_SPECIAL(erfcx) /* exp(x * x) erfc(x) */
SIMT_SPECIAL(cyl_bessel_i0)
SIMT_SPECIAL(cyl_bessel_i1)

#undef SIMT_SPECIAL

SIMT_INLINE void sincospi(double x, double *sine, double *cosine)
{
    *sine = sinpi(x);
    *cosine = cospi(x);
}

SIMT_INLINE void sincospif(float x, float *sine, float *cosine)
{
    *sine = sinpif(x);
    *cosine = cospif(x);
}

SIMT_INLINE void sincospi(float x, float *sine, float *cosine)
{
    sincospif(x, sine, cosine);
}

/* Lengths of vectors, and their reciprocals. */
SIMT_INLINE double norm4d(double x, double y, double z, double w)
{
    return __builtin_hypot(__builtin_hypot(x, y), __builtin_hypot(z, w));
}

SIMT_INLINE float norm4df(float x, float y, float z, float w)
{
    return (float)__builtin_sqrt((double)x * x + (double)y * y + (double)z * z + (double)w * w);
}

SIMT_INLINE double rnorm3d(double x, double y, double z)
{
    return 1.0 / norm3d(x, y, z);
}

SIMT_INLINE float rnorm3df(float x, float y, float z)
{
    return (float)(1.0 / __builtin_sqrt((double)x * x + (double)y * y + (double)z * z));
}

SIMT_INLINE double rnorm4d(double x, double y, double z, double w)
{
    return 1.0 / norm4d(x, y, z, w);
}

SIMT_INLINE float rnorm4df(float x, float y, float z, float w)
{
    return (float)(1.0 /
                   __builtin_sqrt((double)x * x + (double)y * y + (double)z * z + (double)w * w));
}

SIMT_INLINE double norm(int count, const double *vector)
{
    double length = 0;
    for (int i = 0; i < count; i++)
        length = __builtin_hypot(length, vector[i]);
    return length;
}

SIMT_INLINE float normf(int count, const float *vector)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += (double)vector[i] * vector[i];
    return (float)__builtin_sqrt(sum);
}

SIMT_INLINE double rnorm(int count, const double *vector)
{
    return 1.0 / norm(count, vector);
}

SIMT_INLINE float rnormf(int count, const float *vector)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += (double)vector[i] * vector[i];
    return (float)(1.0 / __builtin_sqrt(sum));
}

/* More float overloads. */
SIMT_INLINE float rsqrt(float x)
{
    return rsqrtf(x);
}

SIMT_INLINE float rcbrt(float x)
{
    return rcbrtf(x);
}

SIMT_INLINE double fdivide(double x, double y)
{
    return x / y;
}

SIMT_INLINE float fdivide(float x, float y)
{
    return x / y;
}

#endif
