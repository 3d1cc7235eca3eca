// Each thread adds a pair, and the last element of an odd array has no partner.
// Expected: wrong: element 1000 is missing

#include "../mutant.h"

enum { N = 1001, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

__global__ void reduce(const float *in, float *out, int n)
{
    const int pair = blockIdx.x * BLOCK + threadIdx.x;
    if (pair < n / 2)
        atomicAdd(out, in[2 * pair] + in[2 * pair + 1]);
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
