// The default stream waits for the other streams, and they wait for it; the host
// waits for a stream, for an event, for the device.

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
    cudaEvent_t done;
    CHECK(cudaEventCreate(&done));
    scale<<<GRID, BLOCK, 0, first>>>(in, twice);
    halve<<<GRID, BLOCK>>>(twice, out);
    scale<<<GRID, BLOCK, 0, second>>>(in, twice);
    CHECK(cudaStreamSynchronize(second));
    halve<<<GRID, BLOCK, 0, first>>>(twice, out);
    CHECK(cudaEventRecord(done, first));
    CHECK(cudaEventSynchronize(done));
    scale<<<GRID, BLOCK, 0, second>>>(in, twice);
    CHECK(cudaDeviceSynchronize());
    halve<<<GRID, BLOCK, 0, first>>>(twice, out);
    wait();
    CHECK(cudaEventDestroy(done));
    const int status = verdict_sum(sum_on_host(out, N), N);
    CHECK(cudaStreamDestroy(first));
    CHECK(cudaStreamDestroy(second));
    CHECK(cudaFree(in));
    CHECK(cudaFree(twice));
    CHECK(cudaFree(out));
    return status;
}
