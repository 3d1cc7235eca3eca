// The smallest element and its place, as structs of 8 bytes in shared memory.

#include "../mutant.h"

enum { N = 200, BLOCK = 256 };

struct best {
    float value;
    int index;
};

__global__ void smallest(const float *in, float *out, int n)
{
    __shared__ struct best best[BLOCK];
    const int tid = threadIdx.x;
    best[tid].value = tid < n ? in[tid] : INFINITY;
    best[tid].index = tid;
    __syncthreads();
    for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
        if (tid < stride && best[tid + stride].value < best[tid].value)
            best[tid] = best[tid + stride];
        __syncthreads();
    }
    if (tid == 0)
        out[0] = (float)best[0].index;
}

int main()
{
    float host[N];
    for (int i = 0; i < N; i++)
        host[i] = (float)((i * 37 + 11) % N);
    float *in = upload(host, N), *out = new_array(1);
    smallest<<<1, BLOCK>>>(in, out, N);
    wait();
    const int found = (int)first_of(out);
    const int status = verdict(host[found], 0.0f, "not the smallest");
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return status;
}
