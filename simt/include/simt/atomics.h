/*
 * Atomic functions, each for the types that CUDA gives it and in three scopes:
 * atomicAdd_block, atomicAdd, atomicAdd_system. All return the old value.
 */
#ifndef SIMT_ATOMICS_H
#define SIMT_ATOMICS_H

#include "base.h"

namespace simt
{

template <class T> struct type_of;
template <> struct type_of<int> {
    static constexpr enum simt_type tag = SIMT_I32;
};
template <> struct type_of<unsigned> {
    static constexpr enum simt_type tag = SIMT_U32;
};
template <> struct type_of<long long> {
    static constexpr enum simt_type tag = SIMT_I64;
};
template <> struct type_of<unsigned long long> {
    static constexpr enum simt_type tag = SIMT_U64;
};
template <> struct type_of<float> {
    static constexpr enum simt_type tag = SIMT_F32;
};
template <> struct type_of<double> {
    static constexpr enum simt_type tag = SIMT_F64;
};
template <> struct type_of<unsigned short> {
    static constexpr enum simt_type tag = SIMT_U16;
};

template <class T>
SIMT_INLINE T atomic(T *address, enum simt_atomic op, T value, T compare, enum simt_scope scope)
{
    return from_bits<T>(
        ::simt_atomic(address, op, type_of<T>::tag, to_bits(value), to_bits(compare), scope));
}

} // namespace simt

#define SIMT_ATOMIC_IN(name, op, type, scope)                                                      \
    SIMT_INLINE type name(type *address, type value)                                               \
    {                                                                                              \
        return ::simt::atomic(address, op, value, (type)0, scope);                                 \
    }

#define SIMT_CAS_IN(name, type, scope)                                                             \
    SIMT_INLINE type name(type *address, type compare, type value)                                 \
    {                                                                                              \
        return ::simt::atomic(address, SIMT_ATOMIC_CAS, value, compare, scope);                    \
    }

#define SIMT_ATOMIC_FN(name, op, type)                                                             \
    SIMT_ATOMIC_IN(name##_block, op, type, SIMT_SCOPE_BLOCK)                                       \
    SIMT_ATOMIC_IN(name, op, type, SIMT_SCOPE_DEVICE)                                              \
    SIMT_ATOMIC_IN(name##_system, op, type, SIMT_SCOPE_SYSTEM)

#define SIMT_CAS_FN(type)                                                                          \
    SIMT_CAS_IN(atomicCAS_block, type, SIMT_SCOPE_BLOCK)                                           \
    SIMT_CAS_IN(atomicCAS, type, SIMT_SCOPE_DEVICE)                                                \
    SIMT_CAS_IN(atomicCAS_system, type, SIMT_SCOPE_SYSTEM)

SIMT_ATOMIC_FN(atomicAdd, SIMT_ATOMIC_ADD, int)
SIMT_ATOMIC_FN(atomicAdd, SIMT_ATOMIC_ADD, unsigned)
SIMT_ATOMIC_FN(atomicAdd, SIMT_ATOMIC_ADD, unsigned long long)
SIMT_ATOMIC_FN(atomicAdd, SIMT_ATOMIC_ADD, float)
SIMT_ATOMIC_FN(atomicAdd, SIMT_ATOMIC_ADD, double)
SIMT_ATOMIC_FN(atomicSub, SIMT_ATOMIC_SUB, int)
SIMT_ATOMIC_FN(atomicSub, SIMT_ATOMIC_SUB, unsigned)
SIMT_ATOMIC_FN(atomicExch, SIMT_ATOMIC_EXCH, int)
SIMT_ATOMIC_FN(atomicExch, SIMT_ATOMIC_EXCH, unsigned)
SIMT_ATOMIC_FN(atomicExch, SIMT_ATOMIC_EXCH, unsigned long long)
SIMT_ATOMIC_FN(atomicExch, SIMT_ATOMIC_EXCH, float)
SIMT_ATOMIC_FN(atomicInc, SIMT_ATOMIC_INC, unsigned)
SIMT_ATOMIC_FN(atomicDec, SIMT_ATOMIC_DEC, unsigned)

#define SIMT_ATOMIC_MINMAX(type)                                                                   \
    SIMT_ATOMIC_FN(atomicMin, SIMT_ATOMIC_MIN, type)                                               \
    SIMT_ATOMIC_FN(atomicMax, SIMT_ATOMIC_MAX, type)

SIMT_ATOMIC_MINMAX(int)
SIMT_ATOMIC_MINMAX(unsigned)
SIMT_ATOMIC_MINMAX(long long)
SIMT_ATOMIC_MINMAX(unsigned long long)

#define SIMT_ATOMIC_BITS(type)                                                                     \
    SIMT_ATOMIC_FN(atomicAnd, SIMT_ATOMIC_AND, type)                                               \
    SIMT_ATOMIC_FN(atomicOr, SIMT_ATOMIC_OR, type)                                                 \
    SIMT_ATOMIC_FN(atomicXor, SIMT_ATOMIC_XOR, type)

SIMT_ATOMIC_BITS(int)
SIMT_ATOMIC_BITS(unsigned)
SIMT_ATOMIC_BITS(unsigned long long)

SIMT_CAS_FN(int)
SIMT_CAS_FN(unsigned)
SIMT_CAS_FN(unsigned long long)
SIMT_CAS_FN(unsigned short)

#undef SIMT_ATOMIC_IN
#undef SIMT_CAS_IN
#undef SIMT_ATOMIC_FN
#undef SIMT_CAS_FN
#undef SIMT_ATOMIC_MINMAX
#undef SIMT_ATOMIC_BITS

#endif
