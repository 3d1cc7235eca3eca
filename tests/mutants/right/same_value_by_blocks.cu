// Several blocks raise one flag in global memory; all write the same value.

#include "../mutant.h"

enum { N = 1000, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

__global__ void has_large(const float *in, float *out, int n)
{
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && in[i] > 100.0f)
        *out = 1.0f;
}

int main()
{
    float *in = new_input(N), *out = new_array(1);
    CHECK(cudaMemset(out, 0, sizeof(float)));
    has_large<<<GRID, BLOCK>>>(in, out, N);
    wait();
    const int status = verdict(first_of(out), 1.0f, "it was not found");
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return status;
}
