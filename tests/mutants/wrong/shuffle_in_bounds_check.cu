// The shuffles stand inside of the bounds check, so in the last warp some lanes
// are missing.
// Expected: warp-mask, warp-inactive-lane

#include "../mutant.h"

enum { N = 1000, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

__global__ void reduce(const float *in, float *out, int n)
{
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n) {
        float sum = in[i];
        for (int offset = 16; offset > 0; offset /= 2)
            sum +=
                __shfl_down_sync(0xffffffff, sum, offset); // BUG: warp-mask BUG: warp-inactive-lane
        if (i % 32 == 0)
            atomicAdd(out, sum);
    }
}

int main()
{
    float *in = new_input(N), *out = new_array(1);
    CHECK(cudaMemset(out, 0, sizeof(float)));
    reduce<<<GRID, BLOCK>>>(in, out, N);
    wait();
    const int status = verdict_sum(first_of(out), N);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return status;
}
