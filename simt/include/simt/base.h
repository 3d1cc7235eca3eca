/*
 * What simt's device headers share: the core's C interface, the form of an
 * inline wrapper, and the bits of a register.
 *
 * Wrappers are always inlined and hold no variables in memory, so that they
 * cost nothing in a plain build and instrumentation sees nothing of them.
 */
#ifndef SIMT_BASE_H
#define SIMT_BASE_H

#include <stdint.h>

#include "simt.h"

#define SIMT_INLINE inline __attribute__((always_inline, artificial))

/* Behind a declaration: the function's symbol. */
#define SIMT_TEXT_OF(prefix) #prefix
#define SIMT_TEXT(prefix) SIMT_TEXT_OF(prefix)
#define SIMT_NAMED(symbol) __asm__(SIMT_TEXT(__USER_LABEL_PREFIX__) #symbol)

namespace simt
{

/* The bits of a 32- or 64-bit value, in the low end of a register. */
template <class T> SIMT_INLINE uint64_t to_bits(T value)
{
    if constexpr (sizeof(T) == 8)
        return __builtin_bit_cast(uint64_t, value);
    else if constexpr (sizeof(T) == 4)
        return __builtin_bit_cast(uint32_t, value);
    else
        return __builtin_bit_cast(uint16_t, value);
}

template <class T> SIMT_INLINE T from_bits(uint64_t bits)
{
    if constexpr (sizeof(T) == 8)
        return __builtin_bit_cast(T, bits);
    else if constexpr (sizeof(T) == 4)
        return __builtin_bit_cast(T, (uint32_t)bits);
    else
        return __builtin_bit_cast(T, (uint16_t)bits);
}

} // namespace simt

/* The types that a warp function moves, as CUDA overloads them. */
#define SIMT_FOR_REGISTER_TYPES(MACRO)                                                             \
    MACRO(int)                                                                                     \
    MACRO(unsigned)                                                                                \
    MACRO(long)                                                                                    \
    MACRO(unsigned long)                                                                           \
    MACRO(long long)                                                                               \
    MACRO(unsigned long long)                                                                      \
    MACRO(float)                                                                                   \
    MACRO(double)

#endif
