// Each thread changes its own element, in place.

#include "../mutant.h"

enum { N = 1000, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

__global__ void twice(float *data, int n)
{
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK)
        data[i] *= 2;
}

int main()
{
    float *data = new_input(N);
    twice<<<GRID, BLOCK>>>(data, N);
    wait();
    const int status = verdict(sum_on_host(data, N), 2 * sum_of_first(N), "not twice the sum");
    CHECK(cudaFree(data));
    return status;
}
