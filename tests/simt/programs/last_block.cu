// One launch: the block that finishes last adds the others' sums.
#include <stdio.h>

__device__ unsigned int retirementCount = 0;

__device__ unsigned block_sum(unsigned mine)
{
    __shared__ unsigned part[128];
    part[threadIdx.x] = mine;
    __syncthreads();
    for (unsigned s = 64; s; s >>= 1) {
        if (threadIdx.x < s)
            part[threadIdx.x] += part[threadIdx.x + s];
        __syncthreads();
    }
    return part[0];
}

__global__ void reduceSinglePass(const unsigned *g_idata, unsigned *g_odata, unsigned n)
{
    unsigned mine = 0;
    for (unsigned i = blockIdx.x * 128 + threadIdx.x; i < n; i += gridDim.x * 128)
        mine += g_idata[i];
    const unsigned sum = block_sum(mine);

    __shared__ bool amLast;
    if (threadIdx.x == 0) {
        g_odata[blockIdx.x] = sum;
        __threadfence();
        unsigned ticket = atomicInc(&retirementCount, gridDim.x);
        amLast = (ticket == gridDim.x - 1);
    }
    __syncthreads();
    if (amLast) {
        mine = 0;
        for (unsigned i = threadIdx.x; i < gridDim.x; i += 128)
            mine += ((volatile unsigned *)g_odata)[i];
        const unsigned all = block_sum(mine);
        if (threadIdx.x == 0) {
            g_odata[0] = all;
            retirementCount = 0;
        }
    }
}

int main()
{
    unsigned *data, *out;
    const unsigned n = 54321;
    cudaMallocManaged(&data, n * sizeof *data);
    cudaMallocManaged(&out, 40 * sizeof *out);
    for (unsigned i = 0; i < n; i++)
        data[i] = i & 15;
    for (int blocks = 1; blocks <= 40; blocks += 13) {
        reduceSinglePass<<<blocks, 128>>>(data, out, n);
        cudaDeviceSynchronize();
        unsigned count;
        cudaMemcpyFromSymbol(&count, retirementCount, sizeof count);
        printf("%d blocks: %u, count %u\n", blocks, out[0], count);
    }
    return 0;
}
