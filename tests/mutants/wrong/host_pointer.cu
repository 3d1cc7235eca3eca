// The kernel gets a pointer to the host's memory.
// Expected: host-pointer

#include "../mutant.h"

enum { N = 1000, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

__global__ void reduce(const float *in, float *out, int n)
{
    __shared__ float partial[BLOCK];
    const int tid = threadIdx.x, i = blockIdx.x * BLOCK + tid;
    partial[tid] = i < n ? in[i] : 0.0f; // BUG: host-pointer
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
    float *in = (float *)malloc(N * sizeof(float)), *out = new_array(GRID);
    for (int i = 0; i < N; i++)
        in[i] = value_at(i);
    reduce<<<GRID, BLOCK>>>(in, out, N);
    wait();
    const int status = verdict_sum(sum_on_host(out, GRID), N);
    CHECK(cudaFree(out));
    free(in);
    return status;
}
