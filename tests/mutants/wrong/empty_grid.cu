// The number of blocks is rounded down, to 0.
// Expected: launch-config

#include "../mutant.h"

enum { N = 100, BLOCK = 256 };

__global__ void reduce(const float *in, float *out, int n)
{
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        atomicAdd(out, in[i]);
}

int main()
{
    float *in = new_input(N), *out = new_array(1);
    CHECK(cudaMemset(out, 0, sizeof(float)));
    const int blocks = N / BLOCK;
    reduce<<<blocks, BLOCK>>>(in, out, N); // BUG: launch-config
    wait();
    const int status = verdict_sum(first_of(out), N);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return status;
}
