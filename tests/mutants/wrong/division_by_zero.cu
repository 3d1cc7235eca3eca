// Work is shared out by whole parts, and there are more threads than elements.
// Expected: division-by-zero

#include "../mutant.h"

enum { N = 100, BLOCK = 256, GRID = 1 };

__global__ void reduce(const float *in, float *out, int n)
{
    const int share = n / BLOCK, tid = threadIdx.x;
    if (tid % share == 0) // BUG: division-by-zero
        atomicAdd(out, in[tid]);
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
