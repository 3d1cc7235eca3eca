/*
 * Words that CUDA adds to the language. In a .cu file simtcc's rewriter reads
 * __global__, __device__, __host__, __shared__, __constant__, __managed__ and
 * __launch_bounds__ after the preprocessor, so they must not be macros there.
 * Elsewhere (C, plain C++) they have no meaning and vanish.
 */
#ifndef SIMT_HOST_DEFINES_H
#define SIMT_HOST_DEFINES_H

#ifndef __CUDACC__
#define __global__
#define __device__
#define __host__
#define __constant__
#define __managed__
#define __launch_bounds__(...)
#endif

#define __align__(n) __attribute__((aligned(n)))
#define __forceinline__ inline __attribute__((always_inline))
#define __grid_constant__
#define CUDARTAPI
#define CUDART_CB
#define CUDAAPI

#endif
