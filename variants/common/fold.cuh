// One kernel for every reduction: what changes is the operator. An operator is
// a struct with
//   in, type      of an element and of a result
//   identity()    the result of nothing
//   load(in, i)   element i as a result
//   merge(a, b)   associative and commutative, for the order is the device's
#ifndef FOLD_CUH
#define FOLD_CUH

#include "grid.h"
#include "lab.h"

#define FOLD_BLOCK 256
#define FOLD_FLIGHT 8 // elements of a thread that are under way at the same time

// One thread's share of in[0..n): the grid strides over the array.
template <class Op> __device__ typename Op::type fold_share(const typename Op::in *in, size_t n)
{
    const size_t grid = (size_t)gridDim.x * FOLD_BLOCK;
    typename Op::type total = Op::identity();
    size_t i = (size_t)blockIdx.x * FOLD_BLOCK + threadIdx.x;
    for (; i + (FOLD_FLIGHT - 1) * grid < n; i += FOLD_FLIGHT * grid) {
        typename Op::type v[FOLD_FLIGHT];
#pragma unroll
        for (unsigned k = 0; k < FOLD_FLIGHT; k++)
            v[k] = Op::load(in, i + k * grid);
#pragma unroll
        for (unsigned half = FOLD_FLIGHT / 2; half > 0; half /= 2) {
#pragma unroll
            for (unsigned k = 0; k < half; k++)
                v[k] = Op::merge(v[k], v[k + half]);
        }
        total = Op::merge(total, v[0]);
    }
    for (; i < n; i += grid)
        total = Op::merge(total, Op::load(in, i));
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
    static __device__ in load(const in *results, size_t i)
    {
        return results[i];
    }
};

// Two launches: every block leaves a result, one block merges these. Works for
// every operator, and gives the same bits each time.
template <class Op> void fold_launch(const struct lab_work *work)
{
    typedef typename Op::type type;
    const unsigned blocks = grid_for(work->n, FOLD_BLOCK, FOLD_FLIGHT);
    type *results = (type *)lab_scratch(GRID_MOST * sizeof(type));
    fold<Op><<<blocks, FOLD_BLOCK>>>((const typename Op::in *)work->in, results, work->n);
    fold<fold_again<Op>><<<1, FOLD_BLOCK>>>(results, (type *)work->out, blocks);
}

#endif
