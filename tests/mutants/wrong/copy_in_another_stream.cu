// The copy that fetches the result runs in a stream of its own, and waits for an
// event that was recorded before the kernel.
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
    out[i] = in[i] / 2;
}

int main()
{
    float *in = new_input(N), *twice = new_array(N), *host;
    cudaStream_t first, second;
    cudaEvent_t done;
    CHECK(cudaStreamCreate(&first));
    CHECK(cudaStreamCreate(&second));
    CHECK(cudaEventCreate(&done));
    CHECK(cudaMallocHost(&host, N * sizeof *host));
    CHECK(cudaEventRecord(done, first));
    scale<<<GRID, BLOCK, 0, first>>>(in, twice);
    CHECK(cudaStreamWaitEvent(second, done, 0));
    CHECK(cudaMemcpyAsync(host, twice, N * sizeof *host, cudaMemcpyDeviceToHost, // BUG: stream-race
                          second));                                              // BUG: stream-race
    wait();
    float sum = 0;
    for (int i = 0; i < N; i++)
        sum += host[i] / 2;
    const int status = verdict_sum(sum, N);
    CHECK(cudaEventDestroy(done));
    CHECK(cudaStreamDestroy(first));
    CHECK(cudaStreamDestroy(second));
    CHECK(cudaFreeHost(host));
    CHECK(cudaFree(in));
    CHECK(cudaFree(twice));
    return status;
}
