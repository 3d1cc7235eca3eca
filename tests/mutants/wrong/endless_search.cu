// The search for a free bin starts anew whenever it comes to the end; no bin is
// free. What is named is the loop, not the function that it calls.
// Expected: runaway
// Environment: SIMT_TIMEOUT=0.5

#include "../mutant.h"

enum { N = 64, BLOCK = 64, BINS = 8 };

__device__ int next_bin(int bin)
{
    return (bin * 5 + 1) % BINS;
}

__global__ void place(const int *taken, float *out)
{
    int bin = threadIdx.x % BINS;
    float tries = 0;
    do {
        bin = next_bin(bin); // BUG: runaway
        tries++;             // BUG: runaway
    } while (taken[bin]);    // BUG: runaway
    out[threadIdx.x] = tries;
}

int main()
{
    int *taken;
    float *out = new_array(N);
    CHECK(cudaMalloc((void **)&taken, BINS * sizeof(int)));
    CHECK(cudaMemset(taken, 1, BINS * sizeof(int)));
    place<<<1, BLOCK>>>(taken, out);
    wait();
    const int status = verdict(sum_on_host(out, N), N, "a bin was free");
    CHECK(cudaFree(taken));
    CHECK(cudaFree(out));
    return status;
}
