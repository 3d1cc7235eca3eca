// Of several smallest elements the last one is taken, where the first is meant.
// Expected: wrong: not the first of the smallest

#include "../mutant.h"

enum { N = 256, BLOCK = 256 };

__global__ void first_smallest(const float *in, float *out, int n)
{
    __shared__ int best[BLOCK];
    const int tid = threadIdx.x;
    best[tid] = tid < n ? tid : 0;
    __syncthreads();
    for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
        if (tid < stride && in[best[tid + stride]] <= in[best[tid]])
            best[tid] = best[tid + stride];
        __syncthreads();
    }
    if (tid == 0)
        out[0] = (float)best[0];
}

int main()
{
    float host[N];
    for (int i = 0; i < N; i++)
        host[i] = i % 100 == 5 ? 1.0f : 2.0f;
    float *in = upload(host, N), *out = new_array(1);
    first_smallest<<<1, BLOCK>>>(in, out, N);
    wait();
    const int status = verdict(first_of(out), 5.0f, "not the first of the smallest");
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return status;
}
