// Exercise 05: the smallest element, and where it is
//
// A sum forgets where its elements came from; a minimum with its index must
// not. The tree stays, but it carries pairs, and "add" becomes "which of these
// two wins?". Two passes: the grid's blocks, then one block over their winners.

#include "exercise.h"

extern __shared__ struct minimum best[]; // one candidate per thread

// Loses against every element: where a thread starts that has seen none.
__device__ inline struct minimum nobody(void)
{
    const struct minimum none = { NAN, UINT_MAX };
    return none;
}

// Candidate i of the first pass (an element) and of the second (a block's winner).
__device__ inline struct minimum candidate(const float *in, unsigned i)
{
    const struct minimum c = { in[i], i };
    return c;
}

__device__ inline struct minimum candidate(const struct minimum *in, unsigned i)
{
    return in[i];
}

// >>> your code
// True if a is the better minimum of the two.
__device__ inline bool wins(struct minimum a, struct minimum b)
{
    if (isnan(a.value) != isnan(b.value))
        return isnan(b.value); // a number beats NaN
    if (a.value < b.value || a.value > b.value)
        return a.value < b.value;
    return a.index < b.index; // equal, or both NaN
}

// Leaves in out[blockIdx.x] the best of the candidates that this block looked at.
template <typename T> __global__ void pass(const T *in, unsigned n, struct minimum *out)
{
    const unsigned tid = threadIdx.x;
    struct minimum mine = nobody();
    for (size_t i = blockIdx.x * blockDim.x + tid; i < n; i += gridDim.x * blockDim.x) {
        const struct minimum other = candidate(in, (unsigned)i);
        if (wins(other, mine))
            mine = other;
    }
    best[tid] = mine;
    __syncthreads();

    for (unsigned count = blockDim.x; count > 1;) {
        const unsigned half = (count + 1) / 2; // an odd one out waits for the next round
        if (tid + half < count && wins(best[tid + half], best[tid]))
            best[tid] = best[tid + half];
        __syncthreads();
        count = half;
    }
    if (tid == 0)
        out[blockIdx.x] = best[0];
}

extern "C" cudaError_t argmin(const float *d_in, unsigned n, unsigned blocks, unsigned block,
                              struct minimum *d_partial, struct minimum *d_out)
{
    if (n == 0)
        return cudaErrorInvalidValue;
    pass<<<blocks, block, block * sizeof(struct minimum)>>>(d_in, n, d_partial);
    pass<<<1, block, block * sizeof(struct minimum)>>>(d_partial, blocks, d_out);
    return cudaGetLastError();
}
// <<< your code
