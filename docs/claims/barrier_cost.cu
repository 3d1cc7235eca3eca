// What does __syncthreads() cost when nobody is late?
//
// One block meets at many barriers and does nothing else. Thread 0 reads its
// multiprocessor's clock before and after. See docs/claims.md.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 64, BARRIERS_PER_ROUND = 16 };

static void check(cudaError_t error, const char *call)
{
    if (error != cudaSuccess) {
        fprintf(stderr, "%s: %s: %s\n", call, cudaGetErrorName(error), cudaGetErrorString(error));
        exit(1);
    }
}
#define CHECK(call) check((call), #call)

__global__ void meet(long long *cycles)
{
    __syncthreads(); // everybody has started
    const long long start = clock64();
#pragma unroll 1
    for (int round = 0; round < ROUNDS; round++) {
#pragma unroll
        for (int k = 0; k < BARRIERS_PER_ROUND; k++)
            __syncthreads();
    }
    if (threadIdx.x == 0)
        *cycles = clock64() - start;
}

int main(void)
{
    long long *d_cycles, cycles;
    CHECK(cudaMalloc(&d_cycles, sizeof *d_cycles));
    printf("block  cycles per barrier\n");
    for (unsigned block = 32; block <= 1024; block *= 2) {
        for (int run = 0; run < 2; run++) { // the first one warms up
            meet<<<1, block>>>(d_cycles);
            CHECK(cudaGetLastError());
            CHECK(cudaMemcpy(&cycles, d_cycles, sizeof cycles, cudaMemcpyDeviceToHost));
        }
        printf("%5u  %.1f\n", block, (double)cycles / (ROUNDS * BARRIERS_PER_ROUND));
    }
    CHECK(cudaFree(d_cycles));
    return 0;
}
