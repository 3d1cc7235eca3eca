// All warps write sums and fence, then a barrier, then thread 0 takes the ticket;
// all threads of the last block read.

#include "../mutant.h"

enum { N = 1000, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

__device__ unsigned ticket;

__global__ void reduce(const float *in, float *out, int n)
{
    __shared__ bool is_last;
    __shared__ float total;
    const int tid = threadIdx.x, i = blockIdx.x * BLOCK + tid;
    float sum = i < n ? in[i] : 0.0f;
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (tid % 32 == 0)
        out[i / 32] = sum;
    __threadfence();
    __syncthreads();
    if (tid == 0) {
        total = 0;
        is_last = atomicAdd(&ticket, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last && tid < (int)gridDim.x * BLOCK / 32)
        atomicAdd(&total, out[tid]);
    __syncthreads();
    if (is_last && tid == 0)
        out[0] = total;
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
