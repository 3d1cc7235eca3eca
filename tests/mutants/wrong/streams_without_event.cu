// The second stream does not wait for the first one, whose result it reads.
// Expected: stream-race

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
    out[i] = in[i] / 2; // BUG: stream-race
}

int main()
{
    float *in = new_input(N), *twice = new_array(N), *out = new_array(N);
    cudaStream_t first, second;
    CHECK(cudaStreamCreate(&first));
    CHECK(cudaStreamCreate(&second));
    scale<<<GRID, BLOCK, 0, first>>>(in, twice);
    halve<<<GRID, BLOCK, 0, second>>>(twice, out);
    wait();
    const int status = verdict_sum(sum_on_host(out, N), N);
    CHECK(cudaStreamDestroy(first));
    CHECK(cudaStreamDestroy(second));
    CHECK(cudaFree(in));
    CHECK(cudaFree(twice));
    CHECK(cudaFree(out));
    return status;
}
