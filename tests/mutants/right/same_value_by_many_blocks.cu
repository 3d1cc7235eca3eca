// So many blocks that several run at the same time, and all raise one flag with
// the same value.

#include "../mutant.h"

enum { N = 65536, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

__global__ void has_large(float *out, int n)
{
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && i % 3 == 0)
        *out = 1.0f;
}

int main()
{
    float *out = new_array(1);
    CHECK(cudaMemset(out, 0, sizeof(float)));
    has_large<<<GRID, BLOCK>>>(out, N);
    wait();
    const int status = verdict(first_of(out), 1.0f, "it was not found");
    CHECK(cudaFree(out));
    return status;
}
