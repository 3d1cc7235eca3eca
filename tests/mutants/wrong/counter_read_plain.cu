// Blocks count with an atomic, and each looks at the count with a plain read.
// Expected: global-race

#include "../mutant.h"

enum { BLOCK = 32 };

__global__ void count(float *out, int *counter)
{
    if (threadIdx.x == 0) {
        atomicAdd(counter, 1);
        out[blockIdx.x] = (float)*counter; // BUG: global-race
    }
}

int main()
{
    int *counter;
    float *out = new_array(8);
    CHECK(cudaMalloc((void **)&counter, sizeof(int)));
    CHECK(cudaMemset(counter, 0, sizeof(int)));
    count<<<8, BLOCK>>>(out, counter);
    wait();
    const int status = verdict(sum_on_host(out, 8) >= 8.0f ? 1.0f : 0.0f, 1.0f, "counts are lost");
    CHECK(cudaFree(counter));
    CHECK(cudaFree(out));
    return status;
}
