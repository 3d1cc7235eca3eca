// After shuffling down lane 0 has the sum, and lane 31 writes its own.
// Expected: wrong: no simple reason

#include "../mutant.h"

enum { N = 32, BLOCK = 32, GRID = 1 };

__global__ void reduce(const float *in, float *out, int n)
{
    float sum = threadIdx.x < n ? in[threadIdx.x] : 0.0f;
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (threadIdx.x == 31)
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
