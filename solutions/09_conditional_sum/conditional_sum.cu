// Exercise 09: only what lies above the threshold
//
// Filtering first and summing afterwards would write the survivors to memory
// and read them again. A thread can do both while it loads: keep what passes in
// a register, count it in another, and reduce the two together.

#include "exercise.h"

extern __shared__ struct selected partial[]; // one per warp

// >>> your code
// Adds up one pair per lane of a warp; every lane gets the total.
__device__ static struct selected reduce_warp(struct selected s)
{
    for (unsigned stride = 16; stride > 0; stride /= 2) {
        s.sum += __shfl_xor_sync(0xffffffff, s.sum, stride);
        s.count += __shfl_xor_sync(0xffffffff, s.count, stride);
    }
    return s;
}

// Adds this block's selected elements to *out.
__global__ void select(const float *in, size_t n, float threshold, struct selected *out)
{
    const unsigned tid = threadIdx.x;
    const struct selected none = { 0.0f, 0 };
    struct selected mine = none;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + tid; i < n; i += gridDim.x * blockDim.x) {
        const float x = in[i];
        if (x > threshold) {
            mine.sum += x;
            mine.count++;
        }
    }

    mine = reduce_warp(mine);
    if (tid % 32 == 0)
        partial[tid / 32] = mine;
    __syncthreads();

    mine = tid < blockDim.x / 32 ? partial[tid] : none;
    if (tid < 32)
        mine = reduce_warp(mine);
    if (tid == 0) {
        atomicAdd(&out->sum, mine.sum);
        atomicAdd(&out->count, mine.count);
    }
}

extern "C" cudaError_t conditional_sum(const float *d_in, size_t n, float threshold,
                                       unsigned blocks, unsigned block, struct selected *d_out)
{
    const size_t bytes = block / 32 * sizeof(struct selected);
    cudaMemset(d_out, 0, sizeof *d_out); // 0 bits are 0 and 0.0f
    select<<<blocks, block, bytes>>>(d_in, n, threshold, d_out);
    return cudaGetLastError();
}
// <<< your code
