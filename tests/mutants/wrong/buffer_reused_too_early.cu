// One buffer for two rounds: the second round's kernel overwrites what the first
// round's other stream still reads; the event goes in one direction only.
// Expected: stream-race

#include "../mutant.h"

enum { N = 1024, BLOCK = 256, GRID = N / BLOCK };

__global__ void scale(const float *in, float *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 2 * in[i]; // BUG: stream-race
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
    cudaEvent_t scaled;
    CHECK(cudaEventCreate(&scaled));
    for (int round = 0; round < 2; round++) {
        scale<<<GRID, BLOCK, 0, first>>>(in, twice);
        CHECK(cudaEventRecord(scaled, first));
        CHECK(cudaStreamWaitEvent(second, scaled, 0));
        halve<<<GRID, BLOCK, 0, second>>>(twice, out);
    }
    wait();
    CHECK(cudaEventDestroy(scaled));
    const int status = verdict_sum(sum_on_host(out, N), N);
    CHECK(cudaStreamDestroy(first));
    CHECK(cudaStreamDestroy(second));
    CHECK(cudaFree(in));
    CHECK(cudaFree(twice));
    CHECK(cudaFree(out));
    return status;
}
