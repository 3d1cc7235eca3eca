// The loop halves the stride and waits for it to become negative: it stays 0.
// Expected: runaway
// Environment: SIMT_TIMEOUT=0.5

#include "../mutant.h"

enum { N = 8, BLOCK = 32, GRID = 1 };

__global__ void reduce(const float *in, float *out, int n)
{
    const int tid = threadIdx.x;
    float sum = 0;
    for (int stride = n / 2; stride >= 0; stride /= 2) // BUG: runaway
        sum += in[stride];                             // BUG: runaway
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
