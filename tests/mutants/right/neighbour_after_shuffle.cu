// A lane reads its neighbour's place after a shuffle; the barrier before it has
// made the place safe to read.

#include "../mutant.h"

enum { N = 1000, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

__global__ void reduce(const float *in, float *out, int n)
{
    __shared__ float partial[BLOCK];
    const int tid = threadIdx.x, i = blockIdx.x * BLOCK + tid;
    partial[tid] = i < n ? in[i] : 0.0f;
    __syncthreads();
    float sum = partial[tid];
    sum += __shfl_xor_sync(0xffffffff, sum, 1);
    const float check = partial[tid] + partial[tid ^ 1];
    if (check != sum)
        sum = NAN;
    for (int lanes = 2; lanes < 32; lanes *= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, lanes);
    if (tid % 32 == 0)
        atomicAdd(&out[blockIdx.x], sum);
}

int main()
{
    float *in = new_input(N), *out = new_array(GRID);
    CHECK(cudaMemset(out, 0, GRID * sizeof(float)));
    reduce<<<GRID, BLOCK>>>(in, out, N);
    wait();
    const int status = verdict_sum(sum_on_host(out, GRID), N);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return status;
}
