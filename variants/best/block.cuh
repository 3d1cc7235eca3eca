// What all ways of `best` share: a thread's part of the array, and the sum of a
// block.
#ifndef BLOCK_CUH
#define BLOCK_CUH

#include "add4.cuh"

#include <stddef.h>
#include <stdint.h>

#define FLIGHT 4 // float4 loads of a thread that are under way at the same time

// Adds up one value per lane of a warp; every lane gets the total.
__device__ static float reduce_warp(float sum)
{
    for (unsigned stride = 16; stride > 0; stride /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, stride);
    return sum;
}

// Adds up one value per thread of a block; lanes of the first warp get the
// total. The block must not call it again before a barrier.
template <unsigned THREADS> __device__ float reduce_block(float sum, float *partial)
{
    const unsigned tid = threadIdx.x;
    sum = reduce_warp(sum);
    if (tid % 32 == 0)
        partial[tid / 32] = sum;
    __syncthreads();
    return (tid < 32) ? reduce_warp(tid < THREADS / 32 ? partial[tid] : 0.0f) : 0.0f;
}

// in[0..n) as float4, whose loads need a 16-byte boundary: the few floats outside
// are edges, and thread i has the i-th of them.
template <class Index> struct quads {
    const float4 *at;
    Index count;
    float edge;
};

template <class Index> __device__ quads<Index> split_quads(const float *in, Index n, Index i)
{
    const Index head = min(n, (Index)(-(uintptr_t)in / sizeof(float) % 4));
    const Index count = (n - head) / 4, edges = n - 4 * count;
    return { (const float4 *)(in + head), count,
             (i < edges) ? in[i < head ? i : i + 4 * count] : 0.0f };
}

// The sum of this thread's share of in[0..n) for one block and one trip: n is at
// most 4 * FLIGHT * THREADS. On a short array the loop that is not here counts:
// its instructions come from memory like the data.
template <unsigned THREADS> __device__ float sum_trip(const float *in, unsigned n)
{
    const unsigned tid = threadIdx.x;
    const quads<unsigned> quads = split_quads(in, n, tid);
    float4 v[FLIGHT];
#pragma unroll
    for (unsigned k = 0; k < FLIGHT; k++)
        v[k] = (tid + k * THREADS < quads.count) ? quads.at[tid + k * THREADS] : float4{};
    float sum = quads.edge;
#pragma unroll
    for (unsigned k = 0; k < FLIGHT; k++)
        sum += add4(v[k]);
    return sum;
}

// The sum of this thread's share of in[0..n): the grid strides over the array.
// Index holds n and half as much again: a short type saves instructions, which
// is what a short array consists of.
template <unsigned THREADS, class Index> __device__ float sum_share(const float *in, Index n)
{
    const Index i = (Index)blockIdx.x * THREADS + threadIdx.x, grid = (Index)gridDim.x * THREADS;
    const quads<Index> quads = split_quads(in, n, i);
    float sum[FLIGHT] = { quads.edge };
    Index q = i;
    for (; q + (FLIGHT - 1) * grid < quads.count; q += FLIGHT * grid) {
        float4 v[FLIGHT];
#pragma unroll
        for (unsigned k = 0; k < FLIGHT; k++)
            v[k] = quads.at[q + k * grid];
#pragma unroll
        for (unsigned k = 0; k < FLIGHT; k++)
            sum[k] += add4(v[k]);
    }
#pragma unroll
    for (unsigned k = 0; k < FLIGHT; k++) { // the last, shorter trip
        if (q + k * grid < quads.count)
            sum[k] += add4(quads.at[q + k * grid]);
    }
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

#endif
