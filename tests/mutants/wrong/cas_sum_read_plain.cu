// The loop of atomicCAS may begin with an ordinary read, but the sum is also read where no
// atomic corrects it, while other blocks still add.
// Expected: global-race

#include "../mutant.h"

enum { N = 1000, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

__device__ void add(float *address, float value)
{
    int *bits = (int *)address, old = *bits, assumed;
    do {
        assumed = old;
        old = atomicCAS(bits, assumed, __float_as_int(__int_as_float(assumed) + value));
    } while (old != assumed);
}

__global__ void reduce(const float *in, float *sum, float *seen, int n)
{
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        add(sum, in[i]);
    __syncthreads();
    if (threadIdx.x == 0)
        seen[blockIdx.x] = *sum; // BUG: global-race
}

int main()
{
    float *in = new_input(N), *sum = new_array(1), *seen = new_array(GRID);
    CHECK(cudaMemset(sum, 0, sizeof *sum));
    reduce<<<GRID, BLOCK>>>(in, sum, seen, N);
    wait();
    const int status = verdict_sum(sum_on_host(sum, 1), N);
    CHECK(cudaFree(in));
    CHECK(cudaFree(sum));
    CHECK(cudaFree(seen));
    return status;
}
