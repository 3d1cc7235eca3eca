/*
 * Integers packed in a word, two of 16 bits or four of 8: CUDA's SIMD
 * intrinsics (__vadd4, __vcmpeq2, ...) and dot products (__dp4a). In a name u
 * means unsigned, s signed, ss and us a result that saturates.
 */
#ifndef SIMT_PACKED_H
#define SIMT_PACKED_H

#include "../vector_types.h"
#include "base.h"

namespace simt
{

/* What a part is for an operation: sign- or zero-extended. */
template <class Part> SIMT_INLINE int part(unsigned word, unsigned shift)
{
    return (Part)(word >> shift);
}

/* Applies operation(a's part, b's part) to all parts; each result is cut to its bits. */
template <class Part, class F> SIMT_INLINE unsigned packed(unsigned a, unsigned b, F operation)
{
    constexpr unsigned bits = 8 * sizeof(Part);
    unsigned result = 0;
    for (unsigned shift = 0; shift < 32; shift += bits)
        result |=
            ((unsigned)operation(part<Part>(a, shift), part<Part>(b, shift)) & ((1u << bits) - 1))
            << shift;
    return result;
}

/* The sum of operation(...) over all parts, and c. */
template <class A, class B, class F>
SIMT_INLINE unsigned dot(unsigned a, unsigned b, unsigned parts, unsigned c, F operation)
{
    for (unsigned i = 0; i < parts; i++)
        c += (unsigned)operation(part<A>(a, i * 8 * sizeof(A)), part<B>(b, i * 8 * sizeof(B)));
    return c;
}

SIMT_INLINE int distance(int x, int y)
{
    return x > y ? x - y : y - x;
}

SIMT_INLINE int between(int x, int least, int most)
{
    return x < least ? least : x > most ? most : x;
}

template <class V> SIMT_INLINE unsigned word2(V v)
{
    return (uint16_t)v.x | (unsigned)(uint16_t)v.y << 16;
}

template <class V> SIMT_INLINE unsigned word4(V v)
{
    return (uint8_t)v.x | (unsigned)(uint8_t)v.y << 8 | (unsigned)(uint8_t)v.z << 16 |
           (unsigned)(uint8_t)v.w << 24;
}

} // namespace simt

#define SIMT_OPERATION(expression)                                                                 \
    [](int x, int y) __attribute__((always_inline))                                                \
    {                                                                                              \
        return (void)x, (void)y, expression;                                                       \
    }

#define SIMT_PACKED1(name, part, least, most, expression)                                          \
    SIMT_INLINE unsigned name(unsigned a)                                                          \
    {                                                                                              \
        constexpr int simt_least = least, simt_most = most;                                        \
        (void)simt_least, (void)simt_most;                                                         \
        return ::simt::packed<part>(a, 0, SIMT_OPERATION(expression));                             \
    }
#define SIMT_PACKED2(name, part, least, most, expression)                                          \
    SIMT_INLINE unsigned name(unsigned a, unsigned b)                                              \
    {                                                                                              \
        constexpr int simt_least = least, simt_most = most;                                        \
        (void)simt_least, (void)simt_most;                                                         \
        return ::simt::packed<part>(a, b, SIMT_OPERATION(expression));                             \
    }

