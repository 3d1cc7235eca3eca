// The same operators on a long array where the GPU has bulk copies: chunks come
// to shared memory by themselves, and the block that draws the last ticket
// merges what the others left, so there is one launch.
#ifndef FOLD_BULK_CUH
#define FOLD_BULK_CUH

#include "fold.cuh"

#ifdef __SIMT__ // which has no bulk copies

template <class Op> void fold_long_launch(const struct lab_work *work)
{
    fold_launch<Op>(work);
}

#else

#include "bulk.cuh"

#define FOLD_LONG ((size_t)1 << 28) // bytes from which it pays
#define FOLD_CHUNK 32768            // bytes; two blocks with three of them fill a multiprocessor
#define FOLD_STAGES 3
#define FOLD_BLOCKS_PER_SM 2

__device__ static unsigned fold_tickets; // drawn so far; 0 between launches

// Turns one value per thread of the grid into *out. `results` holds one per block.
template <class Op>
__device__ void fold_finish(typename Op::type total, typename Op::type *results,
                            typename Op::type *out)
{
    __shared__ bool last;
    const unsigned tid = threadIdx.x;
    total = fold_block<Op>(total);
    if (tid == 0) {
        results[blockIdx.x] = total;
        __threadfence(); // the result first, then the ticket
        last = atomicAdd(&fold_tickets, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last)
        return;

    __threadfence();
    total = Op::identity();
    for (unsigned k = tid; k < gridDim.x; k += FOLD_BLOCK)
        total = Op::merge(total, results[k]);
    total = fold_block<Op>(total);
    if (tid == 0) {
        *out = total;
        fold_tickets = 0;
    }
}

template <class Op>
__global__ __launch_bounds__(FOLD_BLOCK) void fold_bulk(const typename Op::in *in,
                                                        typename Op::type *results,
                                                        typename Op::type *out, size_t n)
{
#if __CUDA_ARCH__ >= 900
    typedef typename fold_packet<typename Op::in>::type packet;
    extern __shared__ __align__(128) float4 stages[];
    const unsigned count = fold_packet<typename Op::in>::COUNT;
    const size_t each = FOLD_CHUNK / sizeof(*in), chunks = n / each;
    const size_t i = (size_t)blockIdx.x * FOLD_BLOCK + threadIdx.x;
    typename Op::type total = Op::identity();
    bulk_stream<FOLD_CHUNK, FOLD_STAGES>(in, chunks, stages, [&](const float4 *stage, size_t c) {
#pragma unroll 8
        for (unsigned p = threadIdx.x; p < FOLD_CHUNK / sizeof(packet); p += FOLD_BLOCK)
            total =
                Op::merge(total, fold_one<Op>(((const packet *)stage)[p], c * each + p * count));
    });
    for (size_t e = chunks * each + i; e < n; e += (size_t)gridDim.x * FOLD_BLOCK)
        total = Op::merge(total, Op::load(in[e], e)); // what no chunk holds
    fold_finish<Op>(total, results, out);
#endif
}

// fold_launch, or one launch with bulk copies where the array is long and the device has them.
template <class Op> void fold_long_launch(const struct lab_work *work)
{
    typedef typename Op::type type;
    const int shared = FOLD_CHUNK * FOLD_STAGES;
    if (work->n * sizeof(typename Op::in) < FOLD_LONG || grid_capability() < 90 ||
        cudaFuncSetAttribute(fold_bulk<Op>, cudaFuncAttributeMaxDynamicSharedMemorySize, shared) !=
            cudaSuccess) {
        cudaGetLastError(); // it was a question, not an error
        fold_launch<Op>(work);
        return;
    }
    const unsigned blocks = min(FOLD_BLOCKS_PER_SM * grid_multiprocessors(), GRID_MOST);
    type *results = (type *)lab_scratch(GRID_MOST * sizeof(type));
    fold_bulk<Op><<<blocks, FOLD_BLOCK, shared>>>((const typename Op::in *)work->in, results,
                                                  (type *)work->out, work->n);
}

#endif
#endif
