// float4 unrolled: several wide loads in flight
//
// A thread starts FLIGHT float4 loads before it adds the first: enough bytes
// on their way to hide the time that each of them takes. The loop over full
// trips has no test inside; the rest is walked through one float4 at a time.
// Cost: registers, 4 * FLIGHT floats of them, and every byte still travels
// through them on its way to the sum.

#include "harness.h"

#ifndef BLOCK
#define BLOCK 256
#endif
#define ELEMENTS_PER_BLOCK GRID_STRIDE
#define FLIGHT 4 // float4 loads per trip
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
    const size_t i = (size_t)blockIdx.x * BLOCK + tid, grid = (size_t)gridDim.x * BLOCK;

    const size_t head = min(n, (size_t)(-(uintptr_t)in / sizeof(float) % 4));
    const size_t quads = (n - head) / 4, edges = n - 4 * quads;
    const float4 *quad = (const float4 *)(in + head);
    float sum = (i < edges) ? in[i < head ? i : i + 4 * quads] : 0.0f;
    size_t q = i;
    for (; q + (FLIGHT - 1) * grid < quads; q += FLIGHT * grid) {
        float4 v[FLIGHT];
        for (unsigned k = 0; k < FLIGHT; k++)
            v[k] = quad[q + k * grid];
        for (unsigned k = 0; k < FLIGHT; k++)
            sum += (v[k].x + v[k].y) + (v[k].z + v[k].w);
    }
    for (; q < quads; q += grid)
        sum += (quad[q].x + quad[q].y) + (quad[q].z + quad[q].w);

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
