// Each thread keeps the sums of its four columns, and clears one more.
// Expected: array-bounds

#include "../mutant.h"

enum { N = 256, BLOCK = 64, COLUMNS = 4 };

__global__ void reduce(const float *in, float *out, int columns)
{
    float sum[COLUMNS];
    for (int i = 0; i <= columns; i++)
        sum[i] = 0; // BUG: array-bounds
    for (int i = 0; i < columns; i++)
        sum[i] += in[threadIdx.x + i * BLOCK];
    float total = 0;
    for (int i = 0; i < columns; i++)
        total += sum[i];
    out[threadIdx.x] = total;
}

int main()
{
    float *in = new_input(N), *out = new_array(BLOCK);
    reduce<<<1, BLOCK>>>(in, out, COLUMNS);
    wait();
    const int status = verdict_sum(sum_on_host(out, BLOCK), N);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return status;
}
