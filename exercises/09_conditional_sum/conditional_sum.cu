// Exercise 09: only what lies above the threshold
//
// Filtering first and summing afterwards would write the survivors to memory
// and read them again. A thread can do both while it loads: keep what passes in
// a register, count it in another, and reduce the two together.

#include "exercise.h"

extern __shared__ struct selected partial[]; // one per warp

// >>> your code
// Adds this block's selected elements to *out.
__global__ void select(const float *in, size_t n, float threshold, struct selected *out)
{
    // Your code here: filter while loading, reduce sum and count, one atomic each per block.
}

extern "C" cudaError_t conditional_sum(const float *d_in, size_t n, float threshold,
                                       unsigned blocks, unsigned block, struct selected *d_out)
{
    const size_t bytes = block / 32 * sizeof(struct selected);
    select<<<blocks, block, bytes>>>(d_in, n, threshold, d_out);
    return cudaGetLastError();
}
// <<< your code
