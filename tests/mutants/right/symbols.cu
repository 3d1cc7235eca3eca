// __device__ and __constant__ variables, set and read by the host.

#include "../mutant.h"

enum { N = 1000, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

__constant__ float weight[4];
__device__ float total;

__global__ void reduce(const float *in, int n)
{
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        atomicAdd(&total, weight[i % 4] * in[i]);
}

int main()
{
    const float ones[4] = { 1, 1, 1, 1 }, zero = 0;
    float *in = new_input(N), sum;
    CHECK(cudaMemcpyToSymbol(weight, ones, sizeof ones));
    CHECK(cudaMemcpyToSymbol(total, &zero, sizeof zero));
    reduce<<<GRID, BLOCK>>>(in, N);
    wait();
    CHECK(cudaMemcpyFromSymbol(&sum, total, sizeof sum));
    CHECK(cudaFree(in));
    return verdict_sum(sum, N);
}
