// Exercise 10: a design for 10^9 elements
//
// 4 GB, read once, is all the work there is. The design decides how near to the
// memory's speed it runs: as many blocks as the device holds and no more, wide
// loads, one tree per block, a second pass over few numbers; and where the
// elements do not fit in memory at once, a tile at a time.

#include "exercise.h"

// >>> your code
enum { BLOCK = 256 };

// Adds the block's part of a tile to sums[blockIdx.x].
__global__ void add_tile(const float *in, size_t n, double *sums)
{
    // Your code here: stride over the tile in float4s, then a tree.
}

// One block adds up the sums of all.
__global__ void finish(const double *sums, unsigned count, double *out)
{
    // Your code here.
}

extern "C" cudaError_t sum_all(struct source *source, size_t n, double *sum)
{
    const size_t most = source_most(source); // elements per tile at most
    // Your code here: choose the blocks, get memory for their sums, go through the tiles with
    // source_tile(source, first, count), finish, copy the sum to the host, give the memory back.
    (void)most, (void)n, (void)sum;
    return cudaGetLastError();
}
// <<< your code
