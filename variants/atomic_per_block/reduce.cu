// Atomic per block: the tree first, then one atomic each
//
// Step 08, but the block's sum is added to the result instead of being stored.
// One launch gives the whole sum, and no second pass reads partial sums.
// Cost: the result must be set to 0 before, which is an operation of its own,
// and the blocks add in the order in which they happen to finish: the last bits
// of a float sum differ from run to run.

#include "grid.h"
#include "harness.h"

#ifndef BLOCK
#define BLOCK 256
#endif
#define ELEMENTS_PER_BLOCK ONE_PASS
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

    // float4 loads need a 16-byte boundary: the few floats outside are edges.
    const size_t head = min(n, (size_t)(-(uintptr_t)in / sizeof(float) % 4));
    const size_t quads = (n - head) / 4, edges = n - 4 * quads;
    float sum = (i < edges) ? in[i < head ? i : i + 4 * quads] : 0.0f;
    for (size_t q = i; q < quads; q += (size_t)gridDim.x * BLOCK) {
        const float4 v = ((const float4 *)(in + head))[q];
        sum += (v.x + v.y) + (v.z + v.w);
    }

    sum = reduce_warp(sum);
    if (tid % 32 == 0)
        partial[tid / 32] = sum;
    __syncthreads();

    if (tid < 32)
        sum = reduce_warp(tid < BLOCK / 32 ? partial[tid] : 0.0f);
    if (tid == 0)
        atomicAdd(out, sum);
}

static void launch(const float *d_in, float *d_out, size_t n, unsigned blocks)
{
    blocks = grid_for(n, BLOCK, 4);
    cudaMemsetAsync(d_out, 0, sizeof *d_out); // the sum of nothing, to add to
    reduce<<<blocks, BLOCK, BLOCK * sizeof(float)>>>(d_in, d_out, n);
}

int main(int argc, char **argv)
{
    const struct step step = { launch, BLOCK, ELEMENTS_PER_BLOCK };
    return harness_main(argc, argv, &step);
}
