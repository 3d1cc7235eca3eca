/*
 * Warp shuffles, matches and reductions.
 */
#ifndef SIMT_WARP_H
#define SIMT_WARP_H

#include "base.h"

#define SIMT_SHUFFLES(type)                                                                        \
    SIMT_INLINE type __shfl_sync(unsigned mask, type value, int source, int width = 32)            \
    {                                                                                              \
        return ::simt::shuffle(mask, value, SIMT_SHFL_IDX, (unsigned)source, width);               \
    }                                                                                              \
    SIMT_INLINE type __shfl_up_sync(unsigned mask, type value, unsigned delta, int width = 32)     \
    {                                                                                              \
        return ::simt::shuffle(mask, value, SIMT_SHFL_UP, delta, width);                           \
    }                                                                                              \
    SIMT_INLINE type __shfl_down_sync(unsigned mask, type value, unsigned delta, int width = 32)   \
    {                                                                                              \
        return ::simt::shuffle(mask, value, SIMT_SHFL_DOWN, delta, width);                         \
    }                                                                                              \
    SIMT_INLINE type __shfl_xor_sync(unsigned mask, type value, int lanes, int width = 32)         \
    {                                                                                              \
        return ::simt::shuffle(mask, value, SIMT_SHFL_XOR, (unsigned)lanes, width);                \
    }

#define SIMT_MATCHES(type)                                                                         \
    SIMT_INLINE unsigned __match_any_sync(unsigned mask, type value)                               \
    {                                                                                              \
        return simt_match_any(mask, ::simt::to_bits(value), sizeof value);                         \
    }                                                                                              \
    SIMT_INLINE unsigned __match_all_sync(unsigned mask, type value, int *predicate)               \
    {                                                                                              \
        return simt_match_all(mask, ::simt::to_bits(value), sizeof value, predicate);              \
    }

namespace simt
{

template <class T>
SIMT_INLINE T shuffle(unsigned mask, T value, enum simt_shuffle how, unsigned operand, int width)
{
    return from_bits<T>(
        ::simt_shuffle(mask, to_bits(value), sizeof value, how, operand, (unsigned)width));
}

} // namespace simt

SIMT_FOR_REGISTER_TYPES(SIMT_SHUFFLES)
SIMT_FOR_REGISTER_TYPES(SIMT_MATCHES)

#define SIMT_REDUCTION(name, how, type, is_signed)                                                 \
    SIMT_INLINE type __reduce_##name##_sync(unsigned mask, type value)                             \
    {                                                                                              \
        return (type)simt_reduce(mask, (unsigned)value, how, is_signed);                           \
    }

SIMT_REDUCTION(add, SIMT_ADD, int, 1)
SIMT_REDUCTION(add, SIMT_ADD, unsigned, 0)
SIMT_REDUCTION(min, SIMT_MIN, int, 1)
SIMT_REDUCTION(min, SIMT_MIN, unsigned, 0)
SIMT_REDUCTION(max, SIMT_MAX, int, 1)
SIMT_REDUCTION(max, SIMT_MAX, unsigned, 0)
SIMT_REDUCTION(and, SIMT_AND, unsigned, 0)
SIMT_REDUCTION(or, SIMT_OR, unsigned, 0)
SIMT_REDUCTION(xor, SIMT_XOR, unsigned, 0)

#undef SIMT_REDUCTION
#undef SIMT_SHUFFLES
#undef SIMT_MATCHES

#endif
