// Twice as many elements are copied as were written, first inside of the device, then to
// the host, which adds them all.
// Expected: global-uninit

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
    static float host[2 * N];
    float *a = new_array(2 * N), *b = new_array(2 * N);
    float sum = 0;
    fill<<<GRID, BLOCK>>>(a, N);
    CHECK(cudaMemcpy(b, a, 2 * N * sizeof(float), cudaMemcpyDeviceToDevice));
    CHECK(cudaMemcpy(host, b, sizeof host, cudaMemcpyDeviceToHost)); // BUG: global-uninit
    for (int i = 0; i < 2 * N; i++)
        sum += host[i];
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
    return verdict_sum(sum, N);
}
