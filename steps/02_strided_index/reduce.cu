// Step 02: dense workers, strided index
//
// The same pairs, handed out differently: thread t takes the t-th pair. The
// workers are neighbours now, and a product finds them instead of a division.
// Cost: neighbouring lanes now touch cells 2 * stride apart. Those share banks,
// and the hardware serves lanes that want one bank one after the other.

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
        const unsigned k = 2 * stride * tid;
        if (k < blockDim.x)
            partial[k] += partial[k + stride];
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
