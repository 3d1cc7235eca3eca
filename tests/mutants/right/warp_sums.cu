// Each warp leaves its sum, a barrier, and the first warp collects them.

#include "../mutant.h"

enum { N = 1000, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

__device__ float sum_warp(float sum)
{
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, offset);
    return sum;
}

__global__ void reduce(const float *in, float *out, int n)
{
    __shared__ float warp_sum[BLOCK / 32];
    const int tid = threadIdx.x, i = blockIdx.x * BLOCK + tid;
    float sum = sum_warp(i < n ? in[i] : 0.0f);
    if (tid % 32 == 0)
        warp_sum[tid / 32] = sum;
    __syncthreads();
    if (tid < 32) {
        sum = sum_warp(tid < BLOCK / 32 ? warp_sum[tid] : 0.0f);
        if (tid == 0)
            out[blockIdx.x] = sum;
    }
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
