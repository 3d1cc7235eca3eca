#include "read.h"

#include <cuda_runtime.h>

#include "add4.cuh"

#ifndef __SIMT__
#include "bulk.cuh"
#endif

// Eight independent 16-byte loads are in flight per thread before the first is
// used: what one load waits for, the others overlap.
static const int loads = 8;

// The compiler must believe that the sum matters. No data of ours make it this value,
// but those of a test that looks whether a float is read.
__device__ static void keep(float sum, float *sink)
{
    if (sum == READ_MARK)
        *sink = sum;
}

__global__ void read_kernel(const float4 *data, size_t count, float *sink)
{
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    for (; i + (loads - 1) * stride < count; i += loads * stride) {
        float4 v[loads];
#pragma unroll
        for (int k = 0; k < loads; k++)
            v[k] = data[i + k * stride];
#pragma unroll
        for (int k = 0; k < loads; k++)
            sum += add4(v[k]);
    }
    for (; i < count; i += stride)
        sum += add4(data[i]);
    keep(sum, sink);
}

__global__ void nothing_kernel()
{
}

extern "C" void read_all(const float *d_data, size_t count, unsigned blocks, float *d_sink)
{
    read_kernel<<<blocks, READ_BLOCK>>>((const float4 *)d_data, count / 4, d_sink);
}

extern "C" void read_nothing(void)
{
    nothing_kernel<<<1, 32>>>();
}

#ifdef __SIMT__
extern "C" bool read_bulk(unsigned, const float *, size_t, unsigned, float *)
{
    return false;
}
#else
#define BULK_BLOCK 256

// STAGES chunks are in flight per block, and no thread waits for its own loads.
template <unsigned CHUNK, unsigned STAGES>
__global__ __launch_bounds__(BULK_BLOCK) void bulk_kernel(const float4 *data, size_t count,
                                                          float *sink)
{
#if __CUDA_ARCH__ >= 900
    extern __shared__ __align__(128) float4 stages[];
    const size_t each = CHUNK / 16, chunks = count / each;
    const size_t stride = (size_t)gridDim.x * BULK_BLOCK;
    float sum = bulk_sum<CHUNK, STAGES, BULK_BLOCK>((const float *)data, chunks, stages);
    for (size_t i = chunks * each + (size_t)blockIdx.x * BULK_BLOCK + threadIdx.x; i < count;
         i += stride)
        sum += add4(data[i]);
    keep(sum, sink);
#endif
}

// Launches blocks_per_sm blocks on every multiprocessor, if they fit there.
template <unsigned CHUNK, unsigned STAGES, unsigned BLOCKS_PER_SM>
static bool bulk_launch(const float *d_data, size_t count, unsigned sms, float *d_sink)
{
    const int shared = CHUNK * STAGES;
    if (cudaFuncSetAttribute(bulk_kernel<CHUNK, STAGES>,
                             cudaFuncAttributeMaxDynamicSharedMemorySize, shared) != cudaSuccess) {
        cudaGetLastError(); // it was a question, not an error
        return false;
    }
    bulk_kernel<CHUNK, STAGES>
        <<<sms * BLOCKS_PER_SM, BULK_BLOCK, shared>>>((const float4 *)d_data, count / 4, d_sink);
    return true;
}

static bool bulk_here()
{
    int device = 0, major = 0;
    return cudaGetDevice(&device) == cudaSuccess &&
           cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device) ==
               cudaSuccess &&
           major >= 9;
}

extern "C" bool read_bulk(unsigned shape, const float *d_data, size_t count, unsigned sms,
                          float *d_sink)
{
    // What is in flight is most of a multiprocessor's shared memory, 192 KB.
    static bool (*const shapes[READ_SHAPES])(const float *, size_t, unsigned, float *) = {
        bulk_launch<32768, 3, 2>,
        bulk_launch<32768, 2, 3>,
    };
    return bulk_here() && shapes[shape](d_data, count, sms, d_sink);
}
#endif
