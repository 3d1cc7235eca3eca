// Atomics on shared memory, on cells that a warp shares or not, and one on
// global memory per block, for the counters. Integers: the hardware has an
// instruction for them (a float is a loop of compare-and-swap).

#include "harness.h"

#ifndef BLOCK
#define BLOCK 256
#endif
#define ELEMENTS_PER_BLOCK BLOCK

__global__ void reduce(const float *in, float *out, size_t n)
{
    __shared__ unsigned bins[8];
    if (threadIdx.x < 8)
        bins[threadIdx.x] = 0;
    __syncthreads();
    const size_t i = (size_t)blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        atomicAdd(&bins[threadIdx.x % 8], (unsigned)in[i]);
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned sum = 0;
        for (unsigned k = 0; k < 8; k++)
            sum += bins[k];
        atomicAdd(&out[blockIdx.x], (float)sum);
    }
}

static void launch(const float *d_in, float *d_out, size_t n, unsigned blocks)
{
    reduce<<<blocks, BLOCK>>>(d_in, d_out, n);
}

int main(int argc, char **argv)
{
    const struct step step = { launch, BLOCK, ELEMENTS_PER_BLOCK };
    return harness_main(argc, argv, &step);
}
