// The threads that came into a branch add up as a coalesced group.

#include <cooperative_groups.h>

#include "../mutant.h"

enum { N = 1000, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

namespace cg = cooperative_groups;

__global__ void count(const float *in, float *out, int n)
{
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && in[i] > 100.0f) {
        const cg::coalesced_group group = cg::coalesced_threads();
        if (group.thread_rank() == 0)
            atomicAdd(out, (float)group.size());
    }
}

int main()
{
    float *in = new_input(N), *out = new_array(1);
    CHECK(cudaMemset(out, 0, sizeof(float)));
    count<<<GRID, BLOCK>>>(in, out, N);
    wait();
    const int status = verdict(first_of(out), N - 100, "counts are lost");
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return status;
}
