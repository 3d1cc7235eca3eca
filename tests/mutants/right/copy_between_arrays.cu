// A copy inside of the device keeps what is not yet written for what it is.

#include "../mutant.h"

enum { N = 1000, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

__global__ void fill(float *data, int n)
{
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        data[i] = (float)(i + 1);
}

int main()
{
    float *a = new_array(2 * N), *b = new_array(2 * N);
    fill<<<GRID, BLOCK>>>(a, N);
    CHECK(cudaMemcpy(b, a, 2 * N * sizeof(float), cudaMemcpyDeviceToDevice));
    wait();
    const int status = verdict_sum(sum_on_host(b, N), N);
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
    return status;
}
