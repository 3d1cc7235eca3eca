// Two loads for each thread, and only the first one is guarded.
// Expected: global-bounds

#include "../mutant.h"

enum { N = 900, BLOCK = 256, GRID = (N + 2 * BLOCK - 1) / (2 * BLOCK) };

__global__ void reduce(const float *in, float *out, int n)
{
    __shared__ float partial[BLOCK];
    const int tid = threadIdx.x, i = blockIdx.x * 2 * BLOCK + tid;
    partial[tid] = i < n ? in[i] + in[i + BLOCK] : 0.0f; // BUG: global-bounds
    __syncthreads();
    for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
        if (tid < stride)
            partial[tid] += partial[tid + stride];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = partial[0];
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
