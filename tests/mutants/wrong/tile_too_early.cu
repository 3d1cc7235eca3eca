// A tile of a matrix is transposed in shared memory without a barrier.
// Expected: shared-race

#include "../mutant.h"

enum { SIDE = 16 };

__global__ void transpose(const float *in, float *out)
{
    __shared__ float tile[SIDE][SIDE + 1];
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * SIDE + threadIdx.x];
    out[threadIdx.y * SIDE + threadIdx.x] = tile[threadIdx.x][threadIdx.y]; // BUG: shared-race
}

int main()
{
    float *in = new_input(SIDE * SIDE), *out = new_array(SIDE * SIDE);
    transpose<<<1, dim3(SIDE, SIDE)>>>(in, out);
    wait();
    const int status = verdict_sum(sum_on_host(out, SIDE * SIDE), SIDE * SIDE);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return status;
}
