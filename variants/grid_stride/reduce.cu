// Grid stride: one float per load
//
// Step 08 with the plainest loop: as many threads as the device holds at once
// walk over the array, one float each per trip. Neighbouring lanes read
// neighbouring floats, so a warp moves 128 bytes with each load.
// Cost: a thread asks for its next float only after it has added the last, so
// each warp keeps 128 bytes in flight, and memory could deliver more.

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
    const size_t i = (size_t)blockIdx.x * BLOCK + tid;

    float sum = 0.0f;
#pragma unroll 1 // the compiler would find the next variants' idea by itself
    for (size_t k = i; k < n; k += (size_t)gridDim.x * BLOCK)
        sum += in[k];

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
