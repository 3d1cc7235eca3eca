// A block of 48 threads: the second warp shuffles with its own mask and width.

#include "../mutant.h"

enum { N = 1000, BLOCK = 48, GRID = (N + BLOCK - 1) / BLOCK };

__global__ void reduce(const float *in, float *out, int n)
{
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const unsigned mask = threadIdx.x < 32 ? 0xffffffff : 0x0000ffff;
    float sum = i < n ? in[i] : 0.0f;
    for (int lanes = 8; lanes > 0; lanes /= 2)
        sum += __shfl_xor_sync(mask, sum, lanes, 16);
    if (threadIdx.x % 16 == 0)
        atomicAdd(out, sum);
}

int main()
{
    float *in = new_input(N), *out = new_array(1);
    CHECK(cudaMemset(out, 0, sizeof(float)));
    reduce<<<GRID, BLOCK>>>(in, out, N);
    wait();
    const int status = verdict_sum(first_of(out), N);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return status;
}
