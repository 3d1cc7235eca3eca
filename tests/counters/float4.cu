// Four floats per load, one element group per thread, shuffles: the plainest
// kernel with 16-byte accesses, for the counters.

#include "harness.h"

#ifndef BLOCK
#define BLOCK 256
#endif
#define ELEMENTS_PER_BLOCK (4 * BLOCK)

__global__ void reduce(const float *in, float *out, size_t n)
{
    const size_t quad = (size_t)blockIdx.x * BLOCK + threadIdx.x;
    float sum = 0.0f;
    if (4 * quad + 3 < n) {
        const float4 v = ((const float4 *)in)[quad];
        sum = (v.x + v.y) + (v.z + v.w);
    } else {
        for (size_t i = 4 * quad; i < n; i++)
            sum += in[i];
    }
    for (unsigned stride = 16; stride > 0; stride /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, stride);
    __shared__ float partial[BLOCK / 32];
    if (threadIdx.x % 32 == 0)
        partial[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (unsigned warp = 1; warp < BLOCK / 32; warp++)
            sum += partial[warp];
        out[blockIdx.x] = sum;
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
