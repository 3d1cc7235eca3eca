// The classic slides: interleaved, strided, sequential, first add during load,
// all with one extern array name.
#include <stdio.h>

__global__ void reduce0(int *g_idata, int *g_odata)
{
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    sdata[tid] = g_idata[i];
    __syncthreads();
    for (unsigned int s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0) {
            sdata[tid] += sdata[tid + s];
        }
        __syncthreads();
    }
    if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

__global__ void reduce1(int *g_idata, int *g_odata)
{
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    sdata[tid] = g_idata[i];
    __syncthreads();
    for (unsigned int s = 1; s < blockDim.x; s *= 2) {
        int index = 2 * s * tid;
        if (index < blockDim.x) {
            sdata[index] += sdata[index + s];
        }
        __syncthreads();
    }
    if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

__global__ void reduce2(int *g_idata, int *g_odata)
{
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    sdata[tid] = g_idata[i];
    __syncthreads();
    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) {
            sdata[tid] += sdata[tid + s];
        }
        __syncthreads();
    }
    if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

__global__ void reduce3(int *g_idata, int *g_odata)
{
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
    sdata[tid] = g_idata[i] + g_idata[i + blockDim.x];
    __syncthreads();
    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) {
            sdata[tid] += sdata[tid + s];
        }
        __syncthreads();
    }
    if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

int main()
{
    const int threads = 128, n = 1 << 14;
    int *h = new int[n], expected = 0;
    for (int i = 0; i < n; ++i)
        expected += h[i] = i % 17 - 3;
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n / threads * sizeof(int));
    for (int which = 0; which < 4; ++which) {
        cudaMemcpy(in, h, n * sizeof(int), cudaMemcpyHostToDevice);
        int size = n, *from = in, *to = out;
        while (size > 1) {
            int block = size < threads ? size : threads;
            int grid = size / block;
            if (which == 3) {
                block = size < 2 * threads ? size / 2 : threads;
                grid = size / (2 * block);
            }
            switch (which) {
            case 0: reduce0<<<grid, block, block * sizeof(int)>>>(from, to); break;
            case 1: reduce1<<<grid, block, block * sizeof(int)>>>(from, to); break;
            case 2: reduce2<<<grid, block, block * sizeof(int)>>>(from, to); break;
            case 3: reduce3<<<grid, block, block * sizeof(int)>>>(from, to); break;
            }
            size = grid;
            int *other = from;
            from = to;
            to = other;
        }
        int sum;
        cudaMemcpy(&sum, from, sizeof sum, cudaMemcpyDeviceToHost);
        printf("reduce%d %s\n", which, sum == expected ? "right" : "wrong");
    }
    cudaFree(in);
    cudaFree(out);
    delete[] h;
    return 0;
}
