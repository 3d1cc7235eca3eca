// A tree for a difference: subtracting is not associative.
// Expected: wrong: the order matters

#include "../mutant.h"

enum { N = 4, BLOCK = 4 };

__global__ void difference(const float *in, float *out, int n)
{
    __shared__ float partial[BLOCK];
    const int tid = threadIdx.x;
    partial[tid] = tid < n ? in[tid] : 0.0f;
    __syncthreads();
    for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
        if (tid < stride)
            partial[tid] = partial[tid] - partial[tid + stride];
        __syncthreads();
    }
    if (tid == 0)
        out[0] = partial[0];
}

int main()
{
    const float host[N] = { 10, 1, 2, 3 };
    float *in = upload(host, N), *out = new_array(1);
    difference<<<1, BLOCK>>>(in, out, N);
    wait();
    const int status = verdict(first_of(out), 4.0f, "the order matters");
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return status;
}
