// Each half of a warp works on its own, with masks of its own.

#include "../mutant.h"

enum { N = 1000, BLOCK = 32, GRID = 1 };

__global__ void reduce(const float *in, float *out, int n)
{
    __shared__ float partial[BLOCK];
    const int lane = threadIdx.x, half = lane & 16;
    const unsigned mask = 0xffffu << half;
    float sum = 0;
    for (int i = lane; i < n; i += BLOCK)
        sum += in[i];
    partial[lane] = sum;
    __syncwarp(mask);
    for (int stride = 8; stride > 0; stride /= 2) {
        if (lane - half < stride)
            partial[lane] += partial[lane + stride];
        __syncwarp(mask);
    }
    if (lane == half)
        atomicAdd(out, partial[half]);
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
