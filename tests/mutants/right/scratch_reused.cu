// Two sums share one scratch array, with a barrier before it is written again.

#include "../mutant.h"

enum { N = 1000, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

__device__ float sum_block(float value, float *partial)
{
    const int tid = threadIdx.x;
    partial[tid] = value;
    __syncthreads();
    for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
        if (tid < stride)
            partial[tid] += partial[tid + stride];
        __syncthreads();
    }
    const float sum = partial[0];
    __syncthreads();
    return sum;
}

__global__ void reduce(const float *in, float *out, int n)
{
    __shared__ float partial[BLOCK];
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const float value = i < n ? in[i] : 0.0f;
    const float sum = sum_block(value, partial);
    const float twice = sum_block(2 * value, partial);
    if (threadIdx.x == 0)
        out[blockIdx.x] = twice - sum;
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
