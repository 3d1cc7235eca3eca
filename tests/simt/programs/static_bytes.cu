// How much static shared memory a kernel has is known before its first launch.
#include <cstdio>

template <int N> __device__ float tree(float value)
{
    __shared__ float cells[N];
    cells[threadIdx.x % N] = value;
    __syncthreads();
    return cells[0];
}

__device__ float both(float value)
{
    __shared__ float first;
    if (threadIdx.x == 0)
        first = value;
    return tree<256>(value) + first;
}

struct adder {
    __device__ static float add(float a) { return both(a) + 1; }
};

__shared__ int in_file[100];

__global__ void none(float *x) { x[0] = 1; }
__global__ void own(float *x)
{
    __shared__ float cells[1024], more[4];
    cells[threadIdx.x] = x[1];
    more[threadIdx.x % 4] = x[2];
    __syncthreads();
    x[0] = cells[0] + more[0];
}
template <class T, int N> __global__ void typed(T *x)
{
    __shared__ T cells[N];
    cells[threadIdx.x] = 1;
    x[0] = cells[0];
}
__global__ void by_others(float *x) { x[0] = adder::add(x[1]); }
__global__ void of_the_file(float *x)
{
    in_file[threadIdx.x] = 1;
    extern __shared__ float dynamic[];
    x[0] = in_file[0] + dynamic[0];
}

template <class K> static void show(const char *name, K kernel)
{
    cudaFuncAttributes attributes;
    int blocks = 0;
    cudaFuncGetAttributes(&attributes, kernel);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 32, 0);
    printf("%s: %zu bytes, %d blocks\n", name, attributes.sharedSizeBytes, blocks);
}

int main()
{
    float *x;
    cudaMalloc(&x, 16);
    cudaMemset(x, 0, 16);
    for (int i = 0; i < 2; i++) {
        show("none", none);
        show("own", own);
        show("typed<float>", typed<float, 2000>);
        show("typed<double>", typed<double, 5000>);
        show("by_others", by_others);
        show("of_the_file", of_the_file);
        none<<<1, 1>>>(x);
        own<<<1, 1>>>(x);
        typed<float, 2000><<<1, 1>>>(x);
        typed<double, 5000><<<1, 1>>>((double *)x);
        by_others<<<1, 1>>>(x);
        of_the_file<<<1, 1, 4>>>(x);
        printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    }
    return 0;
}
