// The tree works in global memory, and the first round does not wait for the
// copies.
// Expected: global-race

#include "../mutant.h"

enum { BLOCK = 256 };

__global__ void reduce(const float *in, float *work, int n)
{
    const int tid = threadIdx.x, i = blockIdx.x * BLOCK + tid;
    float *partial = work + blockIdx.x * BLOCK;
    partial[tid] = i < n ? in[i] : 0.0f;
    for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
        if (tid < stride)
            partial[tid] += partial[tid + stride]; // BUG: global-race
        __syncthreads();
    }
}

int main()
{
    float *in = new_input(BLOCK), *work = new_array(BLOCK);
    reduce<<<1, BLOCK>>>(in, work, BLOCK);
    wait();
    const int status = verdict_sum(first_of(work), BLOCK);
    CHECK(cudaFree(in));
    CHECK(cudaFree(work));
    return status;
}
