// A block of 48 threads: the second warp has 16 lanes, which read from lanes that
// do not exist.
// Expected: warp-inactive-lane

#include "../mutant.h"

enum { N = 1000, BLOCK = 48, GRID = (N + BLOCK - 1) / BLOCK };

__global__ void reduce(const float *in, float *out, int n)
{
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    float sum = i < n ? in[i] : 0.0f;
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, offset); // BUG: warp-inactive-lane
    if (threadIdx.x % 32 == 0)
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
