// A kernel that was never finished: it returns 0.
// Expected: wrong: nothing was added

#include "../mutant.h"

enum { N = 1000, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

__global__ void reduce(const float *, float *out, int)
{
    if (threadIdx.x == 0)
        out[blockIdx.x] = 0.0f;
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
