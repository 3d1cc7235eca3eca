// A spin lock that its holder forgets to release.
// Expected: runaway
// Environment: SIMT_TIMEOUT=0.5

#include "../mutant.h"

enum { N = 8, BLOCK = 32, GRID = 1 };

__device__ int lock;

__global__ void reduce(const float *in, float *out, int n) // BUG: runaway
{
    if (threadIdx.x < n) {
        while (atomicCAS(&lock, 0, 1) != 0) // BUG: runaway
            ;                               // BUG: runaway
        *out += in[threadIdx.x];
        __threadfence();
    }
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
