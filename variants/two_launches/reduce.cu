// Two launches: partial sums, then their sum
//
// Step 08 launched twice: many blocks leave one sum each, then a single block
// sums those. Between the launches all blocks have finished: the end of a
// kernel is the one barrier for the whole grid that costs no code.
// Cost: a second launch, a few microseconds, in which nearly the whole device
// has nothing to do. For a short array that is half of the time.

#include "grid.h"
#include "harness.h"

#ifndef BLOCK
#define BLOCK 256
#endif
#define ELEMENTS_PER_BLOCK ONE_PASS
REQUIRE_WHOLE_WARPS(BLOCK);
extern __shared__ float partial[];       // BLOCK floats
__device__ static float sums[GRID_MOST]; // one per block of the first launch

// Adds up one value per lane of a warp; every lane gets the total.
__device__ static float reduce_warp(float sum)
{
    for (unsigned stride = 16; stride > 0; stride /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, stride);
    return sum;
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

    sum = reduce_warp(sum);
    if (tid % 32 == 0)
        partial[tid / 32] = sum;
    __syncthreads();

    if (tid < 32)
        sum = reduce_warp(tid < BLOCK / 32 ? partial[tid] : 0.0f);
    if (tid == 0)
        out[blockIdx.x] = sum;
}

static void launch(const float *d_in, float *d_out, size_t n, unsigned blocks)
{
    void *d_sums = NULL;
    cudaGetSymbolAddress(&d_sums, sums);
    blocks = grid_for(n, BLOCK, 4);
    reduce<<<blocks, BLOCK, BLOCK * sizeof(float)>>>(d_in, (float *)d_sums, n);
    reduce<<<1, BLOCK, BLOCK * sizeof(float)>>>((const float *)d_sums, d_out, blocks);
}

int main(int argc, char **argv)
{
    const struct step step = { launch, BLOCK, ELEMENTS_PER_BLOCK };
    return harness_main(argc, argv, &step);
}
