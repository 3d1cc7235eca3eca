// Managed memory, read by the host after it has waited for the kernel.

#include "../mutant.h"

enum { N = 1000, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

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
        out[blockIdx.x] = partial[0];
}

int main()
{
    float *in, *out, sum = 0;
    CHECK(cudaMallocManaged((void **)&in, N * sizeof(float)));
    CHECK(cudaMallocManaged((void **)&out, GRID * sizeof(float)));
    for (int i = 0; i < N; i++)
        in[i] = value_at(i);
    reduce<<<GRID, BLOCK>>>(in, out, N);
    wait();
    for (int i = 0; i < GRID; i++)
        sum += out[i];
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return verdict_sum(sum, N);
}
