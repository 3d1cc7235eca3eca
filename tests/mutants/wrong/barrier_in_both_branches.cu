// Both branches have a barrier, but not the same one.
// Expected: barrier-divergence

#include "../mutant.h"

enum { N = 1000, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

__global__ void reduce(const float *in, float *out, int n)
{
    __shared__ float partial[BLOCK];
    const int tid = threadIdx.x, i = blockIdx.x * BLOCK + tid;
    float sum = i < n ? in[i] : 0.0f;
    partial[tid] = sum;
    if (tid < BLOCK / 2) {
        __syncthreads(); // BUG: barrier-divergence
        sum += partial[tid + BLOCK / 2];
    } else {
        __syncthreads(); // BUG: barrier-divergence
        sum = 0;
    }
    __syncthreads();
    partial[tid] = sum;
    __syncthreads();
    for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
        if (tid < stride)
            partial[tid] += partial[tid + stride];
        __syncthreads();
    }
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
