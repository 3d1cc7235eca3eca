// How much memory the detectors take for each byte that a kernel touches, in
// elements of several sizes. Prints "TYPE SPACE RATIO" for each; see test_detect_memory.c.
#include <cstdio>
#include <cuda_runtime.h>
#include <unistd.h>

enum { BLOCK = 256, GLOBAL_BYTES = 2 << 20, SHARED_BYTES = 224 << 10 };

template <class T> __device__ T sum_of(T a, T b)
{
    return (T)(a + b);
}

__device__ float4 sum_of(float4 a, float4 b)
{
    return make_float4(a.x + b.x, a.y, a.z, a.w);
}

// Each thread writes, then reads its neighbour's, over and over: n elements in all.
template <class T> __global__ void in_global(T *data, int n)
{
    for (int i = threadIdx.x; i < n; i += BLOCK)
        data[i] = T();
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += BLOCK)
        data[i] = sum_of(data[i], T());
}

template <class T> __global__ void in_shared(T *out, int n)
{
    extern __shared__ float4 memory[];
    T *data = (T *)memory;
    for (int i = threadIdx.x; i < n; i += BLOCK)
        data[i] = T();
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += BLOCK)
        data[i] = sum_of(data[i], T());
    __syncthreads();
    if (threadIdx.x == 0)
        *out = n > 0 ? data[0] : T();
}

// Memory of this process that is in use, in bytes.
static double resident()
{
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL || fscanf(file, "%*d %ld", &pages) != 1)
        return -1;
    fclose(file);
    return (double)pages * (double)sysconf(_SC_PAGESIZE);
}

template <class T> void measure(const char *name)
{
    T *data, *out;
    cudaMalloc((void **)&data, GLOBAL_BYTES);
    cudaMalloc((void **)&out, sizeof(T));
    cudaFuncSetAttribute(in_shared<T>, cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED_BYTES);
    in_global<<<1, BLOCK>>>(data, 0);
    cudaDeviceSynchronize();
    double before = resident();
    in_global<<<1, BLOCK>>>(data, GLOBAL_BYTES / (int)sizeof(T));
    cudaDeviceSynchronize();
    printf("%s global %.2f\n", name, (resident() - before) / GLOBAL_BYTES);

    in_shared<<<1, BLOCK, sizeof(T)>>>(out, 0);
    cudaDeviceSynchronize();
    before = resident();
    in_shared<<<1, BLOCK, SHARED_BYTES>>>(out, SHARED_BYTES / (int)sizeof(T));
    cudaDeviceSynchronize();
    // The block's shared memory itself is new as well.
    printf("%s shared %.2f\n", name, (resident() - before - SHARED_BYTES) / SHARED_BYTES);
    cudaFree(data);
    cudaFree(out);
}

int main(int argc, char **argv)
{
    switch (argc > 1 ? argv[1][0] : ' ') {
    case 'c':
        measure<char>("char");
        break;
    case 's':
        measure<short>("short");
        break;
    case 'f':
        measure<float>("float");
        break;
    case 'd':
        measure<double>("double");
        break;
    case '4':
        measure<float4>("float4");
        break;
    default:
        return 2;
    }
    return cudaGetLastError() != cudaSuccess;
}
