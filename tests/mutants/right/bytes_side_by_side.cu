// Each thread writes one byte; four threads share a word and do not race.

#include "../mutant.h"

enum { BLOCK = 256 };

__global__ void count_steps(const float *in, float *out, int n)
{
    __shared__ unsigned char is_large[BLOCK];
    const int tid = threadIdx.x;
    is_large[tid] = tid < n && in[tid] > 100.0f;
    __syncthreads();
    if (tid > 0 && is_large[tid] != is_large[tid - 1])
        atomicAdd(out, 1.0f);
}

int main()
{
    float *in = new_input(BLOCK), *out = new_array(1);
    CHECK(cudaMemset(out, 0, sizeof(float)));
    count_steps<<<1, BLOCK>>>(in, out, BLOCK);
    wait();
    const int status = verdict(first_of(out), 1.0f, "steps are lost");
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return status;
}
