// Half of the warp waits in a shuffle, the other half in a vote, and each names
// all 32 lanes.
// Expected: deadlock

#include "../mutant.h"

enum { N = 32, BLOCK = 32, GRID = 1 };

__global__ void reduce(const float *in, float *out, int n)
{
    float sum = threadIdx.x < n ? in[threadIdx.x] : 0.0f;
    if (threadIdx.x < 16)
        sum += __shfl_xor_sync(0xffffffff, sum, 1); // BUG: deadlock
    else if (__any_sync(0xffffffff, sum > 100.0f))  // BUG: deadlock
        sum = 0;
    __syncthreads();
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
