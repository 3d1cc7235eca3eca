// The last warp unrolled: volatile pointer, template on the block size, and a
// __syncwarp between the steps.
#include <cstdio>
#include <cstdlib>

template <unsigned int blockSize> __device__ void warpReduce(volatile int *sdata, unsigned int tid)
{
    int x = sdata[tid];
    if (blockSize >= 64) { x += sdata[tid + 32]; __syncwarp(); sdata[tid] = x; __syncwarp(); }
    if (blockSize >= 32) { x += sdata[tid + 16]; __syncwarp(); sdata[tid] = x; __syncwarp(); }
    if (blockSize >= 16) { x += sdata[tid + 8]; __syncwarp(); sdata[tid] = x; __syncwarp(); }
    if (blockSize >= 8) { x += sdata[tid + 4]; __syncwarp(); sdata[tid] = x; __syncwarp(); }
    if (blockSize >= 4) { x += sdata[tid + 2]; __syncwarp(); sdata[tid] = x; __syncwarp(); }
    if (blockSize >= 2) { x += sdata[tid + 1]; __syncwarp(); sdata[tid] = x; __syncwarp(); }
}

template <unsigned int blockSize> __global__ void reduce6(int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * (blockSize * 2) + tid;
    unsigned int gridSize = blockSize * 2 * gridDim.x;
    sdata[tid] = 0;
    while (i < n) {
        sdata[tid] += g_idata[i];
        if (i + blockSize < n)
            sdata[tid] += g_idata[i + blockSize];
        i += gridSize;
    }
    __syncthreads();

    if (blockSize >= 512) { if (tid < 256) { sdata[tid] += sdata[tid + 256]; } __syncthreads(); }
    if (blockSize >= 256) { if (tid < 128) { sdata[tid] += sdata[tid + 128]; } __syncthreads(); }
    if (blockSize >= 128) { if (tid < 64) { sdata[tid] += sdata[tid + 64]; } __syncthreads(); }
    if (tid < 32) warpReduce<blockSize>(sdata, tid);
    if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

int main(int argc, char **argv)
{
    const unsigned int n = 100003;
    const int blocks = 7;
    int *h = (int *)malloc(n * sizeof(int)), partial[blocks], *d_in, *d_out;
    long expected = 0;
    for (unsigned int i = 0; i < n; i++)
        expected += h[i] = (int)(i * 2654435761u >> 20);
    cudaMalloc(&d_in, n * sizeof(int));
    cudaMalloc(&d_out, sizeof partial);
    cudaMemcpy(d_in, h, n * sizeof(int), cudaMemcpyHostToDevice);

    for (int threads = 512; threads >= 64; threads /= 2) {
        dim3 dimGrid(blocks, 1, 1), dimBlock(threads, 1, 1);
        int smemSize = threads * sizeof(int) + 32 * sizeof(int);
        switch (threads) {
        case 512:
            reduce6<512><<< dimGrid, dimBlock, smemSize >>>(d_in, d_out, n); break;
        case 256:
            reduce6<256><<< dimGrid, dimBlock, smemSize >>>(d_in, d_out, n); break;
        case 128:
            reduce6<128><<< dimGrid, dimBlock, smemSize >>>(d_in, d_out, n); break;
        case 64:
            reduce6< 64><<< dimGrid, dimBlock, smemSize >>>(d_in, d_out, n); break;
        }
        cudaMemcpy(partial, d_out, sizeof partial, cudaMemcpyDeviceToHost);
        long sum = 0;
        for (int b = 0; b < blocks; b++)
            sum += partial[b];
        printf("%d threads: %ld, %s\n", threads, sum, sum == expected ? "right" : "wrong");
    }
    return 0;
}
