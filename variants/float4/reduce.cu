// float4: sixteen bytes per load
//
// One load brings four floats to a lane, so a warp moves 512 bytes with one
// instruction, a quarter of the loads for the same bytes.
// Cost: such a load needs a 16-byte boundary, so up to three floats at either
// end of the array are fetched one by one. And each thread still waits for one
// load before it starts the next.

#include "harness.h"

#ifndef BLOCK
#define BLOCK 256
#endif
#define ELEMENTS_PER_BLOCK GRID_STRIDE
REQUIRE_WHOLE_WARPS(BLOCK);
extern __shared__ float partial[]; // BLOCK floats

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
    const size_t i = (size_t)blockIdx.x * BLOCK + tid, grid = (size_t)gridDim.x * BLOCK;

    const size_t head = min(n, (size_t)(-(uintptr_t)in / sizeof(float) % 4));
    const size_t quads = (n - head) / 4, edges = n - 4 * quads;
    const float4 *quad = (const float4 *)(in + head);
    float sum = (i < edges) ? in[i < head ? i : i + 4 * quads] : 0.0f;
#pragma unroll 1
    for (size_t q = i; q < quads; q += grid) {
        const float4 v = quad[q];
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
    reduce<<<blocks, BLOCK, BLOCK * sizeof(float)>>>(d_in, d_out, n);
}

int main(int argc, char **argv)
{
    const struct step step = { launch, BLOCK, ELEMENTS_PER_BLOCK };
    return harness_main(argc, argv, &step);
}
