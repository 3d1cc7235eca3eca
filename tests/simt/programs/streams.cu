// Two streams, pinned memory, events and a copy back for each half.
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                                                \
    do {                                                                                           \
        const cudaError_t error = (call);                                                          \
        if (error != cudaSuccess) {                                                                \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error));         \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

template <int BLOCK> __global__ void partial_sums(const float *__restrict__ in, float *__restrict__ out)
{
    __shared__ float tile[BLOCK];
    tile[threadIdx.x] = in[blockIdx.x * BLOCK + threadIdx.x];
    __syncthreads();
#pragma unroll
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            tile[threadIdx.x] += tile[threadIdx.x + half];
        __syncthreads();
    }
    if (!threadIdx.x)
        out[blockIdx.x] = tile[0];
}

int main()
{
    const int n = 8192, half = n / 2, block = 128, blocks = half / block;
    float *h_in, *h_out, *d_in, *d_out;
    CHECK(cudaMallocHost(&h_in, n * sizeof(float)));
    CHECK(cudaHostAlloc((void **)&h_out, 2 * blocks * sizeof(float), cudaHostAllocDefault));
    CHECK(cudaMalloc((void **)&d_in, n * sizeof(float)));
    CHECK(cudaMalloc((void **)&d_out, 2 * blocks * sizeof(float)));
    for (int i = 0; i < n; i++)
        h_in[i] = (float)(i % 10);

    cudaStream_t stream[2];
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start, 0));
    for (int s = 0; s < 2; s++) {
        CHECK(cudaStreamCreate(&stream[s]));
        CHECK(cudaMemcpyAsync(d_in + s * half, h_in + s * half, half * sizeof(float),
                              cudaMemcpyHostToDevice, stream[s]));
        partial_sums<block><<<dim3(blocks), dim3(block), 0, stream[s]>>>(d_in + s * half,
                                                                        d_out + s * blocks);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpyAsync(h_out + s * blocks, d_out + s * blocks, blocks * sizeof(float),
                              cudaMemcpyDeviceToHost, stream[s]));
    }
    for (int s = 0; s < 2; s++) {
        CHECK(cudaStreamSynchronize(stream[s]));
        CHECK(cudaStreamDestroy(stream[s]));
    }
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));
    float ms = -1;
    CHECK(cudaEventElapsedTime(&ms, start, stop));

    float sum = 0;
    for (int b = 0; b < 2 * blocks; b++)
        sum += h_out[b];
    printf("sum %.0f, time %s\n", sum, ms >= 0 ? "measured" : "missing");
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_out));
    CHECK(cudaFreeHost(h_in));
    CHECK(cudaFreeHost(h_out));
    return 0;
}
