/*
 * threadIdx, blockIdx, blockDim, gridDim, warpSize.
 *
 * They are thread-local objects that the core keeps right, so a debugger
 * prints them. Reading them must be no memory access in instrumented code. gcc
 * leaves constants of plain types alone, and dim3 is not plain: it has
 * constructors. clang instruments all of them; there they are calls of
 * functions that have no effect.
 */
#ifndef SIMT_INDEX_H
#define SIMT_INDEX_H

#include "../vector_types.h"
#include "base.h"

#if defined(SIMT_INSTRUMENT) && defined(__clang__)

namespace simt
{

SIMT_INLINE uint3 index3(simt_dim3 v)
{
    return uint3{ v.x, v.y, v.z };
}

SIMT_INLINE dim3 size3(simt_dim3 v)
{
    return dim3(v.x, v.y, v.z);
}

} // namespace simt

#define threadIdx (::simt::index3(simt_thread_index()))
#define blockIdx (::simt::index3(simt_block_index()))
#define blockDim (::simt::size3(simt_block_size()))
#define gridDim (::simt::size3(simt_grid_size()))

#else

namespace simt
{

#ifdef SIMT_INSTRUMENT
/* A dim3 without constructors. */
struct size {
    unsigned x, y, z;
    SIMT_INLINE constexpr operator dim3() const
    {
        return dim3(x, y, z);
    }
};
#else
typedef dim3 size;
#endif

} // namespace simt

/* __thread and not thread_local: the latter costs a call at each use. */
#define SIMT_LANE_LOCAL extern __thread const __attribute__((tls_model("initial-exec")))
extern "C" {
SIMT_LANE_LOCAL uint3 threadIdx;
SIMT_LANE_LOCAL uint3 blockIdx;
SIMT_LANE_LOCAL simt::size blockDim;
SIMT_LANE_LOCAL simt::size gridDim;
}
#undef SIMT_LANE_LOCAL

#endif

static constexpr int warpSize = SIMT_WARP_SIZE;

#endif
