// 64 blocks add up under one lock.

#include "../mutant.h"

enum { N = 4000, BLOCK = 256, GRID = 64 };

__device__ int lock;

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
        while (atomicCAS(&lock, 0, 1) != 0)
            ;
        __threadfence();
        *out += sum;
        __threadfence();
        atomicExch(&lock, 0);
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
