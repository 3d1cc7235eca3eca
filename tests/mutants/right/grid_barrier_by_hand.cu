// All blocks wait for each other with an atomic counter and fences. The grid is
// small enough for all of them to run at once.

#include "../mutant.h"

enum { N = 1000, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

__device__ unsigned arrived;

__device__ void wait_for_all_blocks()
{
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(&arrived, 1);
        while (atomicAdd(&arrived, 0) < gridDim.x)
            ;
        __threadfence();
    }
    __syncthreads();
}

__global__ void reduce(const float *in, float *out, int n)
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
        out[1 + blockIdx.x] = partial[0];
    wait_for_all_blocks();
    if (blockIdx.x == 0 && tid == 0) {
        float sum = 0;
        for (unsigned k = 0; k < gridDim.x; k++)
            sum += out[1 + k];
        out[0] = sum;
    }
}

int main()
{
    float *in = new_input(N), *out = new_array(1 + GRID);
    reduce<<<GRID, BLOCK>>>(in, out, N);
    wait();
    const int status = verdict_sum(first_of(out), N);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return status;
}
