// More values of each kind live across every kind of wait than there are registers that
// a switch of lanes must keep.
#include <cstdio>

enum { VALUES = 14, THREADS = 96 };

__global__ void keep(double *sums, int rounds)
{
    __shared__ double passed[THREADS];
    double real[VALUES];
    long whole[VALUES];
#pragma unroll
    for (int i = 0; i < VALUES; i++) {
        real[i] = 0.5 * i + threadIdx.x;
        whole[i] = 3L * i + threadIdx.x;
    }
    for (int round = 0; round < rounds; round++) {
        passed[threadIdx.x] = real[0];
        __syncthreads();
        const double other = passed[(threadIdx.x + 1) % THREADS];
        const long neighbour = __shfl_xor_sync(0xffffffff, whole[0], 1);
        __syncthreads();
#pragma unroll
        for (int i = 0; i < VALUES; i++) {
            real[i] += other * 0.25 + i;
            whole[i] += neighbour % 7 + i;
        }
    }
    double sum = 0;
#pragma unroll
    for (int i = 0; i < VALUES; i++)
        sum += real[i] * (i + 1) + (double)whole[i];
    sums[threadIdx.x] = sum;
}

int main()
{
    double *sums;
    cudaMallocManaged(&sums, THREADS * sizeof *sums);
    keep<<<1, THREADS>>>(sums, 10);
    cudaDeviceSynchronize();
    for (int i = 0; i < THREADS; i += 19)
        std::printf("%.17g\n", sums[i]);
    return 0;
}
