// Bytes in global memory: each thread reads and writes its own.

#include "../mutant.h"

enum { N = 1000, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

__global__ void flags(const float *in, unsigned char *flag, int n)
{
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        flag[i] = in[i] > 100.0f;
}

__global__ void count(const unsigned char *flag, float *out, int n)
{
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && flag[i])
        atomicAdd(out, 1.0f);
}

int main()
{
    unsigned char *flag;
    float *in = new_input(N), *out = new_array(1);
    CHECK(cudaMalloc((void **)&flag, N));
    CHECK(cudaMemset(out, 0, sizeof(float)));
    flags<<<GRID, BLOCK>>>(in, flag, N);
    count<<<GRID, BLOCK>>>(flag, out, N);
    wait();
    const int status = verdict(first_of(out), N - 100, "counts are lost");
    CHECK(cudaFree(flag));
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return status;
}
