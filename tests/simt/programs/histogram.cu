// Bins in shared memory, merged with atomics; bins of 256 letters.
#include <stdio.h>
#include <string.h>

#define BINS 256
typedef unsigned char byte;

__global__ void histo_kernel(const byte *buffer, long size, unsigned int *histo)
{
    __shared__ unsigned int temp[BINS];
    temp[threadIdx.x] = 0;
    __syncthreads();

    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int offset = blockDim.x * gridDim.x;
    while (i < size) {
        atomicAdd(&temp[buffer[i]], 1);
        i += offset;
    }
    __syncthreads();
    atomicAdd(&(histo[threadIdx.x]), temp[threadIdx.x]);
}

int main(void)
{
    const char *text = "the quick brown fox jumps over the lazy dog";
    const long copies = 100, length = (long)strlen(text);
    byte *buffer;
    unsigned int *histo;
    cudaMallocManaged(&buffer, length * copies);
    cudaMallocManaged(&histo, BINS * sizeof(int));
    cudaMemset(histo, 0, BINS * sizeof(int));
    for (long c = 0; c < copies; c++)
        memcpy(buffer + c * length, text, length);

    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, 0);
    int blocks = prop.multiProcessorCount;
    histo_kernel<<<blocks * 2, BINS>>>(buffer, length * copies, histo);
    cudaDeviceSynchronize();

    long total = 0;
    for (int i = 0; i < BINS; i++)
        total += histo[i];
    printf("%ld letters, e %u, o %u, z %u, Z %u\n", total, histo['e'], histo['o'], histo['z'],
           histo['Z']);
    return total != length * copies;
}
