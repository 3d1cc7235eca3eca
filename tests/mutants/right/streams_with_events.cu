// Two streams hand a buffer to and fro, with an event in each direction.

#include "../mutant.h"

enum { N = 1024, BLOCK = 256, GRID = N / BLOCK };

__global__ void scale(const float *in, float *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 2 * in[i];
}

__global__ void halve(const float *in, float *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] / 2;
}

int main()
{
    float *in = new_input(N), *twice = new_array(N), *out = new_array(N);
    cudaStream_t first, second;
    CHECK(cudaStreamCreate(&first));
    CHECK(cudaStreamCreate(&second));
    cudaEvent_t scaled, halved;
    CHECK(cudaEventCreate(&scaled));
    CHECK(cudaEventCreate(&halved));
    for (int round = 0; round < 3; round++) {
        CHECK(cudaStreamWaitEvent(first, halved, 0));
        scale<<<GRID, BLOCK, 0, first>>>(in, twice);
        CHECK(cudaEventRecord(scaled, first));
        CHECK(cudaStreamWaitEvent(second, scaled, 0));
        halve<<<GRID, BLOCK, 0, second>>>(twice, out);
        CHECK(cudaEventRecord(halved, second));
    }
    wait();
    CHECK(cudaEventDestroy(scaled));
    CHECK(cudaEventDestroy(halved));
    const int status = verdict_sum(sum_on_host(out, N), N);
    CHECK(cudaStreamDestroy(first));
    CHECK(cudaStreamDestroy(second));
    CHECK(cudaFree(in));
    CHECK(cudaFree(twice));
    CHECK(cudaFree(out));
    return status;
}
