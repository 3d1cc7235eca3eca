// Each warp goes round as often as its own data want, with a barrier inside.
// Expected: barrier-exited

#include "../mutant.h"

enum { N = 64, BLOCK = 256, GRID = 1 };

__global__ void reduce(const float *in, float *out, int n)
{
    __shared__ float total;
    const int tid = threadIdx.x, warp = tid / 32;
    if (tid == 0)
        total = 0;
    __syncthreads();
    for (int round = 0; round <= warp; round++) {
        if (tid % 32 == 0 && warp * 8 + round < n)
            atomicAdd(&total, in[warp * 8 + round]);
        __syncthreads(); // BUG: barrier-exited
        if (round == 7)
            out[0] = total;
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
