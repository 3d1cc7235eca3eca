// All warps write sums; thread 0 takes the ticket for them without a barrier, so
// its fence does not cover what the other warps wrote.
// Expected: global-race

#include "../mutant.h"

enum { N = 1000, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

__device__ unsigned ticket;

__global__ void reduce(const float *in, float *out, int n)
{
    __shared__ bool is_last;
    const int tid = threadIdx.x, i = blockIdx.x * BLOCK + tid;
    float sum = i < n ? in[i] : 0.0f;
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (tid % 32 == 0)
        out[i / 32] = sum;
    if (tid == 0) {
        __threadfence();
        is_last = atomicAdd(&ticket, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last && tid == 0) {
        sum = 0;
        for (unsigned k = 0; k < gridDim.x * BLOCK / 32; k++)
            sum += out[k]; // BUG: global-race
        out[0] = sum;      // BUG: global-race
    }
}

int main()
{
    float *in = new_input(N), *out = new_array(GRID * BLOCK / 32);
    reduce<<<GRID, BLOCK>>>(in, out, N);
    wait();
    const int status = verdict_sum(first_of(out), N);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return status;
}
