// Last block: one launch and a ticket
//
// Every block stores its sum and then draws a ticket. Who draws the last one
// knows that all sums are there, and adds them up. No block waits for another,
// and the order of addition does not depend on who was last: the same bits in
// every run.
// Cost: a fence and one atomic per block, and the last block's own short sum at
// the end. For an array that one block can read this is more than it saves.

#include "grid.h"
#include "harness.h"

#ifndef BLOCK
#define BLOCK 256
#endif
#define ELEMENTS_PER_BLOCK ONE_PASS
REQUIRE_WHOLE_WARPS(BLOCK);
extern __shared__ float partial[];       // BLOCK floats
__device__ static float sums[GRID_MOST]; // one per block
__device__ static unsigned tickets;      // drawn so far; 0 between launches

// Adds up one value per lane of a warp; every lane gets the total.
__device__ static float reduce_warp(float sum)
{
    for (unsigned stride = 16; stride > 0; stride /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, stride);
    return sum;
}

// Adds up one value per thread of a block; thread 0 gets the total.
__device__ static float reduce_block(float sum)
{
    const unsigned tid = threadIdx.x;
    sum = reduce_warp(sum);
    if (tid % 32 == 0)
        partial[tid / 32] = sum;
    __syncthreads();
    return (tid < 32) ? reduce_warp(tid < BLOCK / 32 ? partial[tid] : 0.0f) : 0.0f;
}

__global__ void reduce(const float *in, float *out, size_t n)
{
    __shared__ bool last;
    const unsigned tid = threadIdx.x;
    const size_t i = (size_t)blockIdx.x * BLOCK + tid;

    // float4 loads need a 16-byte boundary: the few floats outside are edges.
    const size_t head = min(n, (size_t)(-(uintptr_t)in / sizeof(float) % 4));
    const size_t quads = (n - head) / 4, edges = n - 4 * quads;
    float sum = (i < edges) ? in[i < head ? i : i + 4 * quads] : 0.0f;
    for (size_t q = i; q < quads; q += (size_t)gridDim.x * BLOCK) {
        const float4 v = ((const float4 *)(in + head))[q];
        sum += (v.x + v.y) + (v.z + v.w);
    }

    sum = reduce_block(sum);
    if (tid == 0) {
        __stcg(&sums[blockIdx.x], sum);
        __threadfence(); // whoever sees the ticket sees the sum
        last = atomicInc(&tickets, gridDim.x - 1) == gridDim.x - 1; // wraps to 0
    }
    __syncthreads();
    if (!last)
        return;

    __threadfence(); // the other side of the fence above
    sum = 0.0f;
    for (unsigned k = tid; k < gridDim.x; k += BLOCK)
        sum += __ldcg(&sums[k]); // from L2: no stale copy
    sum = reduce_block(sum);
    if (tid == 0)
        *out = sum;
}

static void launch(const float *d_in, float *d_out, size_t n, unsigned blocks)
{
    blocks = grid_for(n, BLOCK, 4);
    reduce<<<blocks, BLOCK, BLOCK * sizeof(float)>>>(d_in, d_out, n);
}

int main(int argc, char **argv)
{
    const struct step step = { launch, BLOCK, ELEMENTS_PER_BLOCK };
    return harness_main(argc, argv, &step);
}
