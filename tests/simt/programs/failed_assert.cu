// exit status: 7. A failed assert ends the kernel and stays.
#include <cassert>
#include <cstdio>

__global__ void check(const int *in, int limit)
{
    assert(in[threadIdx.x] < limit && "too large");
}

int main()
{
    int *in;
    cudaMalloc(&in, 32 * sizeof *in);
    cudaMemset(in, 0, 32 * sizeof *in);
    check<<<1, 32>>>(in, 1);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    fflush(stdout);
    check<<<1, 32>>>(in, 0);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    void *more;
    return cudaMalloc(&more, 4) == cudaSuccess ? 0 : 7;
}
