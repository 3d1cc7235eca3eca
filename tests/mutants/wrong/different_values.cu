// The threads that find a large element note where, all in one place.
// Expected: shared-race

#include "../mutant.h"

enum { BLOCK = 256 };

__global__ void find(const float *in, float *out, int n)
{
    __shared__ int where;
    const int tid = threadIdx.x;
    if (tid == 0)
        where = -1;
    __syncthreads();
    if (tid < n && in[tid] > 100.0f)
        where = tid; // BUG: shared-race
    __syncthreads();
    if (tid == 0)
        out[0] = (float)where;
}

int main()
{
    float *in = new_input(BLOCK), *out = new_array(1);
    find<<<1, BLOCK>>>(in, out, BLOCK);
    wait();
    const int status = verdict(first_of(out) >= 100.0f ? 1.0f : 0.0f, 1.0f, "no such element");
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return status;
}
