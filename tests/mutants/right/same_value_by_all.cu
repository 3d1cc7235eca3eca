// Several threads write to one place, and all write the same: whichever comes
// last, the result is the same.

#include "../mutant.h"

enum { BLOCK = 256 };

__global__ void has_large(const float *in, float *out, int n)
{
    __shared__ int found;
    const int tid = threadIdx.x;
    found = 0;
    __syncthreads();
    if (tid < n && in[tid] > 100.0f)
        found = 1;
    __syncthreads();
    if (tid == 0)
        out[0] = (float)found;
}

int main()
{
    float *in = new_input(BLOCK), *out = new_array(1);
    has_large<<<1, BLOCK>>>(in, out, BLOCK);
    wait();
    const int status = verdict(first_of(out), 1.0f, "it was not found");
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return status;
}
