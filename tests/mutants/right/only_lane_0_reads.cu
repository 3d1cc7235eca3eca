// One thread writes, and only the same thread reads: no barrier is needed.

#include "../mutant.h"

enum { N = 100, BLOCK = 32, GRID = 1 };

__global__ void reduce(const float *in, float *out, int n)
{
    __shared__ float total;
    if (threadIdx.x == 0) {
        total = 0;
        for (int i = 0; i < n; i++)
            total += in[i];
        *out = total;
    }
}

int main()
{
    float *in = new_input(N), *out = new_array(1);
    reduce<<<GRID, BLOCK>>>(in, out, N);
    wait();
    const int status = verdict_sum(first_of(out), N);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return status;
}
