// A loop over the whole grid that strides by one block: elements count twice.
// Expected: wrong: each element counts twice

#include "../mutant.h"

enum { N = 1000, BLOCK = 256, GRID = 2 };

__global__ void reduce(const float *in, float *out, int n)
{
    const int tid = threadIdx.x;
    float sum = 0;
    for (int i = tid; i < n; i += BLOCK)
        sum += in[i];
    atomicAdd(out, sum);
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
