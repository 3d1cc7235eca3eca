// Each half of a warp waits for itself only, then reads the other half's sums.
// Expected: shared-race

#include "../mutant.h"

enum { N = 1000, BLOCK = 32, GRID = 1 };

__global__ void reduce(const float *in, float *out, int n)
{
    __shared__ float partial[BLOCK];
    const int lane = threadIdx.x;
    float sum = 0;
    for (int i = lane; i < n; i += BLOCK)
        sum += in[i];
    partial[lane] = sum;
    __syncwarp(lane < 16 ? 0x0000ffff : 0xffff0000);
    sum += partial[lane ^ 16]; // BUG: shared-race
    for (int offset = 8; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (lane == 0)
        out[0] = sum;
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
