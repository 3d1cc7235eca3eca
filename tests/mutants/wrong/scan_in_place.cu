// A running sum in place: a thread overwrites what its neighbour has yet to read.
// Expected: shared-race

#include "../mutant.h"

enum { N = 1000, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

__global__ void reduce(const float *in, float *out, int n)
{
    __shared__ float partial[BLOCK];
    const int tid = threadIdx.x, i = blockIdx.x * BLOCK + tid;
    partial[tid] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int distance = 1; distance < BLOCK; distance *= 2) {
        if (tid >= distance)
            partial[tid] += partial[tid - distance]; // BUG: shared-race
        __syncthreads();
    }
    if (tid == BLOCK - 1)
        out[blockIdx.x] = partial[tid];
}

int main()
{
    float *in = new_input(N), *out = new_array(GRID);
    reduce<<<GRID, BLOCK>>>(in, out, N);
    wait();
    const int status = verdict_sum(sum_on_host(out, GRID), N);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return status;
}
