// Lanes with the same key elect a leader, which adds for all of them. Who runs
// together does not matter, so __activemask() may decide it.

#include "../mutant.h"

enum { N = 1000, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

__global__ void histogram(const float *in, float *out, int n)
{
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && (int)in[i] % 3 != 0) {
        const int key = (int)in[i] % 8, lane = threadIdx.x % 32;
        const unsigned peers = __match_any_sync(__activemask(), key);
        const int leader = __ffs(peers) - 1;
        float before = 0;
        if (lane == leader)
            before = atomicAdd(&out[key], (float)__popc(peers));
        before = __shfl_sync(peers, before, leader);
        if (before < 0)
            out[key] = NAN;
    }
}

int main()
{
    float *in = new_input(N), *out = new_array(8);
    CHECK(cudaMemset(out, 0, 8 * sizeof(float)));
    histogram<<<GRID, BLOCK>>>(in, out, N);
    wait();
    const int status = verdict(sum_on_host(out, 8), N - N / 3, "counts are lost");
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return status;
}
