// Each block adds with atomics to its own shared total, and the host reads a
// global one that nobody wrote.
// Expected: global-uninit

#include "../mutant.h"

enum { N = 1000, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

__global__ void reduce(const float *in, float *out, int n)
{
    __shared__ float total;
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (threadIdx.x == 0)
        total = 0;
    __syncthreads();
    if (i < n)
        atomicAdd(&total, in[i]);
    __syncthreads();
    if (total < 0)
        *out = total;
}

int main()
{
    float *in = new_input(N), *out = new_array(1), sum;
    reduce<<<GRID, BLOCK>>>(in, out, N);
    wait();
    CHECK(cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost)); // BUG: global-uninit
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return verdict_sum(sum, N);
}
