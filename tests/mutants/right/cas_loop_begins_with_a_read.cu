// Atomics that CUDA lacks, in the words of its guide: a loop of atomicCAS begins with an
// ordinary read, which the atomic corrects.

#include "../mutant.h"

enum { N = 1000, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

__device__ double add(double *address, double value)
{
    unsigned long long *bits = (unsigned long long *)address, old = *bits, assumed;
    do {
        assumed = old;
        old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}

__device__ void raise_to(float *address, float value)
{
    int *bits = (int *)address, old = *bits, assumed;
    while (__int_as_float(old) < value) {
        assumed = old;
        old = atomicCAS(bits, assumed, __float_as_int(value));
        if (old == assumed)
            break;
    }
}

__global__ void reduce(const float *in, double *sum, float *largest, int n)
{
    __shared__ double of_block;
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (threadIdx.x == 0)
        of_block = 0;
    __syncthreads();
    if (i < n) {
        add(&of_block, in[i]);
        raise_to(largest, in[i]);
    }
    __syncthreads();
    if (threadIdx.x == 0)
        add(sum, of_block);
}

int main()
{
    double *sum, host;
    float *in = new_input(N), *largest = new_array(1);
    CHECK(cudaMalloc((void **)&sum, sizeof *sum));
    CHECK(cudaMemset(sum, 0, sizeof *sum));
    CHECK(cudaMemset(largest, 0, sizeof *largest));
    reduce<<<GRID, BLOCK>>>(in, sum, largest, N);
    wait();
    CHECK(cudaMemcpy(&host, sum, sizeof host, cudaMemcpyDeviceToHost));
    if (first_of(largest) != value_at(N - 1))
        return verdict(first_of(largest), value_at(N - 1), "not the largest");
    CHECK(cudaFree(in));
    CHECK(cudaFree(sum));
    CHECK(cudaFree(largest));
    return verdict_sum((float)host, N);
}
