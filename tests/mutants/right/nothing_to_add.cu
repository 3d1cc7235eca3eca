// No elements: the kernel runs and gives 0.

#include "../mutant.h"

enum { BLOCK = 256 };

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
    float *in = new_input(1), *out = new_array(1);
    reduce<<<1, BLOCK>>>(in, out, 0);
    wait();
    const int status = verdict(first_of(out), 0.0f, "the sum of nothing is 0");
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return status;
}
