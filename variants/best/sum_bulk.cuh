// Bulk copies: chunks of the array come to shared memory by themselves, two of them
// under way per block while one is added up; no register holds a byte on its way.
#ifndef SUM_BULK_CUH
#define SUM_BULK_CUH

#include "bulk.cuh"
#include "last_block.cuh"

#define BULK_BLOCK 256
#define BULK_BLOCKS_PER_SM 2
#define BULK_STAGES 3
#define BULK_CHUNK 32768 // bytes
#define BULK_SHARED (BULK_STAGES * BULK_CHUNK)

__global__ __launch_bounds__(BULK_BLOCK) static void sum_bulk(const float *in, float *out, size_t n)
{
#if __CUDA_ARCH__ >= 900
    extern __shared__ __align__(128) float4 stages[]; // BULK_STAGES chunks; the copies' lines
    const size_t i = (size_t)blockIdx.x * BULK_BLOCK + threadIdx.x;
    // A copy needs a 16-byte boundary: what no chunk covers are edges.
    const size_t head = min(n, (size_t)(-(uintptr_t)in / sizeof(float) % 4));
    const size_t each = BULK_CHUNK / sizeof(float), chunks = (n - head) / each;
    const size_t edges = n - chunks * each;
    float sum = bulk_sum<BULK_CHUNK, BULK_STAGES, BULK_BLOCK>(in + head, chunks, stages);
    for (size_t e = i; e < edges; e += (size_t)gridDim.x * BULK_BLOCK)
        sum += in[e < head ? e : e + chunks * each];
    finish<BULK_BLOCK>(sum, out);
#endif
}

// Prepares the kernel; false when this device has not enough shared memory.
static bool bulk_prepare()
{
    const bool fits = cudaFuncSetAttribute(sum_bulk, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                           (int)BULK_SHARED) == cudaSuccess;
    if (!fits)
        cudaGetLastError(); // it was a question, not an error
    return fits;
}

static cudaError_t bulk_launch(const float *d_in, float *d_out, size_t n, cudaStream_t stream)
{
    const unsigned blocks = BULK_BLOCKS_PER_SM * grid_multiprocessors();
    sum_bulk<<<min(blocks, GRID_MOST), BULK_BLOCK, BULK_SHARED, stream>>>(d_in, d_out, n);
    return cudaPeekAtLastError();
}

#endif
