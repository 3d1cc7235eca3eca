// Dot product with a cache per block and the last sum on the CPU.
#include <stdio.h>
#include <stdlib.h>

#define imin(a, b) (a < b ? a : b)
#define SUM_SQUARES(x) (x * (x + 1) * (2 * x + 1) / 6)

const int N = 33 * 128;
const int threadsPerBlock = 256;
const int blocksPerGrid = imin(32, (N + threadsPerBlock - 1) / threadsPerBlock);

__global__ void dot(double *a, double *b, double *c)
{
    __shared__ double cache[threadsPerBlock];
    int tid = threadIdx.x + blockIdx.x * blockDim.x;
    int cacheIndex = threadIdx.x;

    double temp = 0;
    while (tid < N) {
        temp += a[tid] * b[tid];
        tid += blockDim.x * gridDim.x;
    }
    cache[cacheIndex] = temp;
    __syncthreads();

    int i = blockDim.x / 2;
    while (i != 0) {
        if (cacheIndex < i)
            cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
        i /= 2;
    }
    if (cacheIndex == 0)
        c[blockIdx.x] = cache[0];
}

int main(void)
{
    double *a = (double *)malloc(N * sizeof(double)), *b = (double *)malloc(N * sizeof(double));
    double *partial_c = (double *)malloc(blocksPerGrid * sizeof(double));
    double *dev_a, *dev_b, *dev_partial_c;
    cudaMalloc((void **)&dev_a, N * sizeof(double));
    cudaMalloc((void **)&dev_b, N * sizeof(double));
    cudaMalloc((void **)&dev_partial_c, blocksPerGrid * sizeof(double));
    for (int i = 0; i < N; i++) {
        a[i] = i;
        b[i] = i * 2;
    }
    cudaMemcpy(dev_a, a, N * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(dev_b, b, N * sizeof(double), cudaMemcpyHostToDevice);
    dot<<<blocksPerGrid, threadsPerBlock>>>(dev_a, dev_b, dev_partial_c);
    cudaMemcpy(partial_c, dev_partial_c, blocksPerGrid * sizeof(double), cudaMemcpyDeviceToHost);

    double c = 0;
    for (int i = 0; i < blocksPerGrid; i++)
        c += partial_c[i];
    printf("Does GPU value %.6g = %.6g?\n", c, 2 * SUM_SQUARES((double)(N - 1)));
    printf("%s\n", c == 2 * SUM_SQUARES((double)(N - 1)) ? "yes" : "no");
    cudaFree(dev_a);
    cudaFree(dev_b);
    cudaFree(dev_partial_c);
    free(a);
    free(b);
    free(partial_c);
}
