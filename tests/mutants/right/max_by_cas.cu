// A maximum of floats with a loop of atomicCAS, which begins with a read that may
// be old: the atomic corrects it.

#include "../mutant.h"

enum { N = 1000, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

__device__ void raise_to(float *place, float value)
{
    int *bits = (int *)place;
    int old = atomicAdd(bits, 0);
    while (__int_as_float(old) < value) {
        const int before = atomicCAS(bits, old, __float_as_int(value));
        if (before == old)
            break;
        old = before;
    }
}

__global__ void largest(const float *in, float *out, int n)
{
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        raise_to(out, in[i]);
}

int main()
{
    float *in = new_input(N), *out = new_array(1);
    CHECK(cudaMemset(out, 0, sizeof(float)));
    largest<<<GRID, BLOCK>>>(in, out, N);
    wait();
    const int status = verdict(first_of(out), N, "not the largest");
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return status;
}
