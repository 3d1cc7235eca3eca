// The array is read as float4 from its second element on.
// Expected: misaligned-access

#include "../mutant.h"

enum { N = 1001, BLOCK = 256, GRID = 1 };

__global__ void reduce(const float *in, float *out, int n)
{
    float sum = 0;
    const int i = 1 + 4 * threadIdx.x;
    if (i + 4 <= n) {
        const float4 v = *(const float4 *)(in + i); // BUG: misaligned-access
        sum = v.x + v.y + v.z + v.w;
    }
    if (threadIdx.x == 0)
        sum += in[0];
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
