// A shuffle between writing and reading: it exchanges registers and is no barrier
// for memory. That takes __syncwarp().
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
    const float left = __shfl_up_sync(0xffffffff, sum, 1);
    if (lane < 16)
        sum += partial[lane + 16]; // BUG: shared-race
    for (int offset = 8; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (lane == 0)
        out[0] = left < 0 ? NAN : sum;
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
