// Sixteen lanes shuffle with a mask that names all 32.
// Expected: warp-mask

#include "../mutant.h"

enum { N = 1000, BLOCK = 32, GRID = 1 };

__global__ void reduce(const float *in, float *out, int n)
{
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += BLOCK)
        sum += in[i];
    sum += __shfl_xor_sync(0xffffffff, sum, 16);
    if (threadIdx.x < 16) {
        for (int lanes = 8; lanes > 0; lanes /= 2)
            sum += __shfl_xor_sync(0xffffffff, sum, lanes); // BUG: warp-mask
        if (threadIdx.x == 0)
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
