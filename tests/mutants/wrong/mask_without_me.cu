// The mask names the lower half of the warp, but all lanes make the call.
// Expected: warp-mask

#include "../mutant.h"

enum { N = 32, BLOCK = 32, GRID = 1 };

__global__ void reduce(const float *in, float *out, int n)
{
    float sum = threadIdx.x < n ? in[threadIdx.x] : 0.0f;
    for (int lanes = 16; lanes > 0; lanes /= 2)
        sum += __shfl_xor_sync(0x0000ffff, sum, lanes); // BUG: warp-mask
    if (threadIdx.x == 0)
        out[0] = sum;
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
