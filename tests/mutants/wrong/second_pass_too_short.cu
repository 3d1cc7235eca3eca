// The second pass gets the number of blocks rounded down: the last one is lost.
// Expected: wrong: elements 768 to 999 are missing

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
    if (tid == 0)
        out[blockIdx.x] = partial[0];
}

int main()
{
    float *in = new_input(N), *sums = new_array(GRID), *out = new_array(1);
    reduce<<<GRID, BLOCK>>>(in, sums, N);
    reduce<<<1, BLOCK>>>(sums, out, N / BLOCK);
    wait();
    const int status = verdict_sum(first_of(out), N);
    CHECK(cudaFree(in));
    CHECK(cudaFree(sums));
    CHECK(cudaFree(out));
    return status;
}
