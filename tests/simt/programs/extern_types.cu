// Dynamic shared memory for a template: one extern array per type, behind a
// struct; and two kernels that share one array name.
#include <stdio.h>

template <typename T> struct SharedMemory {
    __device__ T *getPointer()
    {
        extern __device__ void error(void);
        error();
        return NULL;
    }
};
template <> struct SharedMemory<int> {
    __device__ int *getPointer()
    {
        extern __shared__ int s_int[];
        return s_int;
    }
};
template <> struct SharedMemory<double> {
    __device__ double *getPointer()
    {
        extern __shared__ double s_double[];
        return s_double;
    }
};

template <typename T> __global__ void reduce(const T *in, T *out, unsigned n)
{
    SharedMemory<T> smem;
    T *sdata = smem.getPointer();
    T sum = 0;
    for (unsigned i = threadIdx.x; i < n; i += blockDim.x)
        sum += in[i];
    sdata[threadIdx.x] = sum;
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
        if (threadIdx.x < s)
            sdata[threadIdx.x] += sdata[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *out = sdata[0];
}

// The other way: raw bytes, cut into arrays of different types.
template <typename T> __global__ void reduce_raw(const T *in, T *out, int *count, unsigned n)
{
    extern __shared__ __align__(16) unsigned char raw[];
    T *values = reinterpret_cast<T *>(raw);
    int *counts = (int *)&values[blockDim.x];
    values[threadIdx.x] = 0;
    counts[threadIdx.x] = 0;
    for (unsigned i = threadIdx.x; i < n; i += blockDim.x) {
        values[threadIdx.x] += in[i];
        counts[threadIdx.x]++;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        *out = 0;
        *count = 0;
        for (unsigned t = 0; t < blockDim.x; t++) {
            *out += values[t];
            *count += counts[t];
        }
    }
}

__global__ void first(float *out)
{
    extern __shared__ float buffer[];
    buffer[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = buffer[blockDim.x - 1 - threadIdx.x];
}

__global__ void second(float *out)
{
    extern __shared__ float buffer[];
    buffer[threadIdx.x] = out[threadIdx.x] * 10;
    __syncthreads();
    out[threadIdx.x] = buffer[threadIdx.x ^ 1];
}

template <typename T> void run(const char *name, const char *format)
{
    const unsigned n = 777, block = 64;
    T *in, *out;
    int *count;
    cudaMallocManaged(&in, n * sizeof(T));
    cudaMallocManaged(&out, 2 * sizeof(T));
    cudaMallocManaged(&count, sizeof(int));
    for (unsigned i = 0; i < n; i++)
        in[i] = (T)i;
    reduce<T><<<1, block, block * sizeof(T)>>>(in, out, n);
    reduce_raw<<<1, block, block * (sizeof(T) + sizeof(int))>>>(in, out + 1, count, n);
    cudaDeviceSynchronize();
    printf("%s ", name);
    printf(format, out[0], out[1]);
    printf(" of %d\n", *count);
}

int main()
{
    run<int>("int", "%d %d");
    run<double>("double", "%.1f %.1f");
    float *data;
    cudaMallocManaged(&data, 8 * sizeof *data);
    first<<<1, 8, 8 * sizeof(float)>>>(data);
    second<<<1, 8, 8 * sizeof(float)>>>(data);
    cudaDeviceSynchronize();
    for (int i = 0; i < 8; i++)
        printf("%g ", data[i]);
    printf("\n");
}
