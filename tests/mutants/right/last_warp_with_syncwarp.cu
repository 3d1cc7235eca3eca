// The last warp works on its own, with __syncwarp() between reading and writing.

#include "../mutant.h"

enum { N = 1000, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

__device__ void add_warp(volatile float *partial, int tid)
{
    float sum = partial[tid] + partial[tid + 32];
    for (int stride = 16; stride > 0; stride /= 2) {
        __syncwarp();
        partial[tid] = sum;
        __syncwarp();
        sum += partial[tid ^ stride];
    }
    __syncwarp();
    partial[tid] = sum;
}

__global__ void reduce(const float *in, float *out, int n)
{
    __shared__ float partial[BLOCK];
    const int tid = threadIdx.x, i = blockIdx.x * BLOCK + tid;
    partial[tid] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int stride = BLOCK / 2; stride > 32; stride /= 2) {
        if (tid < stride)
            partial[tid] += partial[tid + stride];
        __syncthreads();
    }
    if (tid < 32)
        add_warp(partial, tid);
    if (tid == 0)
        out[blockIdx.x] = partial[0];
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
