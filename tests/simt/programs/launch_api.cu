// Launches through the API, attributes, occupancy and 64 KB of shared memory.
#include <cstdio>

__global__ void fill(float *out, float value, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = value;
}

template <class T> __global__ void big(T *out)
{
    extern __shared__ char memory[];
    T *values = (T *)memory;
    const int n = 64 * 1024 / sizeof(T);
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        values[i] = (T)1;
    __syncthreads();
    if (threadIdx.x == 0) {
        T sum = 0;
        for (int i = 0; i < n; i++)
            sum += values[i];
        *out = sum;
    }
}

int main()
{
    const int n = 100;
    float *data;
    cudaMallocManaged(&data, n * sizeof *data);
    float value = 2.5f;
    int count = n;
    void *args[] = { &data, &value, &count };
    cudaLaunchKernel((void *)fill, dim3(2), dim3(64), args, 0, NULL);
    cudaDeviceSynchronize();
    printf("%g %g\n", data[0], data[99]);
    value = 3;
    cudaLaunchKernel((const void *)&fill, 1, 128, args, 0, 0);
    cudaDeviceSynchronize();
    printf("%g %g\n", data[0], data[99]);

    void *one[] = { &data };
    const int bytes = 64 * 1024;
    big<float><<<1, 32, bytes>>>(data);
    printf("without asking: %s\n", cudaGetLastError() != cudaSuccess ? "refused" : "accepted");
    cudaFuncSetAttribute(big<float>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    big<float><<<1, 32, bytes>>>(data);
    cudaDeviceSynchronize();
    printf("%g %s\n", data[0], cudaGetErrorName(cudaGetLastError()));
    cudaFuncSetAttribute(reinterpret_cast<const void *>(big<int>),
                         cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    cudaLaunchKernel(reinterpret_cast<void *>(&big<int>), dim3(1), dim3(256), one, bytes, 0);
    cudaDeviceSynchronize();
    printf("%d\n", *(int *)data);

    int blocks = 0, minGrid = 0, block = 0;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void *)fill, 256, 0);
    cudaOccupancyMaxPotentialBlockSize(&minGrid, &block, fill, 0, 0);
    printf("%d blocks fit: %s, block %d\n", blocks, blocks == 8 ? "all threads" : "fewer", block);
    cudaFuncAttributes attributes;
    cudaFuncGetAttributes(&attributes, (const void *)fill);
    printf("at most %d threads\n", attributes.maxThreadsPerBlock);
}
