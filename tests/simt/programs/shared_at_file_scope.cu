// __shared__ arrays declared outside of functions, used by several functions.
#include <cstdio>

extern __shared__ int dynamic[];
__shared__ int fixed[32];
static __shared__ volatile unsigned long long wide;
namespace scratch
{
__shared__ float small[2][16];
__device__ float total(int row)
{
    float sum = 0;
    for (int i = 0; i < 16; i++)
        sum += small[row][i];
    return sum;
}
} // namespace scratch

__device__ void store(int t, int value)
{
    dynamic[t] = value;
    fixed[t] = -value;
}

__device__ int hidden(int *dynamic)
{
    int fixed = 5;
    return dynamic[0] + fixed;
}

struct Reader {
    __device__ int read(int t) const { return dynamic[t] + fixed[31 - t]; }
};

__global__ void first(int *out)
{
    using namespace scratch;
    store(threadIdx.x, threadIdx.x * 2);
    if (threadIdx.x == 0)
        wide = 1ull << 40;
    scratch::small[0][0] = 0;
    __syncthreads();
    int local[1] = { 10 };
    out[threadIdx.x] = Reader().read(threadIdx.x) + (int)(wide >> 38) + hidden(local);
}

namespace scratch
{
__global__ void second(int *out)
{
    small[threadIdx.x / 16][threadIdx.x % 16] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x < 2)
        out[threadIdx.x] = (int)total(threadIdx.x);
}
} // namespace scratch

int main()
{
    int *out, dynamic = 32;
    cudaMallocManaged(&out, dynamic * sizeof *out);
    first<<<1, 32, dynamic * sizeof(int)>>>(out);
    cudaDeviceSynchronize();
    printf("%d %d %d\n", out[0], out[1], out[31]);
    scratch::second<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    printf("%d %d\n", out[0], out[1]);
}
