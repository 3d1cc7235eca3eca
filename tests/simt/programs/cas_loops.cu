// Atomics that CUDA lacks, built from atomicCAS; a lock between blocks.
#include <cstdio>

__device__ double atomicAddDouble(double *address, double val)
{
    unsigned long long int *address_as_ull = (unsigned long long int *)address;
    unsigned long long int old = *address_as_ull, assumed;
    do {
        assumed = old;
        old = atomicCAS(address_as_ull, assumed,
                        __double_as_longlong(val + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}

__device__ float atomicMaxFloat(float *address, float value)
{
    int *bits = (int *)address, old = *bits, expected;
    while (__int_as_float(old) < value) {
        expected = old;
        old = atomicCAS(bits, expected, __float_as_int(value));
        if (old == expected)
            break;
    }
    return __int_as_float(old);
}

struct Lock {
    int state;
    __device__ void lock()
    {
        while (atomicCAS(&state, 0, 1) != 0)
            ;
        __threadfence();
    }
    __device__ void unlock()
    {
        __threadfence();
        atomicExch(&state, 0);
    }
};

__device__ Lock mutex;
__device__ volatile int guarded;

__global__ void reduce(const float *in, double *sum, float *highest, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        atomicAddDouble(sum, in[i]);
        atomicMaxFloat(highest, in[i]);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        mutex.lock();
        guarded = guarded + blockDim.x;
        mutex.unlock();
    }
}

int main()
{
    const int n = 700;
    float *in, *highest;
    double *sum;
    cudaMallocManaged(&in, n * sizeof *in);
    cudaMallocManaged(&highest, sizeof *highest);
    cudaMallocManaged(&sum, sizeof *sum);
    *sum = 0;
    *highest = -1e30f;
    for (int i = 0; i < n; i++)
        in[i] = (float)((i * 53) % 701) - 300.0f;
    reduce<<<8, 32>>>(in, sum, highest, n);
    int result;
    cudaMemcpyFromSymbol(&result, guarded, sizeof result);
    printf("%.0f %.0f %d\n", *sum, *highest, result);
}
