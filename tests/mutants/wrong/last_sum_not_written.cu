// Only full blocks write their sum: that of the last one is what was in memory.
// Expected: global-uninit

#include "../mutant.h"

enum { N = 1000, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

__global__ void reduce(const float *in, float *out, int n)
{
    __shared__ float partial[BLOCK];
    const int tid = threadIdx.x, i = blockIdx.x * BLOCK + tid;
    partial[tid] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
        if (tid < stride)
            partial[tid] += partial[tid + stride];
        __syncthreads();
    }
    if (tid == 0 && blockIdx.x * BLOCK + BLOCK <= n)
        out[blockIdx.x] = partial[0];
}

int main()
{
    float sums[GRID], sum = 0;
    float *in = new_input(N), *out = new_array(GRID);
    reduce<<<GRID, BLOCK>>>(in, out, N);
    wait();
    CHECK(cudaMemcpy(sums, out, sizeof sums, cudaMemcpyDeviceToHost)); // BUG: global-uninit
    for (int i = 0; i < GRID; i++)
        sum += sums[i];
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return verdict_sum(sum, N);
}
