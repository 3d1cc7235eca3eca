// A lane that polls is interrupted by a signal, and its values must outlive that.
#include <cstdio>

__global__ void poll(volatile int *flag, double *sums)
{
    double sum = threadIdx.x + 0.5;
    long turns = 0;
    if (threadIdx.x == 0) {
        while (*flag == 0) {
            turns++;
            sum += 0; // a value that stays in a register
        }
    } else if (threadIdx.x == 31) {
        *flag = 1;
    }
    __syncthreads();
    sums[threadIdx.x] = sum + (turns < 0);
}

int main()
{
    int *flag;
    double *sums, sum = 0;
    cudaMallocManaged(&flag, sizeof *flag);
    cudaMallocManaged(&sums, 32 * sizeof *sums);
    *flag = 0;
    poll<<<1, 32>>>(flag, sums);
    cudaDeviceSynchronize();
    for (int i = 0; i < 32; i++)
        sum += sums[i];
    std::printf("%g, %s\n", sum, cudaGetErrorString(cudaGetLastError()));
    return 0;
}
