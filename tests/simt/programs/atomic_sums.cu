// One atomic per warp, per block and per element, for several types.
#include <cstdio>

template <typename T> __global__ void per_element(const int *in, T *total, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(total, (T)in[i]);
}

__global__ void per_warp(const int *in, unsigned long long *total, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = i < n ? in[i] : 0;
    value = (int)__reduce_add_sync(0xffffffff, (unsigned)value);
    if (threadIdx.x % 32 == 0)
        atomicAdd(total, (unsigned long long)value);
}

__global__ void extremes(const int *in, int *low, int *high, int n)
{
    __shared__ int block_low, block_high;
    if (threadIdx.x == 0) {
        block_low = in[0];
        block_high = in[0];
    }
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        atomicMin(&block_low, in[i]);
        atomicMax(&block_high, in[i]);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicMin(low, block_low);
        atomicMax(high, block_high);
    }
}

template <class T> void show(const char *name, const char *format, int *in, int n)
{
    T *total, result;
    cudaMalloc(&total, sizeof(T));
    cudaMemset(total, 0, sizeof(T));
    per_element<T><<<(n + 127) / 128, 128>>>(in, total, n);
    cudaMemcpy(&result, total, sizeof(T), cudaMemcpyDeviceToHost);
    cudaFree(total);
    std::printf("%s ", name);
    std::printf(format, result);
    std::printf("\n");
}

int main()
{
    const int n = 4001;
    int host[n], *in, *edge;
    for (int i = 0; i < n; i++)
        host[i] = (i * 31) % 101;
    cudaMalloc(&in, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    show<int>("int", "%d", in, n);
    show<unsigned>("unsigned", "%u", in, n);
    show<unsigned long long>("64-bit", "%llu", in, n);
    show<float>("float", "%.0f", in, n);
    show<double>("double", "%.0f", in, n);

    unsigned long long *total;
    cudaMallocManaged(&total, sizeof *total);
    *total = 0;
    per_warp<<<(n + 255) / 256, 256>>>(in, total, n);
    cudaDeviceSynchronize();
    std::printf("per warp %llu\n", *total);

    cudaMallocManaged(&edge, 2 * sizeof *edge);
    edge[0] = 1000;
    edge[1] = -1000;
    extremes<<<4, 64>>>(in, edge, edge + 1, n);
    cudaDeviceSynchronize();
    std::printf("from %d to %d\n", edge[0], edge[1]);
}
// __reduce_add_sync: nvcc: sm_80 and newer
