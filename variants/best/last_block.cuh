// Finishing in the same launch: every block leaves its sum and draws a ticket,
// and the block that draws the last one adds the sums up.
#ifndef LAST_BLOCK_CUH
#define LAST_BLOCK_CUH

#include "block.cuh"
#include "grid.h"

#ifndef __SIMT__
#include <cuda/atomic>
#endif

__device__ static float sums[GRID_MOST]; // one per block
__device__ static unsigned tickets;      // drawn so far; 0 between launches

// Draws a ticket: what this thread wrote before is seen by whoever draws a
// later one.
__device__ static unsigned draw_ticket()
{
#ifdef __SIMT__
    __threadfence();
    const unsigned ticket = atomicAdd(&tickets, 1);
    __threadfence();
    return ticket;
#else // the same order, without the stronger one of a whole fence
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> drawn(tickets);
    return drawn.fetch_add(1, cuda::memory_order_acq_rel);
#endif
}

// Turns one value per thread of the grid into *out. All threads call it.
template <unsigned THREADS> __device__ void finish(float sum, float *out)
{
    __shared__ float partial[2][THREADS / 32];
    __shared__ bool last;
    const unsigned tid = threadIdx.x;
    sum = reduce_block<THREADS>(sum, partial[0]);
    if (tid == 0) {
        __stcg(&sums[blockIdx.x], sum);
        last = draw_ticket() == gridDim.x - 1;
    }
    __syncthreads();
    if (!last)
        return;

    sum = 0.0f;
    for (unsigned k = tid; k < gridDim.x; k += THREADS)
        sum += __ldcg(&sums[k]);
    sum = reduce_block<THREADS>(sum, partial[1]);
    if (tid == 0) {
        *out = sum;
        tickets = 0;
    }
}

#endif
