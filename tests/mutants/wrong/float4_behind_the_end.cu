// The number of float4 is rounded up: the last one reaches behind the array.
// Expected: global-bounds

#include "../mutant.h"

enum { N = 1002, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

__global__ void reduce(const float *in, float *out, int n)
{
    const int quads = (n + 3) / 4, q = blockIdx.x * BLOCK + threadIdx.x;
    float sum = 0;
    if (q < quads) {
        const float4 v = ((const float4 *)in)[q]; // BUG: global-bounds
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
