// Shared bins: cleared, updated with atomics, read, with a barrier between.

#include "../mutant.h"

enum { N = 1000, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

__global__ void histogram(const float *in, float *out, int n)
{
    __shared__ int bin[8];
    const int tid = threadIdx.x, i = blockIdx.x * BLOCK + tid;
    if (tid < 8)
        bin[tid] = 0;
    __syncthreads();
    if (i < n)
        atomicAdd(&bin[(int)in[i] % 8], 1);
    __syncthreads();
    if (tid < 8)
        atomicAdd(&out[tid], (float)bin[tid]);
}

int main()
{
    float *in = new_input(N), *out = new_array(8);
    CHECK(cudaMemset(out, 0, 8 * sizeof(float)));
    histogram<<<GRID, BLOCK>>>(in, out, N);
    wait();
    const int status = verdict(sum_on_host(out, 8), N, "counts are lost");
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return status;
}
