// The lanes that come into the branch are counted with __ballot_sync before it.

#include "../mutant.h"

enum { N = 1000, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

__global__ void reduce(const float *in, float *out, int n)
{
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const unsigned mask = __ballot_sync(0xffffffff, i < n);
    if (i < n) {
        const int count = __popc(mask), lane = threadIdx.x % 32;
        float sum = 0;
        for (int k = 0; k < count; k++)
            sum += __shfl_sync(mask, in[i], k);
        if (lane == 0)
            atomicAdd(out, sum);
    }
}

int main()
{
    float *in = new_input(N), *out = new_array(1);
    CHECK(cudaMemset(out, 0, sizeof(float)));
    reduce<<<GRID, BLOCK>>>(in, out, N);
    wait();
    const int status = verdict_sum(first_of(out), N);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return status;
}
