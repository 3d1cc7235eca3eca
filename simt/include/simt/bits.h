/*
 * Integer intrinsics: counting, reversing, shifting and picking bits, high
 * halves of products, and the bits of floating-point values.
 */
#ifndef SIMT_BITS_H
#define SIMT_BITS_H

#include "base.h"

/* The number of ones. */
SIMT_INLINE int __popc(unsigned x)
{
    return __builtin_popcount(x);
}

SIMT_INLINE int __popcll(unsigned long long x)
{
    return __builtin_popcountll(x);
}

/* Leading zeros; all of them for 0. */
SIMT_INLINE int __clz(int x)
{
    return x ? __builtin_clz((unsigned)x) : 32;
}

SIMT_INLINE int __clzll(long long x)
{
    return x ? __builtin_clzll((unsigned long long)x) : 64;
}

/* Position of the lowest one, counted from 1; 0 for 0. */
SIMT_INLINE int __ffs(int x)
{
    return __builtin_ffs(x);
}

SIMT_INLINE int __ffsll(long long x)
{
    return __builtin_ffsll(x);
}

/* The bits in reverse order. */
SIMT_INLINE unsigned __brev(unsigned x)
{
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
    return __builtin_bswap32(x);
}

SIMT_INLINE unsigned long long __brevll(unsigned long long x)
{
    return (unsigned long long)__brev((unsigned)x) << 32 | __brev((unsigned)(x >> 32));
}

/* Three bits of nibble i of s pick byte i of the result out of the eight bytes
 * of y:x. */
SIMT_INLINE unsigned __byte_perm(unsigned x, unsigned y, unsigned s)
{
    const unsigned long long both = (unsigned long long)y << 32 | x;
    unsigned result = 0;
    for (int i = 0; i < 4; i++)
        result |= ((unsigned)(both >> 8 * (s >> 4 * i & 7)) & 0xff) << 8 * i;
    return result;
}

/* 32 bits out of hi:lo, shifted by the low five bits of the shift, or by at
 * most 32 in the forms that end in c. */
SIMT_INLINE unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned shift)
{
    return (unsigned)((((unsigned long long)hi << 32 | lo) << (shift & 31)) >> 32);
}

SIMT_INLINE unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned shift)
{
    return (unsigned)(((unsigned long long)hi << 32 | lo) >> (shift & 31));
}

SIMT_INLINE unsigned __funnelshift_lc(unsigned lo, unsigned hi, unsigned shift)
{
    return shift >= 32 ? lo : __funnelshift_l(lo, hi, shift);
}

SIMT_INLINE unsigned __funnelshift_rc(unsigned lo, unsigned hi, unsigned shift)
{
    return shift >= 32 ? hi : __funnelshift_r(lo, hi, shift);
}

/* The high half of a product. */
SIMT_INLINE int __mulhi(int a, int b)
{
    return (int)((long long)a * b >> 32);
}

SIMT_INLINE unsigned __umulhi(unsigned a, unsigned b)
{
    return (unsigned)((unsigned long long)a * b >> 32);
}

SIMT_INLINE long long __mul64hi(long long a, long long b)
{
    return (long long)((__extension__(__int128) a * b) >> 64);
}

SIMT_INLINE unsigned long long __umul64hi(unsigned long long a, unsigned long long b)
{
    return (unsigned long long)((__extension__(unsigned __int128) a * b) >> 64);
}

/* The low 32 bits of the product of the low 24 bits. */
SIMT_INLINE int __mul24(int a, int b)
{
    return (int)((unsigned)((int)((unsigned)a << 8) >> 8) *
                 (unsigned)((int)((unsigned)b << 8) >> 8));
}

SIMT_INLINE unsigned __umul24(unsigned a, unsigned b)
{
    return (a & 0xffffffu) * (b & 0xffffffu);
}

/* |a - b| + c */
SIMT_INLINE unsigned __sad(int a, int b, unsigned c)
{
    return (a > b ? (unsigned)a - (unsigned)b : (unsigned)b - (unsigned)a) + c;
}

SIMT_INLINE unsigned __usad(unsigned a, unsigned b, unsigned c)
{
    return (a > b ? a - b : b - a) + c;
}

/* (a + b) / 2 without overflow, rounded down. */
SIMT_INLINE int __hadd(int a, int b)
{
    return (int)(((long long)a + b) >> 1);
}

SIMT_INLINE unsigned __uhadd(unsigned a, unsigned b)
{
    return (unsigned)(((unsigned long long)a + b) >> 1);
}

/* The same, rounded up. */
SIMT_INLINE int __rhadd(int a, int b)
{
    return (int)(((long long)a + b + 1) >> 1);
}

SIMT_INLINE unsigned __urhadd(unsigned a, unsigned b)
{
    return (unsigned)(((unsigned long long)a + b + 1) >> 1);
}

#define SIMT_AS(name, to, from)                                                                    \
    SIMT_INLINE to name(from value)                                                                \
    {                                                                                              \
        return __builtin_bit_cast(to, value);                                                      \
    }

SIMT_AS(__float_as_int, int, float)
SIMT_AS(__float_as_uint, unsigned, float)
SIMT_AS(__int_as_float, float, int)
SIMT_AS(__uint_as_float, float, unsigned)
SIMT_AS(__double_as_longlong, long long, double)
SIMT_AS(__longlong_as_double, double, long long)

#undef SIMT_AS

SIMT_INLINE int __double2hiint(double x)
{
    return (int)(__double_as_longlong(x) >> 32);
}

SIMT_INLINE int __double2loint(double x)
{
    return (int)__double_as_longlong(x);
}

SIMT_INLINE double __hiloint2double(int hi, int lo)
{
    return __longlong_as_double((long long)((unsigned long long)(unsigned)hi << 32 | (unsigned)lo));
}

#endif
