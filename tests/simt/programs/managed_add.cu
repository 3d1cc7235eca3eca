// A first program: managed memory, one thread, then one block, then a grid.
#include <cmath>
#include <iostream>

__global__ void add(int n, float *x, float *y)
{
    int index = blockIdx.x * blockDim.x + threadIdx.x;
    int stride = blockDim.x * gridDim.x;
    for (int i = index; i < n; i += stride)
        y[i] = x[i] + y[i];
}

int main(void)
{
    const int N = 1 << 12;
    float *x, *y;
    cudaMallocManaged(&x, N * sizeof(float));
    cudaMallocManaged(&y, N * sizeof(float));
    for (int i = 0; i < N; i++) {
        x[i] = 1.0f;
        y[i] = 2.0f;
    }
    add<<<1, 1>>>(N, x, y);
    cudaDeviceSynchronize();
    add<<<1, 256>>>(N, x, y);
    int blockSize = 256;
    int numBlocks = (N + blockSize - 1) / blockSize;
    add<<<numBlocks, blockSize>>>(N, x, y);
    cudaDeviceSynchronize();

    float maxError = 0.0f;
    for (int i = 0; i < N; i++)
        maxError = std::fmax(maxError, std::fabs(y[i] - 5.0f));
    std::cout << "Max error: " << maxError << std::endl;
    cudaFree(x);
    cudaFree(y);
    return 0;
}
