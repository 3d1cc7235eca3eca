// The kernels that the analysis exercises are compared with.

#include "trees.h"

// The depth of a sum: one more than the deeper of its two parts.
__device__ static unsigned add(unsigned a, unsigned b)
{
    return (a > b ? a : b) + 1;
}

extern __shared__ unsigned depths[]; // one per thread

__global__ void tree(unsigned *out)
{
    const unsigned tid = threadIdx.x;
    depths[tid] = 0; // an element: nothing was added yet
    __syncthreads();
    for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (tid < stride)
            depths[tid] = add(depths[tid], depths[tid + stride]);
        __syncthreads();
    }
    if (tid == 0)
        *out = depths[0];
}

__global__ void tree_unrolled(unsigned *out)
{
    const unsigned tid = threadIdx.x;
    depths[tid] = 0;
    __syncthreads();
    for (unsigned stride = blockDim.x / 2; stride > 32; stride /= 2) {
        if (tid < stride)
            depths[tid] = add(depths[tid], depths[tid + stride]);
        __syncthreads();
    }
    if (tid < 32) {
        unsigned depth = depths[tid];
        if (blockDim.x > 32)
            depth = add(depth, depths[tid + 32]);
        for (unsigned stride = 16; stride > 0; stride /= 2)
            depth = add(depth, __shfl_xor_sync(0xffffffff, depth, stride));
        if (tid == 0)
            *out = depth;
    }
}

extern "C" cudaError_t run_tree(unsigned block, int last_warp_unrolled, unsigned *depth)
{
    unsigned *d_depth;
    cudaError_t status = cudaMalloc(&d_depth, sizeof *d_depth);
    if (status != cudaSuccess)
        return status;
    if (last_warp_unrolled)
        tree_unrolled<<<1, block, block * sizeof(unsigned)>>>(d_depth);
    else
        tree<<<1, block, block * sizeof(unsigned)>>>(d_depth);
    status = cudaMemcpy(depth, d_depth, sizeof *depth, cudaMemcpyDeviceToHost);
    cudaFree(d_depth);
    return status;
}

extern __shared__ float partial[]; // one per thread

__global__ void round_interleaved(unsigned stride, float *out)
{
    const unsigned tid = threadIdx.x;
    partial[tid] = 0.0f;
    __syncthreads();
    if (tid % (2 * stride) == 0)
        out[tid] = partial[tid];
}

__global__ void round_strided(unsigned stride, float *out)
{
    const unsigned tid = threadIdx.x, k = 2 * stride * tid;
    partial[tid] = 0.0f;
    __syncthreads();
    if (k < blockDim.x)
        out[tid] = partial[k];
}

__global__ void round_sequential(unsigned stride, float *out)
{
    const unsigned tid = threadIdx.x;
    partial[tid] = 0.0f;
    __syncthreads();
    if (tid < stride)
        out[tid] = partial[tid];
}

extern "C" cudaError_t run_round(enum addressing how, unsigned block, unsigned stride)
{
    const size_t bytes = block * sizeof(float);
    float *d_out;
    cudaError_t status = cudaMalloc(&d_out, bytes);
    if (status != cudaSuccess)
        return status;
    if (how == INTERLEAVED)
        round_interleaved<<<1, block, bytes>>>(stride, d_out);
    else if (how == STRIDED)
        round_strided<<<1, block, bytes>>>(stride, d_out);
    else
        round_sequential<<<1, block, bytes>>>(stride, d_out);
    status = cudaDeviceSynchronize();
    cudaFree(d_out);
    return status;
}

// Contributors add how many threads they stand for: the total is `threads`.
__global__ void count_threads(unsigned threads, unsigned addresses, unsigned *counters)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < threads)
        atomicAdd(&counters[i % addresses], 1u);
}

__global__ void count_warps(unsigned threads, unsigned addresses, unsigned *counters)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned here = __popc(__ballot_sync(0xffffffff, i < threads));
    if (i % 32 == 0 && here > 0)
        atomicAdd(&counters[i / 32 % addresses], here);
}

__global__ void count_blocks(unsigned threads, unsigned addresses, unsigned *counters)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned here = __syncthreads_count(i < threads);
    if (threadIdx.x == 0)
        atomicAdd(&counters[blockIdx.x % addresses], here);
}

extern "C" cudaError_t run_count(enum contributor who, unsigned threads, unsigned block,
                                 unsigned addresses, unsigned *d_counters)
{
    const unsigned blocks = (threads + block - 1) / block;
    if (who == EACH_THREAD)
        count_threads<<<blocks, block>>>(threads, addresses, d_counters);
    else if (who == EACH_WARP)
        count_warps<<<blocks, block>>>(threads, addresses, d_counters);
    else
        count_blocks<<<blocks, block>>>(threads, addresses, d_counters);
    return cudaDeviceSynchronize();
}
