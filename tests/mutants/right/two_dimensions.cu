// A block of two dimensions sums the rows of a tile in shared memory.

#include "../mutant.h"

enum { SIDE = 16 };

__global__ void sum_rows(const float *in, float *out)
{
    __shared__ float tile[SIDE][SIDE + 1];
    const int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = in[y * SIDE + x];
    __syncthreads();
    for (int stride = SIDE / 2; stride > 0; stride /= 2) {
        if (x < stride)
            tile[y][x] += tile[y][x + stride];
        __syncthreads();
    }
    if (x == 0)
        out[y] = tile[y][0];
}

int main()
{
    float *in = new_input(SIDE * SIDE), *out = new_array(SIDE);
    sum_rows<<<1, dim3(SIDE, SIDE)>>>(in, out);
    wait();
    const int status = verdict_sum(sum_on_host(out, SIDE), SIDE * SIDE);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return status;
}
