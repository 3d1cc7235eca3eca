// A generic reduction: type, operation and block size are template parameters.
#include <climits>
#include <cstdio>

struct Sum {
    template <class T> __host__ __device__ T operator()(T a, T b) const { return a + b; }
};
struct Max {
    template <class T> __host__ __device__ __forceinline__ T operator()(const T &a, const T &b) const
    {
        return a > b ? a : b;
    }
};
struct BitOr {
    __device__ int operator()(int a, int b) const { return a | b; }
};

template <typename T, class Op, int BLOCK, bool nonzero = (BLOCK > 0)>
__global__ void reduce(const T *__restrict__ in, T *__restrict__ out, int n, T identity, Op op = Op())
{
    __shared__ T tile[nonzero ? BLOCK : 1];
    T mine = identity;
    for (int i = threadIdx.x; i < n; i += BLOCK)
        mine = op(mine, in[i]);
    tile[threadIdx.x] = mine;
    __syncthreads();
    for (int s = BLOCK >> 1; s >= 1; s >>= 1) {
        if (threadIdx.x < s)
            tile[threadIdx.x] = op(tile[threadIdx.x], tile[threadIdx.x + s]);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *out = tile[0];
}

// Explicit instantiation and specialisation of kernels.
template __global__ void reduce<int, Sum, 32>(const int *, int *, int, int, Sum);

template <int N> __global__ void value(int *out) { *out = N; }
template <> __global__ void value<7>(int *out) { *out = -7; }

template <class T, class Op> T apply(const T *in, int n, T identity)
{
    T *out;
    cudaMallocManaged(&out, sizeof(T));
    reduce<T, Op, (1 << 6)><<<1, (1 << 6)>>>(in, out, n, identity);
    cudaDeviceSynchronize();
    const T result = *out;
    cudaFree(out);
    return result;
}

int main()
{
    int *in, *out;
    const int n = 500;
    cudaMallocManaged(&in, n * sizeof *in);
    cudaMallocManaged(&out, sizeof *out);
    for (int i = 0; i < n; i++)
        in[i] = (i * 37) % 256;
    printf("sum %d\n", (apply<int, Sum>(in, n, 0)));
    printf("max %d\n", (apply<int, Max>(in, n, INT_MIN)));
    printf("or %d\n", (apply<int, BitOr>(in, n, 0)));
    reduce<int, Sum, 32><<<1, 32>>>(in, out, n, 0);
    cudaDeviceSynchronize();
    printf("sum %d\n", *out);
    value<3><<<1, 1>>>(out);
    cudaDeviceSynchronize();
    printf("%d\n", *out);
    value<7><<<1, 1>>>(out);
    cudaDeviceSynchronize();
    printf("%d\n", *out);
}
