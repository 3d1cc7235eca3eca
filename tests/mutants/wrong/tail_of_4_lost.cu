// The array is read in float4, and the last N mod 4 elements are left out.
// Expected: wrong: elements 1000 to 1002 are missing

#include "../mutant.h"

enum { N = 1003, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

__global__ void reduce(const float *in, float *out, int n)
{
    const int q = blockIdx.x * BLOCK + threadIdx.x;
    float sum = 0;
    if (q < n / 4) {
        const float4 v = ((const float4 *)in)[q];
        sum = v.x + v.y + v.z + v.w;
    }
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
