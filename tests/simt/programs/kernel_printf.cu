// printf in kernels: text, numbers, 64-bit values, strings and function names.
#include <cstdio>

__device__ void report(const char *what, float value)
{
    printf("%s: %s = %.2f\n", __func__, what, value);
}

__global__ void hello(int answer, double half)
{
    if (threadIdx.x == 0 && blockIdx.x == 1) {
        printf("block %d of %d, thread %d of %d\n", blockIdx.x, gridDim.x, threadIdx.x, blockDim.x);
        printf("%s: %d, %5.2f, %lld, %c%%\n", __func__, answer, half, 1LL << 40, 'x');
        report("value", 2.5f);
    }
}

__global__ void in_order()
{
    for (int turn = 0; turn < 3; turn++) {
        if (threadIdx.x == turn)
            printf("turn %d\n", turn);
        __syncthreads();
    }
}

int main()
{
    hello<<<2, 4>>>(42, 0.5);
    cudaDeviceSynchronize();
    in_order<<<1, 3>>>();
    cudaDeviceSynchronize();
    printf("done\n");
}
