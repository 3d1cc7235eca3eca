// The first thread looks at its left neighbour.
// Expected: global-bounds

#include "../mutant.h"

enum { N = 1000, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

__global__ void differences(const float *in, float *out, int n)
{
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        out[i] = in[i] - in[i - 1]; // BUG: global-bounds
}

int main()
{
    float *in = new_input(N), *out = new_array(N);
    differences<<<GRID, BLOCK>>>(in, out, N);
    wait();
    const float sum = sum_on_host(out, N);
    const int status = verdict(sum, sum, "");
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return status;
}
