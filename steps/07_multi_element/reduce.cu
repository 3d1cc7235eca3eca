// Step 07: many elements per thread
//
// As many blocks as the device holds at once stride over the whole array, four
// floats per load. The tree is climbed once per resident block, however long
// the array; up to three elements at either end of the float4s go one by one.
// Cost: the tree itself: BLOCK cells of shared memory and a barrier per round.

#include "harness.h"

#ifndef BLOCK
#define BLOCK 256
#endif
#define ELEMENTS_PER_BLOCK GRID_STRIDE
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
    const size_t i = (size_t)blockIdx.x * BLOCK + tid;

    // float4 loads need a 16-byte boundary: the few floats outside are edges.
    const size_t head = min(n, (size_t)(-(uintptr_t)in / sizeof(float) % 4));
    const size_t quads = (n - head) / 4, edges = n - 4 * quads;
    float sum = (i < edges) ? in[i < head ? i : i + 4 * quads] : 0.0f;
    for (size_t q = i; q < quads; q += (size_t)gridDim.x * BLOCK) {
        const float4 v = ((const float4 *)(in + head))[q];
        sum += (v.x + v.y) + (v.z + v.w);
    }
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
