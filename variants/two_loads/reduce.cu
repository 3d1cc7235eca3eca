// Two loads: both on their way before the first add
//
// Each trip of the loop fetches two floats from two places a whole grid apart.
// Neither needs the other, so both are in flight at the same time, and each has
// a sum of its own: no addition waits for the one before.
// Cost: still four bytes per lane and load. For the same bytes a wider load
// takes a quarter of the instructions.

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

    float sum = 0.0f, other = 0.0f;
#pragma unroll 1
    for (size_t k = i; k < n; k += 2 * grid) {
        sum += in[k];
        other += (k + grid < n) ? in[k + grid] : 0.0f;
    }
    sum += other;

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
