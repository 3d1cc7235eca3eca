/*
 * Directed rounding. The operands and the result are volatile, so that the
 * compiler, which does not know of rounding modes, can neither compute before
 * the mode is set nor after it is restored.
 */
#include <fenv.h>
#include <math.h>

enum simt_rounding { ZERO, UP, DOWN }; /* as in simt/rounding.h, which is C++ */

/* Returns the mode that was there. */
static int set(enum simt_rounding mode)
{
    static const int modes[] = { FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD };
    const int before = fegetround();
    fesetround(modes[mode]);
    return before;
}

#define COMPUTE(type, operation)                                                                   \
    const int before = set(mode);                                                                  \
    const volatile type result = (type)(operation);                                                \
    fesetround(before);                                                                            \
    return result;

#define ROUNDED1(name, type, from, operation)                                                      \
    type simt_##name(from x, enum simt_rounding mode);                                             \
    type simt_##name(from x, enum simt_rounding mode)                                              \
    {                                                                                              \
        const volatile from a = x;                                                                 \
        COMPUTE(type, operation)                                                                   \
    }
#define ROUNDED2(name, type, operation)                                                            \
    type simt_##name(type x, type y, enum simt_rounding mode);                                     \
    type simt_##name(type x, type y, enum simt_rounding mode)                                      \
    {                                                                                              \
        const volatile type a = x, b = y;                                                          \
        COMPUTE(type, operation)                                                                   \
    }
#define ROUNDED3(name, type, operation)                                                            \
    type simt_##name(type x, type y, type z, enum simt_rounding mode);                             \
    type simt_##name(type x, type y, type z, enum simt_rounding mode)                              \
    {                                                                                              \
        const volatile type a = x, b = y, c = z;                                                   \
        COMPUTE(type, operation)                                                                   \
    }

ROUNDED2(fadd, float, a + b)
ROUNDED2(fsub, float, a - b)
ROUNDED2(fmul, float, a *b)
ROUNDED2(fdiv, float, a / b)
ROUNDED3(fmaf, float, fmaf(a, b, c))
ROUNDED1(fsqrt, float, float, sqrtf(a))
ROUNDED2(dadd, double, a + b)
ROUNDED2(dsub, double, a - b)
ROUNDED2(dmul, double, a *b)
ROUNDED2(ddiv, double, a / b)
ROUNDED3(fma, double, fma(a, b, c))
ROUNDED1(dsqrt, double, double, sqrt(a))
ROUNDED1(int2float, float, int, a)
ROUNDED1(uint2float, float, unsigned, a)
ROUNDED1(ll2float, float, long long, a)
ROUNDED1(ull2float, float, unsigned long long, a)
ROUNDED1(ll2double, double, long long, a)
/* clang makes this of two halves whose difference is -0 downwards. */
ROUNDED1(ull2double, double, unsigned long long, x == 0 ? 0 : a)
ROUNDED1(double2float, float, double, a)
