// Atomic per element: no tree at all
//
// Every thread adds its element to the result with an atomic operation. The
// shortest correct program: one line, any block size, no barrier, no partial
// sums. For a few hundred elements nothing is quicker to write, and little is lost.
// Cost: all additions go to one address, and that address takes them one after
// the other. They come in any order, so the last bits differ from run to run.

#include "harness.h"

#ifndef BLOCK
#define BLOCK 256
#endif
#define ELEMENTS_PER_BLOCK ONE_BY_ONE
REQUIRE_WHOLE_WARPS(BLOCK);

__global__ void reduce(const float *in, float *out, size_t n)
{
    const size_t i = (size_t)blockIdx.x * BLOCK + threadIdx.x;

    if (i < n)
        atomicAdd(out, in[i]);
}

static void launch(const float *d_in, float *d_out, size_t n, unsigned blocks)
{
    blocks = (unsigned)(n / BLOCK + (n % BLOCK != 0));
    cudaMemsetAsync(d_out, 0, sizeof *d_out); // the sum of nothing, to add to
    if (n > 0)
        reduce<<<blocks, BLOCK>>>(d_in, d_out, n);
}

int main(int argc, char **argv)
{
    const struct step step = { launch, BLOCK, ELEMENTS_PER_BLOCK };
    return harness_main(argc, argv, &step);
}
