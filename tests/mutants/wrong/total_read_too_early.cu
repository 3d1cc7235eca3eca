// All threads want the total, but only thread 0 makes it, and they do not wait.
// Expected: shared-race

#include "../mutant.h"

enum { N = 1000, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

__global__ void reduce(const float *in, float *out, int n)
{
    __shared__ float partial[BLOCK];
    const int tid = threadIdx.x, i = blockIdx.x * BLOCK + tid;
    partial[tid] = i < n ? in[i] : 0.0f;
    __shared__ float total;
    __syncthreads();
    if (tid == 0) {
        total = 0;
        for (int k = 0; k < BLOCK; k++)
            total += partial[k];
    }
    partial[tid] /= total; // BUG: shared-race
    __syncthreads();
    if (tid == 0)
        out[blockIdx.x] = partial[1] > 2.0f ? 0.0f : total;
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
