// All threads write to one variable, each a value of its own.
// Expected: shared-race

#include "../mutant.h"

enum { N = 1000, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

__global__ void reduce(const float *in, float *out, int n)
{
    __shared__ float sum;
    const int tid = threadIdx.x, i = blockIdx.x * BLOCK + tid;
    if (tid == 0)
        sum = 0;
    __syncthreads();
    sum = sum + (i < n ? in[i] : 0.0f); // BUG: shared-race
    __syncthreads();
    if (tid == 0)
        out[blockIdx.x] = sum;
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
