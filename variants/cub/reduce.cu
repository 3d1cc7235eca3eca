// CUB: the library's own reduction
//
// What you would call in a program of your own, and the yardstick of the
// ladder: one call sums any number of elements, tuned for each architecture.
// Cost: a scratch buffer that the caller provides, asked for by a first call
// without one; and no lesson in how it is done.

#include <cub/cub.cuh>

#include "harness.h"

#ifndef BLOCK
#define BLOCK 256
#endif
#define ELEMENTS_PER_BLOCK ONE_PASS

// Scratch is kept from call to call, so that the time is the reduction's only.
// It grows when a longer array comes along.
static void *scratch_for(size_t bytes)
{
    static void *scratch = NULL;
    static size_t held = 0;
    if (bytes > held) {
        cudaFree(scratch);
        scratch = NULL;
        held = (cudaMalloc(&scratch, bytes) == cudaSuccess) ? bytes : 0;
    }
    return scratch;
}

static void launch(const float *d_in, float *d_out, size_t n, unsigned blocks)
{
    size_t bytes = 0;
    (void)blocks; // CUB chooses its own grid
    cub::DeviceReduce::Sum(NULL, bytes, d_in, d_out, n);
    cub::DeviceReduce::Sum(scratch_for(bytes), bytes, d_in, d_out, n);
}

int main(int argc, char **argv)
{
    const struct step step = { launch, BLOCK, ELEMENTS_PER_BLOCK };
    return harness_main(argc, argv, &step);
}
