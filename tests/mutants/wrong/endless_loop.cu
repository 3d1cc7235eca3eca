// The loop's condition never becomes false: an unsigned number is never negative.
// Expected: runaway
// Environment: SIMT_TIMEOUT=0.5

#include "../mutant.h"

enum { N = 8, BLOCK = 32, GRID = 1 };

__global__ void reduce(const float *in, float *out, int n) // BUG: runaway
{
    const int tid = threadIdx.x;
    float sum = 0;
    for (unsigned i = n - 1; i >= 0u; i = i > 0 ? i - 1 : 0) // BUG: runaway
        sum += in[i]; // BUG: runaway
    if (tid == 0)
        out[0] = sum;
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
