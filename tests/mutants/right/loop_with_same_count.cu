// A barrier in a loop that all threads go round equally often.

#include "../mutant.h"

enum { N = 1000, BLOCK = 64, GRID = 1 };

__global__ void reduce(const float *in, float *out, int n)
{
    __shared__ float partial[BLOCK];
    const int tid = threadIdx.x;
    float sum = 0;
    for (int first = 0; first < n; first += BLOCK) {
        partial[tid] = first + tid < n ? in[first + tid] : 0.0f;
        __syncthreads();
        sum += partial[BLOCK - 1 - tid];
        __syncthreads();
    }
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
