// Hello from the lanes: two blocks, each adds the numbers of its 64 threads.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void hello(int *sums)
{
    __shared__ int sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    atomicAdd(&sum, (int)threadIdx.x);
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        printf("block %u, warp %u: the threads of my block sum to %d\n", blockIdx.x,
               threadIdx.x / 32, sum);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

int main()
{
    int *d_sums, sums[2];
    cudaMalloc(&d_sums, sizeof sums);
    hello<<<2, 64>>>(d_sums);
    cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost);
    cudaFree(d_sums);
    const cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) {
        fprintf(stderr, "hello: %s\n", cudaGetErrorString(error));
        return 1;
    }
    printf("the host got %d and %d\n", sums[0], sums[1]);
    return sums[0] != 2016 || sums[1] != 2016;
}
