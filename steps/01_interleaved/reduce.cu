// Step 01: a tree in shared memory, interleaved
//
// The first parallel sum: a block copies its part into shared memory and adds
// pairs at distance 1, 2, 4, ..., so log2(BLOCK) rounds replace BLOCK - 1 adds.
// Cost: every round divides (%) by a number known only at run time, and the
// workers are every 2nd, 4th, 8th, ... thread, so most lanes of a warp sleep.

#include "harness.h"

#ifndef BLOCK
#define BLOCK 256
#endif
#define ELEMENTS_PER_BLOCK BLOCK
REQUIRE_POWER_OF_TWO(BLOCK);
extern __shared__ float partial[]; // BLOCK floats

__global__ void reduce(const float *in, float *out, size_t n)
{
    const unsigned tid = threadIdx.x;
    const size_t i = (size_t)blockIdx.x * blockDim.x + tid;

    partial[tid] = (i < n) ? in[i] : 0.0f;
    __syncthreads();

    for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
        if (tid % (2 * stride) == 0)
            partial[tid] += partial[tid + stride];
        __syncthreads();
    }

    if (tid == 0)
        out[blockIdx.x] = partial[0];
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