/* A comparison as a mask of ones and as 1. */
#define SIMT_PACKED_COMPARE(n, part, what, operator)                                               \
    SIMT_PACKED2(__vcmp##what##n, part, 0, 0, x operator y ? -1 : 0)                               \
    SIMT_PACKED2(__vset##what##n, part, 0, 0, x operator y)

#define SIMT_PACKED(n, s, u, s_least, s_most, u_most)                                              \
    SIMT_PACKED1(__vabs##n, s, 0, 0, x < 0 ? -x : x)                                               \
    SIMT_PACKED1(__vabsss##n, s, s_least, s_most, ::simt::between(x < 0 ? -x : x, 0, simt_most))   \
    SIMT_PACKED1(__vneg##n, s, 0, 0, -x)                                                           \
    SIMT_PACKED1(__vnegss##n, s, s_least, s_most, ::simt::between(-x, simt_least, simt_most))      \
    SIMT_PACKED2(__vadd##n, u, 0, 0, x + y)                                                        \
    SIMT_PACKED2(__vaddss##n, s, s_least, s_most, ::simt::between(x + y, simt_least, simt_most))   \
    SIMT_PACKED2(__vaddus##n, u, 0, u_most, ::simt::between(x + y, 0, simt_most))                  \
    SIMT_PACKED2(__vsub##n, u, 0, 0, x - y)                                                        \
    SIMT_PACKED2(__vsubss##n, s, s_least, s_most, ::simt::between(x - y, simt_least, simt_most))   \
    SIMT_PACKED2(__vsubus##n, u, 0, u_most, ::simt::between(x - y, 0, simt_most))                  \
    SIMT_PACKED2(__vabsdiffs##n, s, 0, 0, ::simt::distance(x, y))                                  \
    SIMT_PACKED2(__vabsdiffu##n, u, 0, 0, ::simt::distance(x, y))                                  \
    SIMT_PACKED2(__vavgs##n, s, 0, 0, (x + y + (x + y >= 0)) >> 1)                                 \
    SIMT_PACKED2(__vavgu##n, u, 0, 0, (x + y + 1) >> 1)                                            \
    SIMT_PACKED2(__vhaddu##n, u, 0, 0, (x + y) >> 1)                                               \
    SIMT_PACKED2(__vmaxs##n, s, 0, 0, x > y ? x : y)                                               \
    SIMT_PACKED2(__vmaxu##n, u, 0, 0, x > y ? x : y)                                               \
    SIMT_PACKED2(__vmins##n, s, 0, 0, x < y ? x : y)                                               \
    SIMT_PACKED2(__vminu##n, u, 0, 0, x < y ? x : y)                                               \
    SIMT_PACKED_COMPARE(n, s, eq, ==)                                                              \
    SIMT_PACKED_COMPARE(n, s, ne, !=)                                                              \
    SIMT_PACKED_COMPARE(n, s, ges, >=)                                                             \
    SIMT_PACKED_COMPARE(n, u, geu, >=)                                                             \
    SIMT_PACKED_COMPARE(n, s, gts, >)                                                              \
    SIMT_PACKED_COMPARE(n, u, gtu, >)                                                              \
    SIMT_PACKED_COMPARE(n, s, les, <=)                                                             \
    SIMT_PACKED_COMPARE(n, u, leu, <=)                                                             \
    SIMT_PACKED_COMPARE(n, s, lts, <)                                                              \
    SIMT_PACKED_COMPARE(n, u, ltu, <)                                                              \
    SIMT_INLINE unsigned __vsads##n(unsigned a, unsigned b)                                        \
    {                                                                                              \
        return ::simt::dot<s, s>(a, b, n, 0, SIMT_OPERATION(::simt::distance(x, y)));              \
    }                                                                                              \
    SIMT_INLINE unsigned __vsadu##n(unsigned a, unsigned b)                                        \
    {                                                                                              \
        return ::simt::dot<u, u>(a, b, n, 0, SIMT_OPERATION(::simt::distance(x, y)));              \
    }

SIMT_PACKED(2, int16_t, uint16_t, -32768, 32767, 65535)
SIMT_PACKED(4, int8_t, uint8_t, -128, 127, 255)

#undef SIMT_PACKED
#undef SIMT_PACKED_COMPARE
#undef SIMT_PACKED2
#undef SIMT_PACKED1

/* c and the products of four bytes; in dp2a of two halves of a and the low or
 * the high two bytes of b. */
SIMT_INLINE int __dp4a(int a, int b, int c)
{
    return (int)::simt::dot<int8_t, int8_t>((unsigned)a, (unsigned)b, 4, (unsigned)c,
                                            SIMT_OPERATION(x * y));
}

SIMT_INLINE unsigned __dp4a(unsigned a, unsigned b, unsigned c)
{
    return ::simt::dot<uint8_t, uint8_t>(a, b, 4, c, SIMT_OPERATION(x * y));
}

SIMT_INLINE int __dp2a_lo(int a, int b, int c)
{
    return (int)::simt::dot<int16_t, int8_t>((unsigned)a, (unsigned)b, 2, (unsigned)c,
                                             SIMT_OPERATION(x * y));
}

SIMT_INLINE unsigned __dp2a_lo(unsigned a, unsigned b, unsigned c)
{
    return ::simt::dot<uint16_t, uint8_t>(a, b, 2, c, SIMT_OPERATION(x * y));
}

SIMT_INLINE int __dp2a_hi(int a, int b, int c)
{
    return __dp2a_lo(a, b >> 16, c);
}

SIMT_INLINE unsigned __dp2a_hi(unsigned a, unsigned b, unsigned c)
{
    return __dp2a_lo(a, b >> 16, c);
}

/* The same on vector types. */
#define SIMT_DOT(name, type, left, right, word)                                                    \
    SIMT_INLINE type name(left a, right b, type c)                                                 \
    {                                                                                              \
        return name((type)::simt::word(a), (type)::simt::word4(b), c);                             \
    }

SIMT_DOT(__dp4a, int, char4, char4, word4)
SIMT_DOT(__dp4a, unsigned, uchar4, uchar4, word4)
SIMT_DOT(__dp2a_lo, int, short2, char4, word2)
SIMT_DOT(__dp2a_lo, unsigned, ushort2, uchar4, word2)
SIMT_DOT(__dp2a_hi, int, short2, char4, word2)
SIMT_DOT(__dp2a_hi, unsigned, ushort2, uchar4, word2)

#undef SIMT_DOT
#undef SIMT_OPERATION

#endif
