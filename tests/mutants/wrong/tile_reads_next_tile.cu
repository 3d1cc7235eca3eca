// A tile of 16 threads waits for itself, then reads from the next tile's part.
// Expected: shared-race

#include <cooperative_groups.h>

#include "../mutant.h"

enum { N = 1000, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

namespace cg = cooperative_groups;

__global__ void reduce(const float *in, float *out, int n)
{
    __shared__ float partial[BLOCK];
    const cg::thread_block_tile<16> tile = cg::tiled_partition<16>(cg::this_thread_block());
    const int tid = threadIdx.x, i = blockIdx.x * BLOCK + tid;
    partial[tid] = i < n ? in[i] : 0.0f;
    tile.sync();
    float sum = tid % 32 < 16 ? partial[tid] + partial[tid + 16] : 0.0f; // BUG: shared-race
    for (int lanes = 8; lanes > 0; lanes /= 2)
        sum += tile.shfl_xor(sum, lanes);
    if (tile.thread_rank() == 0)
        atomicAdd(&out[blockIdx.x], sum);
}

int main()
{
    float *in = new_input(N), *out = new_array(GRID);
    CHECK(cudaMemset(out, 0, GRID * sizeof(float)));
    reduce<<<GRID, BLOCK>>>(in, out, N);
    wait();
    const int status = verdict_sum(sum_on_host(out, GRID), N);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return status;
}
