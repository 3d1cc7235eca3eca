// Streams that read the same input and write to halves of their own, at the same
// time; then both results are read by the default stream.

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
    enum { HALF = N / 2 };
    float *in = new_input(N), *twice = new_array(N), *out = new_array(N);
    cudaStream_t streams[2];
    for (int i = 0; i < 2; i++) {
        CHECK(cudaStreamCreate(&streams[i]));
        CHECK(cudaMemsetAsync(twice + i * HALF, 0, HALF * sizeof(float), streams[i]));
        scale<<<GRID / 2, BLOCK, 0, streams[i]>>>(in + i * HALF, twice + i * HALF);
        halve<<<1, BLOCK, 0, streams[i]>>>(in, out + i * HALF);
    }
    halve<<<GRID, BLOCK>>>(twice, out);
    wait();
    const int status = verdict_sum(sum_on_host(out, N), N);
    for (int i = 0; i < 2; i++)
        CHECK(cudaStreamDestroy(streams[i]));
    CHECK(cudaFree(in));
    CHECK(cudaFree(twice));
    CHECK(cudaFree(out));
    return status;
}
