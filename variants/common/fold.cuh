// One kernel for every reduction: what changes is the operator. An operator is
// a struct with
//   in, type         of an element and of a result
//   identity()       the result of nothing
//   load(value, i)   element i as a result
//   merge(a, b)      associative and commutative, for the order is the device's
#ifndef FOLD_CUH
#define FOLD_CUH

#include "grid.h"
#include "lab.h"

#define FOLD_BLOCK 256
#define FOLD_FLIGHT 4 // packets of a thread that are under way at the same time

#define FOLD_EACH 8 // elements that make a thread worth its while

// As many elements as one load of 16 bytes brings; one, if it is as large.
template <class T> struct fold_packet {
    static const unsigned COUNT = (sizeof(T) < 16) ? 16 / sizeof(T) : 1;
    struct alignas(COUNT > 1 ? 16 : alignof(T)) type {
        T element[COUNT];
    };
};

// The result of one packet, whose first element is `first`.
template <class Op>
__device__ typename Op::type fold_one(const typename fold_packet<typename Op::in>::type &packet,
                                      size_t first)
{
    typename Op::type total = Op::load(packet.element[0], first);
#pragma unroll
    for (unsigned k = 1; k < fold_packet<typename Op::in>::COUNT; k++)
        total = Op::merge(total, Op::load(packet.element[k], first + k));
    return total;
}

// One thread's share of in[0..n), which begins at a 16-byte boundary: the grid
// strides over the packets.
template <class Op> __device__ typename Op::type fold_share(const typename Op::in *in, size_t n)
{
    const unsigned count = fold_packet<typename Op::in>::COUNT;
    const size_t grid = (size_t)gridDim.x * FOLD_BLOCK, packets = n / count;
    const size_t i = (size_t)blockIdx.x * FOLD_BLOCK + threadIdx.x;
    const auto *packet = (const typename fold_packet<typename Op::in>::type *)in;
    typename Op::type total = Op::identity();
    size_t p = i;
    for (; p + (FOLD_FLIGHT - 1) * grid < packets; p += FOLD_FLIGHT * grid) {
        typename fold_packet<typename Op::in>::type v[FOLD_FLIGHT];
#pragma unroll
        for (unsigned k = 0; k < FOLD_FLIGHT; k++)
            v[k] = packet[p + k * grid];
#pragma unroll
        for (unsigned k = 0; k < FOLD_FLIGHT; k++)
            total = Op::merge(total, fold_one<Op>(v[k], (p + k * grid) * count));
    }
    for (; p < packets; p += grid)
        total = Op::merge(total, fold_one<Op>(packet[p], p * count));
    if (packets * count + i < n) // what no packet holds
        total = Op::merge(total, Op::load(in[packets * count + i], packets * count + i));
    return total;
}

// Merges one value per thread of the block; thread 0 gets the result.
template <class Op> __device__ typename Op::type fold_block(typename Op::type value)
{
    __shared__ typename Op::type cell[FOLD_BLOCK];
    const unsigned tid = threadIdx.x;
    cell[tid] = value;
    __syncthreads();
    for (unsigned stride = FOLD_BLOCK / 2; stride > 0; stride /= 2) {
        if (tid < stride)
            cell[tid] = Op::merge(cell[tid], cell[tid + stride]);
        __syncthreads();
    }
    return cell[0];
}

template <class Op>
__global__ void fold(const typename Op::in *in, typename Op::type *out, size_t n)
{
    const typename Op::type total = fold_block<Op>(fold_share<Op>(in, n));
    if (threadIdx.x == 0)
        out[blockIdx.x] = total;
}

// The same operator on results instead of elements, for the second launch.
template <class Op> struct fold_again : Op {
    typedef typename Op::type in;
    static __device__ in load(in result, size_t)
    {
        return result;
    }
};

// Two launches: every block leaves a result, one block merges these. Works for
// every operator, and gives the same bits each time.
template <class Op> void fold_launch(const struct lab_work *work)
{
    typedef typename Op::type type;
    const unsigned blocks = grid_for(work->n, FOLD_BLOCK, FOLD_EACH);
    type *results = (type *)lab_scratch(GRID_MOST * sizeof(type));
    fold<Op><<<blocks, FOLD_BLOCK>>>((const typename Op::in *)work->in, results, work->n);
    fold<fold_again<Op>><<<1, FOLD_BLOCK>>>(results, (type *)work->out, blocks);
}

#endif
