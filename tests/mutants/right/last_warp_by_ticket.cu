// Inside of a block the last warp is found with a ticket in shared memory; a fence
// for the block is enough.

#include "../mutant.h"

enum { N = 1000, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

__global__ void reduce(const float *in, float *out, int n)
{
    __shared__ float warp_sum[BLOCK / 32];
    __shared__ int ticket;
    const int tid = threadIdx.x, i = blockIdx.x * BLOCK + tid;
    if (tid == 0)
        ticket = 0;
    __syncthreads();
    float sum = i < n ? in[i] : 0.0f;
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (tid % 32 == 0) {
        warp_sum[tid / 32] = sum;
        __threadfence_block();
        if (atomicAdd(&ticket, 1) == BLOCK / 32 - 1) {
            __threadfence_block();
            sum = 0;
            for (int k = 0; k < BLOCK / 32; k++)
                sum += warp_sum[k];
            out[blockIdx.x] = sum;
        }
    }
}

int main()
{
    float *in = new_input(N), *out = new_array(GRID);
    reduce<<<GRID, BLOCK>>>(in, out, N);
    wait();
    const int status = verdict_sum(sum_on_host(out, GRID), N);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return status;
}
