// Each block waits for the one before it, adds its own sum, and hands on: a flag
// by atomics, with fences.

#include "../mutant.h"

enum { N = 4000, BLOCK = 256, GRID = 64 };

__device__ int turn;

__device__ float sum_block(const float *in, int n)
{
    __shared__ float partial[BLOCK];
    const int tid = threadIdx.x;
    float sum = 0;
    for (int i = blockIdx.x * BLOCK + tid; i < n; i += gridDim.x * BLOCK)
        sum += in[i];
    partial[tid] = sum;
    __syncthreads();
    for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
        if (tid < stride)
            partial[tid] += partial[tid + stride];
        __syncthreads();
    }
    return partial[0];
}

__global__ void reduce(const float *in, float *out, int n)
{
    const float sum = sum_block(in, n);
    if (threadIdx.x == 0) {
        while (atomicAdd(&turn, 0) != (int)blockIdx.x)
            ;
        __threadfence();
        out[blockIdx.x] = sum + (blockIdx.x > 0 ? out[blockIdx.x - 1] : 0.0f);
        if (blockIdx.x == gridDim.x - 1)
            out[0] = out[blockIdx.x];
        __threadfence();
        atomicExch(&turn, (int)blockIdx.x + 1);
    }
}

int main()
{
    float *in = new_input(N), *out = new_array(GRID);
    CHECK(cudaMemset(out, 0, GRID * sizeof(float)));
    reduce<<<GRID, BLOCK>>>(in, out, N);
    wait();
    const int status = verdict_sum(first_of(out), N);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return status;
}
