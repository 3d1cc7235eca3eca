// fmaxf takes the other number when one is NaN, so a NaN in the data is lost.
// Expected: wrong: the NaN is lost

#include "../mutant.h"

enum { N = 200, BLOCK = 256 };

__global__ void largest(const float *in, float *out, int n)
{
    __shared__ float partial[BLOCK];
    const int tid = threadIdx.x;
    partial[tid] = tid < n ? in[tid] : -INFINITY;
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
        host[i] = i == 7 ? NAN : value_at(i);
    float *in = upload(host, N), *out = new_array(1);
    largest<<<1, BLOCK>>>(in, out, N);
    wait();
    const int status = verdict(first_of(out), NAN, "the NaN is lost");
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return status;
}
