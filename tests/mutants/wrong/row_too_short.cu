// The rows of a shared table: the thread of the last column reads its right
// neighbour, which is the next row's first value. The last row has one to spare.
// Expected: array-bounds

#include "../mutant.h"

enum { ROWS = 4, COLUMNS = 32, N = ROWS * COLUMNS };

__global__ void reduce(const float *in, float *out)
{
    __shared__ float table[ROWS + 1][COLUMNS];
    const int x = threadIdx.x, y = threadIdx.y;
    table[y][x] = in[y * COLUMNS + x];
    if (y == 0)
        table[ROWS][x] = 0;
    __syncthreads();
    float sum = table[y][x];
    if (x % 2 == 0 || x == COLUMNS - 1)
        sum += table[y][x + 1]; // BUG: array-bounds
    out[y * COLUMNS + x] = x % 2 == 0 ? sum : 0;
}

int main()
{
    float *in = new_input(N), *out = new_array(N);
    reduce<<<1, dim3(COLUMNS, ROWS)>>>(in, out);
    wait();
    const int status = verdict_sum(sum_on_host(out, N), N);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return status;
}
