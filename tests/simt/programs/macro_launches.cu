// Launches written inside macros, with and without arguments.
#include <cstdio>

#define CEIL_DIV(a, b) (((a) + (b)-1) / (b))
#define LAUNCH(kernel, n, ...) kernel<<<CEIL_DIV(n, 64), 64>>>(__VA_ARGS__)
#define LAUNCH_SHARED(kernel, grid, block, bytes) kernel<<<(grid), (block), (bytes)>>>
#define RUN(T, ...)                                                                                \
    do {                                                                                           \
        fill<T><<<1, 32>>>(__VA_ARGS__);                                                           \
        cudaDeviceSynchronize();                                                                   \
    } while (0)
#define KERNEL(name) __global__ void name
#define GLOBAL_INDEX (blockIdx.x * blockDim.x + threadIdx.x)

KERNEL(iota)(int *data, int n)
{
    if (GLOBAL_INDEX < n)
        data[GLOBAL_INDEX] = GLOBAL_INDEX;
}

template <typename T> KERNEL(fill)(T *data, T value)
{
    data[threadIdx.x] = value;
}

KERNEL(sum)(const int *in, int *out, int n)
{
    extern __shared__ int part[];
    int mine = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        mine += in[i];
    part[threadIdx.x] = mine;
    __syncthreads();
    for (int s = blockDim.x >> 1; s; s >>= 1) {
        if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0) *out = part[0];
}

KERNEL(nothing)() {}

int main()
{
    int *data, *out;
    cudaMallocManaged(&data, 1000 * sizeof *data);
    cudaMallocManaged(&out, sizeof *out);
    LAUNCH(iota, 1000, data, 1000);
    LAUNCH_SHARED(sum, 1, 128, 128 * sizeof(int))(data, out, 1000);
    LAUNCH(nothing, 1);
    cudaDeviceSynchronize();
    std::printf("%d\n", *out);
    RUN(int, data, 7);
    LAUNCH_SHARED(sum, 1, dim3(16, 1, 1), sizeof(int) << 4)(data, out, 32);
    cudaDeviceSynchronize();
    std::printf("%d\n", *out);
    if (cudaGetLastError() == cudaSuccess) LAUNCH(nothing, 64); else std::puts("error");
    return 0;
}
