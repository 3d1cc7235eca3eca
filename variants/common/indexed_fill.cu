// Makes elements from their index: each thread some, a grid apart.

#include "grid.h"
#include "indexed.h"

#include <cuda_runtime.h>

#define BLOCK 256

__global__ static void fill(float *out, uint64_t first, size_t count)
{
    const size_t grid = (size_t)gridDim.x * BLOCK;
    for (size_t k = (size_t)blockIdx.x * BLOCK + threadIdx.x; k < count; k += grid) {
        const uint32_t rank = INDEXED_RANK(first + k);
        out[k] = (float)INDEXED_OF_RANK(rank);
    }
}

void indexed_fill(float *d_out, uint64_t first, size_t count)
{
    fill<<<grid_for(count, BLOCK, 1), BLOCK>>>(d_out, first, count);
}
