// The number of warps is rounded down, so the last, partial warp is left out.
// Expected: wrong: elements 32 to 47 are missing

#include "../mutant.h"

enum { N = 48, BLOCK = 48, GRID = 1 };

__global__ void reduce(const float *in, float *out, int n)
{
    __shared__ float warp_sum[32];
    const int tid = threadIdx.x;
    float sum = tid < n ? in[tid] : 0.0f;
    const unsigned mask = tid / 32 < BLOCK / 32 ? 0xffffffff : (1u << BLOCK % 32) - 1;
    for (int lanes = 1; lanes < (tid / 32 < BLOCK / 32 ? 32 : BLOCK % 32); lanes *= 2)
        sum += __shfl_xor_sync(mask, sum, lanes);
    if (tid % 32 == 0)
        warp_sum[tid / 32] = sum;
    __syncthreads();
    if (tid == 0) {
        sum = 0;
        for (int warp = 0; warp < BLOCK / 32; warp++)
            sum += warp_sum[warp];
        out[0] = sum;
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
