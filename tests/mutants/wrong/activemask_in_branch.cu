// __activemask() tells which lanes run together just now, not which ones came
// into the branch.
// Expected: warp-activemask

#include "../mutant.h"

enum { N = 16, BLOCK = 32, GRID = 1 };

__global__ void reduce(const float *in, float *out, int n)
{
    const int lane = threadIdx.x;
    if (lane < n) {
        const unsigned mask = __activemask();
        float sum = in[lane];
        for (int lanes = 8; lanes > 0; lanes /= 2)
            sum += __shfl_xor_sync(mask, sum, lanes); // BUG: warp-activemask
        if (lane == 0)
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
