// block.sync() in a branch that only half of the threads take.
// Expected: barrier-divergence

#include <cooperative_groups.h>

#include "../mutant.h"

enum { N = 1000, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

namespace cg = cooperative_groups;

__global__ void reduce(const float *in, float *out, int n)
{
    __shared__ float partial[BLOCK];
    const cg::thread_block block = cg::this_thread_block();
    const int tid = threadIdx.x, i = blockIdx.x * BLOCK + tid;
    partial[tid] = i < n ? in[i] : 0.0f;
    block.sync();
    if (tid < BLOCK / 2) {
        partial[tid] += partial[tid + BLOCK / 2];
        block.sync(); // BUG: barrier-divergence
    }
    block.sync(); // BUG: barrier-divergence
    if (tid == 0)
        for (int k = 1; k < BLOCK / 2; k++)
            partial[0] += partial[k];
    if (tid == 0)
        out[blockIdx.x] = partial[0];
}

int main()
{
    float *in = new_input(N), *out = new_array(GRID);
    reduce<<<GRID, BLOCK>>>(in, out, N);
    wait();
    const int status = verdict_sum(sum_on_host(out, GRID), N);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return status;
}
