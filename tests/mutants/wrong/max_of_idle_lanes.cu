// Threads without an element contribute 0 to a maximum; all elements are negative.
// Expected: wrong: 0 is not among the elements

#include "../mutant.h"

enum { N = 200, BLOCK = 256 };

__global__ void largest(const float *in, float *out, int n)
{
    __shared__ float partial[BLOCK];
    const int tid = threadIdx.x;
    partial[tid] = tid < n ? in[tid] : 0.0f;
    __syncthreads();
    for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
        if (tid < stride)
            partial[tid] = fmaxf(partial[tid], partial[tid + stride]);
        __syncthreads();
    }
    if (tid == 0)
        out[0] = partial[0];
}

int main()
{
    float host[N];
    for (int i = 0; i < N; i++)
        host[i] = -value_at(i);
    float *in = upload(host, N), *out = new_array(1);
    largest<<<1, BLOCK>>>(in, out, N);
    wait();
    const int status = verdict(first_of(out), -1.0f, "0 is not among the elements");
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return status;
}
