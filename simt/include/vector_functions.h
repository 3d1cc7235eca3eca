/*
 * make_float4 and its relatives: one function for each short vector, which
 * takes its components in order.
 */
#ifndef SIMT_VECTOR_FUNCTIONS_H
#define SIMT_VECTOR_FUNCTIONS_H

#include "vector_types.h"

#define SIMT_MAKE static inline __attribute__((always_inline, unused))
#define SIMT_MAKERS(prefix, type)                                                                  \
    SIMT_MAKE prefix##1 make_##prefix##1(type x)                                                   \
    {                                                                                              \
        prefix##1 v = { x };                                                                       \
        return v;                                                                                  \
    }                                                                                              \
    SIMT_MAKE prefix##2 make_##prefix##2(type x, type y)                                           \
    {                                                                                              \
        prefix##2 v = { x, y };                                                                    \
        return v;                                                                                  \
    }                                                                                              \
    SIMT_MAKE prefix##3 make_##prefix##3(type x, type y, type z)                                   \
    {                                                                                              \
        prefix##3 v = { x, y, z };                                                                 \
        return v;                                                                                  \
    }                                                                                              \
    SIMT_MAKE prefix##4 make_##prefix##4(type x, type y, type z, type w)                           \
    {                                                                                              \
        prefix##4 v = { x, y, z, w };                                                              \
        return v;                                                                                  \
    }

SIMT_MAKERS(char, signed char)
SIMT_MAKERS(uchar, unsigned char)
SIMT_MAKERS(short, short)
SIMT_MAKERS(ushort, unsigned short)
SIMT_MAKERS(int, int)
SIMT_MAKERS(uint, unsigned)
SIMT_MAKERS(long, long)
SIMT_MAKERS(ulong, unsigned long)
SIMT_MAKERS(longlong, long long)
SIMT_MAKERS(ulonglong, unsigned long long)
SIMT_MAKERS(float, float)
SIMT_MAKERS(double, double)

#undef SIMT_MAKERS
#undef SIMT_MAKE

#endif
