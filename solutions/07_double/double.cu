// Exercise 07: from float to double
//
// The kernel of step 08, one atomic per block, on doubles. An element is now 8
// bytes wide wherever it is kept, moved or added: in registers, in shared
// memory, in a shuffle, in the atomic, and in the bytes that the host counts.

#include "exercise.h"

// >>> your code
extern __shared__ double partial[]; // one per warp

// Adds up one value per lane of a warp; every lane gets the total.
__device__ static double reduce_warp(double sum)
{
    for (unsigned stride = 16; stride > 0; stride /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, stride); // two registers travel
    return sum;
}

__global__ void sum_blocks(const double *in, double *out, size_t n)
{
    const unsigned tid = threadIdx.x, warps = blockDim.x / 32;
    double sum = 0.0;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + tid; i < n; i += gridDim.x * blockDim.x)
        sum += in[i];

    sum = reduce_warp(sum);
    if (tid % 32 == 0)
        partial[tid / 32] = sum;
    __syncthreads();

    if (tid < 32)
        sum = reduce_warp(tid < warps ? partial[tid] : 0.0);
    if (tid == 0)
        atomicAdd(out, sum); // on doubles since compute capability 6.0
}

extern "C" cudaError_t sum_double(const double *d_in, size_t n, unsigned blocks, unsigned block,
                                  double *d_out)
{
    cudaMemset(d_out, 0, sizeof(double)); // atomics add to what is there
    sum_blocks<<<blocks, block, block / 32 * sizeof(double)>>>(d_in, d_out, n);
    return cudaGetLastError();
}
// <<< your code
