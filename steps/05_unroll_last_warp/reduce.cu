// Step 05: the last warp on its own
//
// Once a single warp can hold what is left, the other warps retire and it needs
// no block-wide barrier: __syncwarp() orders its lanes, and its five rounds are
// a loop the compiler unrolls.
// Cost: the rounds before it still compute their stride and test it, since the
// block size is known only at run time.

#include "harness.h"

#ifndef BLOCK
#define BLOCK 256
#endif
#define ELEMENTS_PER_BLOCK (2 * BLOCK)
REQUIRE_POWER_OF_TWO(BLOCK);
extern __shared__ float partial[]; // BLOCK floats

// Adds up one value per lane of the first warp; every lane gets the total.
__device__ static float reduce_warp(float sum)
{
    for (unsigned stride = 16; stride > 0; stride /= 2) {
        partial[threadIdx.x] = sum;
        __syncwarp(); // everybody has written: now read
        sum += partial[threadIdx.x ^ stride];
        __syncwarp(); // everybody has read: now write again
    }
    return sum;
}

__global__ void reduce(const float *in, float *out, size_t n)
{
    const unsigned tid = threadIdx.x;
    const size_t i = (size_t)blockIdx.x * (2 * blockDim.x) + tid;

    float sum = (i < n) ? in[i] : 0.0f;
    if (i + blockDim.x < n)
        sum += in[i + blockDim.x];
    partial[tid] = sum;
    __syncthreads();

    for (unsigned stride = blockDim.x / 2; stride > 32; stride /= 2) {
        if (tid < stride)
            partial[tid] += partial[tid + stride];
        __syncthreads();
    }

    if (tid < 32)
        sum = reduce_warp(partial[tid] + (blockDim.x > 32 ? partial[tid + 32] : 0.0f));
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
