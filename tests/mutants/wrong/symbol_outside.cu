// A __device__ array has one element too few for the grid.
// Expected: global-bounds

#include "../mutant.h"

enum { N = 1000, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

__device__ float sums[GRID - 1];

__global__ void reduce(const float *in, int n)
{
    __shared__ float partial[BLOCK];
    const int tid = threadIdx.x, i = blockIdx.x * BLOCK + tid;
    partial[tid] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
        if (tid < stride)
            partial[tid] += partial[tid + stride];
        __syncthreads();
    }
    if (tid == 0)
        sums[blockIdx.x] = partial[0]; // BUG: global-bounds
}

int main()
{
    float *in = new_input(N), host[GRID - 1], sum = 0;
    reduce<<<GRID, BLOCK>>>(in, N);
    wait();
    CHECK(cudaMemcpyFromSymbol(host, sums, sizeof host));
    for (int i = 0; i < GRID - 1; i++)
        sum += host[i];
    CHECK(cudaFree(in));
    return verdict_sum(sum, N);
}
