// Step 06: the whole tree unrolled
//
// blockDim.x becomes the constant BLOCK. Nothing else changes, but now the
// compiler knows every stride: the loop turns into straight code without
// counters, and rounds that this block size lacks are not even generated.
// Cost: each thread loads twice and is done. Starting a block and climbing its
// tree is paid for every 2 * BLOCK elements.

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
    const size_t i = (size_t)blockIdx.x * (2 * BLOCK) + tid;

    float sum = (i < n) ? in[i] : 0.0f;
    if (i + BLOCK < n)
        sum += in[i + BLOCK];
    partial[tid] = sum;
    __syncthreads();

    for (unsigned stride = BLOCK / 2; stride > 32; stride /= 2) {
        if (tid < stride)
            partial[tid] += partial[tid + stride];
        __syncthreads();
    }

    if (tid < 32)
        sum = reduce_warp(partial[tid] + (BLOCK > 32 ? partial[tid + 32] : 0.0f));
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
