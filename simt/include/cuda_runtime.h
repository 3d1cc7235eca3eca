/*
 * What every .cu file sees: the runtime API, the short vectors and, when
 * simtcc compiles, everything that device code may use. In C and in plain C++
 * it is the runtime API and the vectors.
 */
#ifndef SIMT_CUDA_RUNTIME_H
#define SIMT_CUDA_RUNTIME_H

#if defined(__cplusplus) && defined(__CUDACC__)
#include "simt/heap.h"
#endif

#include "cuda_runtime_api.h"
#include "vector_functions.h"

#ifdef __cplusplus
#include "simt/typed_api.h"
#endif

#if defined(__cplusplus) && defined(__CUDACC__)
#include <assert.h>
#include <math.h>
#include <new>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "simt/access.h"
#include "simt/atomics.h"
#include "simt/bits.h"
#include "simt/index.h"
#include "simt/minmax.h"
#include "simt/packed.h"
#include "simt/real.h"
#include "simt/rounding.h"
#include "simt/space.h"
#include "simt/special.h"
#include "simt/sync.h"
#include "simt/warp.h"

#include "simt/launch.h"
#include "simt/kernel_api.h"

#ifdef SIMT_INSTRUMENT
/* Block copies and fills that the compiler makes calls of, its own struct
 * copies among them, are accesses like all others. */
__asm__("memcpy = __tsan_memcpy\n"
        "memmove = __tsan_memmove\n"
        "memset = __tsan_memset\n");
#endif
#endif

#endif
