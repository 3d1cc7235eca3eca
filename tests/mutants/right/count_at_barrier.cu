// __syncthreads_count adds up while it waits.

#include "../mutant.h"

enum { N = 1000, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

__global__ void count(const float *in, float *out, int n)
{
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const int sum = __syncthreads_count(i < n && in[i] > 100.0f);
    if (threadIdx.x == 0)
        out[blockIdx.x] = (float)sum;
}

int main()
{
    float *in = new_input(N), *out = new_array(GRID);
    count<<<GRID, BLOCK>>>(in, out, N);
    wait();
    const int status = verdict(sum_on_host(out, GRID), N - 100, "counts are lost");
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return status;
}
