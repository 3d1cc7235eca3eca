/*
 * Loads and stores with a cache hint. simt has no cache: each is one plain
 * access of its type.
 */
#ifndef SIMT_ACCESS_H
#define SIMT_ACCESS_H

#include "base.h"

#define SIMT_LOAD(name)                                                                            \
    template <class T> SIMT_INLINE T name(const T *address)                                        \
    {                                                                                              \
        return *address;                                                                           \
    }

#define SIMT_STORE(name)                                                                           \
    template <class T> SIMT_INLINE void name(T *address, T value)                                  \
    {                                                                                              \
        *address = value;                                                                          \
    }

SIMT_LOAD(__ldg)
SIMT_LOAD(__ldca)
SIMT_LOAD(__ldcg)
SIMT_LOAD(__ldcs)
SIMT_LOAD(__ldlu)
SIMT_LOAD(__ldcv)
SIMT_STORE(__stwb)
SIMT_STORE(__stcg)
SIMT_STORE(__stcs)
SIMT_STORE(__stwt)

#undef SIMT_LOAD
#undef SIMT_STORE

#endif
