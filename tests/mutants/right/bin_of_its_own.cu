// Each thread counts in a bin of its own, and needs no atomic.

#include "../mutant.h"

enum { N = 1000, BLOCK = 64 };

__global__ void count(const float *in, float *out, int n)
{
    __shared__ int bin[BLOCK];
    const int tid = threadIdx.x;
    bin[tid] = 0;
    for (int i = tid; i < n; i += BLOCK)
        if (in[i] > 100.0f)
            bin[tid]++;
    atomicAdd(out, (float)bin[tid]);
}

int main()
{
    float *in = new_input(N), *out = new_array(1);
    CHECK(cudaMemset(out, 0, sizeof(float)));
    count<<<1, BLOCK>>>(in, out, N);
    wait();
    const int status = verdict(first_of(out), N - 100, "counts are lost");
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return status;
}
