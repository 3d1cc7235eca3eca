// Bulk copies: an array comes to shared memory by itself, chunk after chunk, and
// no register holds a byte that has not arrived. Compute capability 9.0 and later;
// simt has no such engine.
//
//   memory ===> stage 0 | stage 1 | stage 2     of each block, in shared memory
//               arrived   arrived   waits       an mbarrier each: complete when all bytes are there
//
// Written with the instructions themselves, not with <cuda/ptx>, which toolkits
// before 12.4 lack.
#ifndef BULK_CUH
#define BULK_CUH

#include "add4.cuh"

#include <stddef.h>
#include <stdint.h>

// Address of a variable in shared memory, as the instructions below take it.
__device__ inline uint32_t bulk_address(const void *shared)
{
    return (uint32_t)__cvta_generic_to_shared(shared);
}

// Makes a barrier that one thread arrives at.
__device__ inline void bulk_init(uint64_t *barrier)
{
#if __CUDA_ARCH__ >= 900
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(bulk_address(barrier)) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
#endif
}

// Orders `bytes` bytes (a multiple of 16) from `from` (16-byte aligned) to `to` (128-byte
// aligned); `barrier` is complete when the last one is there.
__device__ inline void bulk_order(const void *from, void *to, unsigned bytes, uint64_t *barrier)
{
#if __CUDA_ARCH__ >= 900
    asm volatile(
        "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(bulk_address(barrier)),
        "r"(bytes)
        : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], "
                 "%2, [%3];" ::"r"(bulk_address(to)),
                 "l"(__cvta_generic_to_global(from)), "r"(bytes), "r"(bulk_address(barrier))
                 : "memory");
#endif
}

// Waits for the end of the barrier's phase of that parity.
__device__ inline void bulk_wait(uint64_t *barrier, unsigned parity)
{
#if __CUDA_ARCH__ >= 900
    unsigned done = 0;
    while (done == 0)
        asm volatile("{ .reg .pred p;\n"
                     "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n"
                     "selp.u32 %0, 1, 0, p; }"
                     : "=r"(done)
                     : "r"(bulk_address(barrier)), "r"(parity)
                     : "memory");
#endif
}

// Brings `chunks` chunks of CHUNK bytes at `in` (16-byte aligned) to the grid's blocks
// in turn. All threads of a block call visit(stage, c) for each chunk c of theirs:
// `stage`, in shared memory, holds it until they return. `stages` is shared memory
// of STAGES chunks, 128-byte aligned.
template <unsigned CHUNK, unsigned STAGES, class Visit>
__device__ inline void bulk_stream(const void *in, size_t chunks, float4 *stages, Visit visit)
{
    __shared__ uint64_t arrived[STAGES];
    const char *from = (const char *)in;
    if (threadIdx.x == 0) {
        for (unsigned k = 0; k < STAGES; k++)
            bulk_init(&arrived[k]);
        size_t c = blockIdx.x;
        for (unsigned k = 0; k < STAGES && c < chunks; k++, c += gridDim.x)
            bulk_order(from + c * CHUNK, stages + k * (CHUNK / 16), CHUNK, &arrived[k]);
    }
    __syncthreads(); // the barriers are there to wait at

    unsigned k = 0, parity = 0; // the stage that comes next, and its barrier's phase
    for (size_t c = blockIdx.x; c < chunks; c += gridDim.x) {
        float4 *stage = stages + k * (CHUNK / 16);
        bulk_wait(&arrived[k], parity);
        visit((const float4 *)stage, c);
        __syncthreads(); // everybody has read: the stage may be filled again
        const size_t next = c + (size_t)STAGES * gridDim.x;
        if (threadIdx.x == 0 && next < chunks)
            bulk_order(from + next * CHUNK, stage, CHUNK, &arrived[k]);
        k = (k + 1) % STAGES;
        parity ^= (k == 0);
    }
}

// The sum of this thread's share of `chunks` chunks of floats, in a block of THREADS
// threads; the rest as in bulk_stream.
template <unsigned CHUNK, unsigned STAGES, unsigned THREADS>
__device__ inline float bulk_sum(const float *in, size_t chunks, float4 *stages)
{
    static_assert(CHUNK % (32 * THREADS) == 0, "two float4 per thread, and so on");
    float even = 0.0f, odd = 0.0f;
    bulk_stream<CHUNK, STAGES>(in, chunks, stages, [&](const float4 *stage, size_t) {
#pragma unroll 4
        for (unsigned q = threadIdx.x; q < CHUNK / 16; q += 2 * THREADS) {
            even += add4(stage[q]);
            odd += add4(stage[q + THREADS]);
        }
    });
    return even + odd;
}

#endif
