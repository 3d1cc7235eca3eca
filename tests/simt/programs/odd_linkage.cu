// extern "C" around device variables, and shared memory in members of local structs.
#include <cstdio>

extern "C" {
__device__ int total;
__device__ int step = 4, steps[2] = { 1, 2 };
__constant__ float factor = 0.5f;
}
extern "C" __global__ void count() { atomicAdd(&total, step + steps[1]); }
extern "C" __global__ void swap_aligned(int *out)
{
    __shared__ __align__(16) int cells[2];
    cells[threadIdx.x] = (int)threadIdx.x + 5;
    __syncthreads();
    out[threadIdx.x] = cells[1 - threadIdx.x];
}
extern "C" __device__ int twice(int n) { return 2 * n; }

struct reverse {
    __device__ int operator()(int v) const
    {
        __shared__ int cells[32];
        cells[31 - v] = v;
        __syncthreads();
        return cells[v];
    }
};

template <class F> __global__ void run(int *out, F f)
{
    int v = f(threadIdx.x);
    if (threadIdx.x == 0)
        *out = twice(v);
}

__global__ void both(int *out)
{
    struct rotate {
        int by;
        __device__ int operator()(int v) const
        {
            __shared__ int cells[32];
            cells[v] = v * (int)(factor * 4);
            __syncthreads();
            return cells[(v + by) % 32];
        }
        __device__ static int sum(int v)
        {
            __shared__ int cells[32], all;
            cells[v] = 1;
            __syncthreads();
            if (v == 0) {
                all = 0;
                for (int i = 0; i < 32; i++)
                    all += cells[i];
            }
            __syncthreads();
            return all;
        }
    };
    int cells = rotate{ 3 }(threadIdx.x);
    auto add = [=](int v) { return cells + v; };
    int result = add(rotate::sum(threadIdx.x));
    if (threadIdx.x == 31)
        *out = result;
}

int main()
{
    int *out, value;
    cudaMallocManaged(&out, 2 * sizeof *out);
    count<<<1, 7>>>();
    cudaMemcpyFromSymbol(&value, total, sizeof value);
    printf("%d\n", value);
    run<<<1, 32>>>(out, reverse());
    cudaDeviceSynchronize();
    printf("%d\n", *out);
    both<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    printf("%d\n", *out);
    swap_aligned<<<1, 2>>>(out);
    cudaDeviceSynchronize();
    printf("%d %d\n", out[0], out[1]);
    return 0;
}
