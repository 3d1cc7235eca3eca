// A running sum between two buffers: one is read while the other is written.

#include "../mutant.h"

enum { N = 1000, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

__global__ void reduce(const float *in, float *out, int n)
{
    __shared__ float buffer[2][BLOCK];
    const int tid = threadIdx.x, i = blockIdx.x * BLOCK + tid;
    int from = 0;
    buffer[from][tid] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int distance = 1; distance < BLOCK; distance *= 2) {
        const float left = tid >= distance ? buffer[from][tid - distance] : 0.0f;
        buffer[1 - from][tid] = buffer[from][tid] + left;
        from = 1 - from;
        __syncthreads();
    }
    if (tid == BLOCK - 1)
        out[blockIdx.x] = buffer[from][tid];
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
