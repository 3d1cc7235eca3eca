// The mask names the lanes that hold data, and some of them read from the others.
// Expected: warp-inactive-lane

#include "../mutant.h"

enum { N = 20, BLOCK = 32, GRID = 1 };

__global__ void reduce(const float *in, float *out, int n)
{
    const unsigned mask = __ballot_sync(0xffffffff, threadIdx.x < n);
    if (threadIdx.x < n) {
        float sum = in[threadIdx.x];
        for (int offset = 16; offset > 0; offset /= 2)
            sum += __shfl_down_sync(mask, sum, offset); // BUG: warp-inactive-lane
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
