// All threads of all blocks read one value; the next kernel changes it.

#include "../mutant.h"

enum { N = 1000, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

__global__ void scale(const float *factor, const float *in, float *out, int n)
{
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        out[i] = *factor * in[i];
}

__global__ void set(float *factor, float value)
{
    *factor = value;
}

int main()
{
    float *in = new_input(N), *out = new_array(N), *factor = new_array(1);
    set<<<1, 1>>>(factor, 1);
    scale<<<GRID, BLOCK>>>(factor, in, out, N);
    set<<<1, 1>>>(factor, 2);
    scale<<<GRID, BLOCK>>>(factor, in, out, N);
    wait();
    const int status = verdict(sum_on_host(out, N), 2 * sum_of_first(N), "not twice the sum");
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    CHECK(cudaFree(factor));
    return status;
}
