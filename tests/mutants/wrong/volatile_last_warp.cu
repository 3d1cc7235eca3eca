// The last warp works without barriers, as in old books: volatile keeps the
// compiler from caching, but nothing keeps the lanes of a warp in step.
// Expected: shared-race

#include "../mutant.h"

enum { N = 1000, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

__device__ void add_warp(volatile float *partial, int tid)
{
    partial[tid] += partial[tid + 32]; // BUG: shared-race
    partial[tid] += partial[tid + 16]; // BUG: shared-race
    partial[tid] += partial[tid + 8];  // BUG: shared-race
    partial[tid] += partial[tid + 4];  // BUG: shared-race
    partial[tid] += partial[tid + 2];  // BUG: shared-race
    partial[tid] += partial[tid + 1];  // BUG: shared-race
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
