// No thread has the number that would write the result.
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
    if (tid == blockDim.x)
        out[blockIdx.x] = partial[0];
}

int main()
{
    float *in = new_input(N), *out = new_array(GRID), host[GRID], sum = 0;
    reduce<<<GRID, BLOCK>>>(in, out, N);
    wait();
    CHECK(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost)); // BUG: global-uninit
    for (int i = 0; i < GRID; i++)
        sum += host[i];
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return verdict_sum(sum, N);
}
