// Bulk copies: chunks of the array come to shared memory by themselves, three of
// them under way per block; no register holds a byte that has not arrived.
#ifndef BULK_CUH
#define BULK_CUH

#include <cuda/ptx>

#include "last_block.cuh"

#define BULK_BLOCK 256
#define BULK_BLOCKS_PER_SM 2
#define BULK_STAGES 3
#define BULK_CHUNK 8192 // floats
#define BULK_SHARED (BULK_STAGES * BULK_CHUNK * sizeof(float))

// Orders one chunk; `arrived` is complete when its last byte is there.
__device__ static void bulk_order(const float *from, float4 *stage, uint64_t *arrived)
{
    using namespace cuda::ptx;
    const unsigned bytes = BULK_CHUNK * sizeof(float);
    mbarrier_arrive_expect_tx(sem_release, scope_cta, space_shared, arrived, bytes);
    cp_async_bulk(space_cluster, space_global, stage, from, bytes, arrived);
}

// The sum of this thread's share of `chunks` chunks at `in`.
__device__ static float bulk_share(const float *in, size_t chunks)
{
    extern __shared__ __align__(128) float4 stages[]; // BULK_STAGES chunks; the copies' lines
    __shared__ uint64_t arrived[BULK_STAGES];
    const unsigned tid = threadIdx.x;
    if (tid == 0) {
        for (unsigned k = 0; k < BULK_STAGES; k++)
            cuda::ptx::mbarrier_init(&arrived[k], 1);
        cuda::ptx::fence_mbarrier_init(cuda::ptx::sem_release, cuda::ptx::scope_cluster);
        size_t c = blockIdx.x;
        for (unsigned k = 0; k < BULK_STAGES && c < chunks; k++, c += gridDim.x)
            bulk_order(in + c * BULK_CHUNK, stages + k * BULK_CHUNK / 4, &arrived[k]);
    }
    __syncthreads(); // the barriers are there to wait at

    float even = 0.0f, odd = 0.0f;
    unsigned k = 0, parity = 0; // the stage that comes next, and its barrier's phase
    for (size_t c = blockIdx.x; c < chunks; c += gridDim.x) {
        const float4 *stage = stages + k * BULK_CHUNK / 4;
        while (!cuda::ptx::mbarrier_try_wait_parity(&arrived[k], parity))
            continue;
#pragma unroll 4
        for (unsigned q = tid; q < BULK_CHUNK / 4; q += 2 * BULK_BLOCK) {
            even += add4(stage[q]);
            odd += add4(stage[q + BULK_BLOCK]);
        }
        __syncthreads(); // everybody has read: the stage may be filled again
        const size_t next = c + (size_t)BULK_STAGES * gridDim.x;
        if (tid == 0 && next < chunks)
            bulk_order(in + next * BULK_CHUNK, stages + k * BULK_CHUNK / 4, &arrived[k]);
        k = (k + 1) % BULK_STAGES;
        parity ^= (k == 0);
    }
    return even + odd;
}

__global__ __launch_bounds__(BULK_BLOCK) static void sum_bulk(const float *in, float *out, size_t n)
{
#if __CUDA_ARCH__ >= 900
    const size_t i = (size_t)blockIdx.x * BULK_BLOCK + threadIdx.x;
    // A copy needs a 16-byte boundary: what no chunk covers are edges.
    const size_t head = min(n, (size_t)(-(uintptr_t)in / sizeof(float) % 4));
    const size_t chunks = (n - head) / BULK_CHUNK, edges = n - chunks * BULK_CHUNK;
    float sum = bulk_share(in + head, chunks);
    for (size_t e = i; e < edges; e += (size_t)gridDim.x * BULK_BLOCK)
        sum += in[e < head ? e : e + chunks * BULK_CHUNK];
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
