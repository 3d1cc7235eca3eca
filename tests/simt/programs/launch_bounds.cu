// __launch_bounds__ in every place and form.
#include <cstdio>

#define MAX_THREADS 128
template <class T, int N> struct traits {
    static constexpr int threads = N * sizeof(T);
};

__global__ void __launch_bounds__(MAX_THREADS) before_name(int *out)
{
    atomicAdd(out, 1);
}

__global__ __launch_bounds__(MAX_THREADS, 2) void before_type(int *out)
{
    atomicAdd(out, 1);
}

__launch_bounds__((MAX_THREADS > 64) ? 64 : 32) __global__ void first_of_all(int *out)
{
    atomicAdd(out, 1);
}

template <int BLOCK> __global__ __launch_bounds__(BLOCK) void dependent(int *out)
{
    atomicAdd(out, 1);
}

template <class T>
__global__ void __launch_bounds__(traits<T, 16>::threads, 1) with_commas(int *out)
{
    atomicAdd(out, 1);
}

extern "C" __global__ void __launch_bounds__(32) c_name(int *out)
{
    atomicAdd(out, 1);
}

static __global__ void plain(int *out)
{
    atomicAdd(out, 1);
}

int main()
{
    int *out;
    cudaMallocManaged(&out, sizeof *out);
    *out = 0;
    before_name<<<1, 128>>>(out);
    before_type<<<2, 64>>>(out);
    first_of_all<<<1, 64>>>(out);
    dependent<256><<<1, 256>>>(out);
    with_commas<float><<<1, 64>>>(out);
    with_commas<double><<<1, 128>>>(out);
    c_name<<<1, 32>>>(out);
    plain<<<1, 1024>>>(out);
    cudaDeviceSynchronize();
    printf("%d threads, %s\n", *out, cudaGetErrorName(cudaGetLastError()));
    before_name<<<1, 129>>>(out);
    printf("one too many: %s\n", cudaGetLastError() != cudaSuccess ? "refused" : "accepted");
    with_commas<float><<<1, 65>>>(out);
    printf("one too many: %s\n", cudaGetLastError() != cudaSuccess ? "refused" : "accepted");
    cudaDeviceSynchronize();
    printf("%d threads\n", *out);
    return 0;
}
