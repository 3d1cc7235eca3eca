// Two kernels and a copy in one stream, in order, and an event to wait for.

#include "../mutant.h"

enum { N = 1000, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

__global__ void reduce(const float *in, float *out, int n)
{
    __shared__ float partial[BLOCK];
    const int tid = threadIdx.x, i = blockIdx.x * BLOCK + tid;
    partial[tid] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
        if (tid < stride)
            partial[tid] += partial[tid + stride];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = partial[0];
}

int main()
{
    float *in = new_input(N), *sums = new_array(GRID), *out = new_array(1), *host;
    cudaStream_t stream;
    cudaEvent_t done;
    CHECK(cudaMallocHost((void **)&host, sizeof *host));
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaEventCreate(&done));
    reduce<<<GRID, BLOCK, 0, stream>>>(in, sums, N);
    reduce<<<1, BLOCK, 0, stream>>>(sums, out, GRID);
    CHECK(cudaMemcpyAsync(host, out, sizeof *host, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaEventRecord(done, stream));
    CHECK(cudaEventSynchronize(done));
    const int status = verdict_sum(*host, N);
    CHECK(cudaEventDestroy(done));
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFreeHost(host));
    CHECK(cudaFree(in));
    CHECK(cudaFree(sums));
    CHECK(cudaFree(out));
    return status;
}
