/*
 * CUDA's short vectors: char1 … double4 and dim3, with CUDA's alignments, so
 * that a float4 moves as one 16-byte access. Usable from C and C++.
 */
#ifndef SIMT_VECTOR_TYPES_H
#define SIMT_VECTOR_TYPES_H

#include "host_defines.h"

#if defined(__CUDACC__) && defined(__clang__) && defined(SIMT_INSTRUMENT)
#include "simt/vector_whole.h"
#else
#define SIMT_VECTOR1(name, type)                                                                   \
    struct name {                                                                                  \
        type x;                                                                                    \
    };                                                                                             \
    typedef struct name name;
#define SIMT_VECTOR2(name, type, alignment)                                                        \
    struct __attribute__((aligned(alignment))) name {                                              \
        type x, y;                                                                                 \
    };                                                                                             \
    typedef struct name name;
#define SIMT_VECTOR3(name, type)                                                                   \
    struct name {                                                                                  \
        type x, y, z;                                                                              \
    };                                                                                             \
    typedef struct name name;
#define SIMT_VECTOR4(name, type, alignment)                                                        \
    struct __attribute__((aligned(alignment))) name {                                              \
        type x, y, z, w;                                                                           \
    };                                                                                             \
    typedef struct name name;
#endif

#define SIMT_VECTORS(prefix, type, align2, align4)                                                 \
    SIMT_VECTOR1(prefix##1, type)                                                                  \
    SIMT_VECTOR2(prefix##2, type, align2)                                                          \
    SIMT_VECTOR3(prefix##3, type)                                                                  \
    SIMT_VECTOR4(prefix##4, type, align4)

SIMT_VECTORS(char, signed char, 2, 4)
SIMT_VECTORS(uchar, unsigned char, 2, 4)
SIMT_VECTORS(short, short, 4, 8)
SIMT_VECTORS(ushort, unsigned short, 4, 8)
SIMT_VECTORS(int, int, 8, 16)
SIMT_VECTORS(uint, unsigned, 8, 16)
SIMT_VECTORS(long, long, 2 * sizeof(long), 16)
SIMT_VECTORS(ulong, unsigned long, 2 * sizeof(long), 16)
SIMT_VECTORS(longlong, long long, 16, 16)
SIMT_VECTORS(ulonglong, unsigned long long, 16, 16)
SIMT_VECTORS(float, float, 8, 16)
SIMT_VECTORS(double, double, 16, 16)

#undef SIMT_VECTORS
#undef SIMT_VECTOR1
#undef SIMT_VECTOR2
#undef SIMT_VECTOR3
#undef SIMT_VECTOR4

struct dim3 {
    unsigned x, y, z;
#ifdef __cplusplus
    constexpr dim3(unsigned vx = 1, unsigned vy = 1, unsigned vz = 1) : x(vx), y(vy), z(vz)
    {
    }
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z)
    {
    }
    constexpr operator uint3() const
    {
        return uint3{ x, y, z };
    }
#endif
};
typedef struct dim3 dim3;

#endif
