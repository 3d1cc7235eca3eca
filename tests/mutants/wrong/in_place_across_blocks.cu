// Each element becomes the mean of itself and its neighbour, in place: the
// neighbour may have been changed before.
// Expected: global-race

#include "../mutant.h"

enum { N = 1000, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

__global__ void smooth(float *data, int n)
{
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i + 1 < n)
        data[i] = 0.5f * (data[i] + data[i + 1]); // BUG: global-race
}

int main()
{
    float *data = new_input(N);
    smooth<<<GRID, BLOCK>>>(data, N);
    wait();
    const int status = verdict(first_of(data), 1.5f, "not the mean");
    CHECK(cudaFree(data));
    return status;
}
