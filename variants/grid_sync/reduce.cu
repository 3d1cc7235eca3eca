// Grid sync: all blocks wait for each other
//
// A cooperative launch promises that all blocks are on the device at the same
// time, so they can meet at a barrier of the whole grid. After it, block 0 adds
// up what the others have left. One launch, no atomics in sight, the same bits
// in every run.
// Cost: every block waits although only one has something to do afterwards, a
// cooperative launch takes longer to start, and no more blocks may be launched
// than the device holds.

#include <cooperative_groups.h>

#include "grid.h"
#include "harness.h"

#ifndef BLOCK
#define BLOCK 256
#endif
#define ELEMENTS_PER_BLOCK ONE_PASS
REQUIRE_WHOLE_WARPS(BLOCK);
extern __shared__ float partial[];       // BLOCK floats
__device__ static float sums[GRID_MOST]; // one per block

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
    if (tid == 0)
        sums[blockIdx.x] = sum;
    cooperative_groups::this_grid().sync();
    if (blockIdx.x > 0)
        return;

    sum = 0.0f;
    for (unsigned k = tid; k < gridDim.x; k += BLOCK)
        sum += sums[k];
    sum = reduce_block(sum);
    if (tid == 0)
        *out = sum;
}

static void launch(const float *d_in, float *d_out, size_t n, unsigned blocks)
{
    const size_t shared = BLOCK * sizeof(float);
    int per_sm = 0; // by registers and shared memory, too: one block too many is an error
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, reduce, BLOCK, shared);
    // Every block has to be waited for: each gets enough to make up for that.
    blocks = min(grid_for(n, BLOCK, 64), per_sm * grid_multiprocessors());
    void *arguments[] = { &d_in, &d_out, &n };
    cudaLaunchCooperativeKernel((const void *)reduce, blocks, BLOCK, arguments, shared, NULL);
}

int main(int argc, char **argv)
{
    const struct step step = { launch, BLOCK, ELEMENTS_PER_BLOCK };
    return harness_main(argc, argv, &step);
}
