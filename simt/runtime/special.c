/*
 * sinpi, normcdf, erfinv, cyl_bessel_i0 and their kin in double; the float
 * forms round these. Each is right to a few units in the last place.
 */
#include <math.h>

static const double pi = 3.14159265358979323846, sqrt_pi = 1.77245385090551602730;
static const double sqrt_two = 1.41421356237309504880;

#define DECLARED(name)                                                                             \
    double simt_##name(double x);                                                                  \
    float simt_##name##f(float x);                                                                 \
    float simt_##name##f(float x)                                                                  \
    {                                                                                              \
        return (float)simt_##name(x);                                                              \
    }

DECLARED(sinpi)
DECLARED(cospi)
DECLARED(normcdf)
DECLARED(normcdfinv)
DECLARED(erfinv)
DECLARED(erfcinv)
DECLARED(erfcx)
DECLARED(cyl_bessel_i0)
DECLARED(cyl_bessel_i1)

/* ---- circles ----------------------------------------------------------------- */

/* The quarter turns in x, modulo 4, and in *rest what is left, at most 1/4: all exact. */
static int quarters(double x, double *rest)
{
    const double turn = remainder(x, 2.0), count = nearbyint(2.0 * turn);
    *rest = turn - count / 2.0;
    return (int)count & 3;
}

double simt_sinpi(double x)
{
    double rest;
    if (!isfinite(x))
        return x - x;
    const int count = quarters(x, &rest);
    if (rest == 0 && count % 2 == 0)
        return copysign(0, x);
    const double value = count % 2 ? cos(pi * rest) : sin(pi * rest);
    return count & 2 ? -value : value;
}

double simt_cospi(double x)
{
    double rest;
    if (!isfinite(x))
        return x - x;
    const int count = quarters(x, &rest);
    if (rest == 0 && count % 2)
        return 0;
    const double value = count % 2 ? sin(pi * rest) : cos(pi * rest);
    return count == 1 || count == 2 ? -value : value;
}

/* ---- the error function -------------------------------------------------------- */

/* erfc(-x / sqrt 2) / 2, with what the quotient loses: erfc is steep. */
double simt_normcdf(double x)
{
    const double half_root = 0.70710678118654752440, root_rest = -4.8336466567264567e-17;
    if (isnan(x) || fabs(x) > 40)
        return isnan(x) ? x : x > 0;
    const double high = -x * half_root;
    const double low = fma(-x, half_root, -high) - x * root_rest;
    return 0.5 * (erfc(high) - 2 / sqrt_pi * exp(-high * high) * low);
}

/* Halley's steps for erf(x) = y, |y| <= 1/2. */
static double invert_erf(double y)
{
    double x = y * sqrt_pi / 2 * (1 + 0.2618 * y * y);
    for (int i = 0; i < 3; i++) {
        const double error = erf(x) - y;
        x -= error / (2 / sqrt_pi * exp(-x * x) + x * error);
    }
    return x;
}

/* The same for erfc(x) = y, 0 < y < 1/2. */
static double invert_erfc(double y)
{
    const double t = sqrt(-2 * log(y / 2));
    double x = (t - (2.30753 + t * 0.27061) / (1 + t * (0.99229 + t * 0.04481))) / sqrt_two;
    for (int i = 0; i < 3; i++) {
        const double error = erfc(x) - y;
        x += error / (2 / sqrt_pi * exp(-x * x) - x * error);
    }
    return x;
}

double simt_erfcinv(double x)
{
    if (!(x >= 0 && x <= 2))
        return NAN;
    if (x == 0 || x == 2)
        return x == 0 ? INFINITY : -INFINITY;
    if (x < 0.5)
        return invert_erfc(x);
    return x > 1.5 ? -invert_erfc(2 - x) : invert_erf(1 - x);
}

double simt_erfinv(double x)
{
    if (fabs(x) <= 0.5)
        return x == 0 ? x : invert_erf(x);
    return copysign(simt_erfcinv(1 - fabs(x)), x);
}

double simt_normcdfinv(double x)
{
    return 0 - sqrt_two * simt_erfcinv(2 * x); /* 0 has no sign */
}

/* 1 / (x sqrt pi) (1 - 1/(2x²) + 3/(2x²)² - ...), for large x. */
static double erfcx_series(double x)
{
    const double step = -1 / (2 * x * x);
    double term = 1, sum = 1;
    for (int k = 1; k < 9; k++)
        sum += term *= (2 * k - 1) * step;
    return sum / (x * sqrt_pi);
}

/* exp(x²) with what the square loses. */
static double exp_square(double x)
{
    const double high = x * x, low = fma(x, x, -high);
    const double value = exp(high);
    return isinf(value) ? value : value + value * low;
}

double simt_erfcx(double x)
{
    if (x > 25)
        return erfcx_series(x);
    return exp_square(x) * erfc(x);
}

/* ---- modified Bessel functions ---------------------------------------------------- */

/* Both series have positive terms only, or shrinking ones: nothing cancels. */
static double bessel_small(double x, int order)
{
    const double square = x * x / 4;
    double term = order ? x / 2 : 1, sum = term;
    for (int k = 1; term > sum * 1e-18; k++)
        sum += term *= square / ((double)k * (k + order));
    return sum;
}

static double bessel_large(double x, int order)
{
    const double half = exp(x / 2);
    double term = 1, sum = 1;
    for (int k = 1; k < 30; k++)
        sum += term *= ((2.0 * k - 1) * (2.0 * k - 1) - 4 * order) / (k * 8.0 * x);
    return half * (sum / sqrt(2 * pi * x)) * half;
}

static double bessel(double x, int order)
{
    if (isnan(x) || isinf(x))
        return x;
    return x < 30 ? bessel_small(x, order) : bessel_large(x, order);
}

double simt_cyl_bessel_i0(double x)
{
    return bessel(fabs(x), 0);
}

double simt_cyl_bessel_i1(double x)
{
    return copysign(bessel(fabs(x), 1), x);
}
