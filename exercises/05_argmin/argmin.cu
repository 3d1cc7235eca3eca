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
    return false; // value, tie, NaN: what decides?
}

// Leaves in out[blockIdx.x] the best of the candidates that this block looked at.
template <typename T> __global__ void pass(const T *in, unsigned n, struct minimum *out)
{
    // Your code here: stride over the candidates, then climb a tree in best[].
}

extern "C" cudaError_t argmin(const float *d_in, unsigned n, unsigned blocks, unsigned block,
                              struct minimum *d_partial, struct minimum *d_out)
{
    pass<<<blocks, block, block * sizeof(struct minimum)>>>(d_in, n, d_partial);
    pass<<<1, block, block * sizeof(struct minimum)>>>(d_partial, blocks, d_out);
    return cudaGetLastError();
}
// <<< your code
