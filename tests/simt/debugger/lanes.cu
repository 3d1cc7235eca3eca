// Lanes in all states that a debugger can find them in; test_gdb.c names the lines by
// the comments at their ends.
#include <cooperative_groups.h>
#include <cstdio>
#include <cstring>

__device__ int ask(int mine)
{
    const int asked = mine + 1000;
    return __shfl_sync(0x8000ffff, asked, 31); // ask
}

// Lanes 0 to 15 wait for lane 31, which has not begun when lane 20 stops.
__global__ void mixed(int *out) // mixed
{
    __shared__ int table[2][32];
    const int mine = 100 + (int)threadIdx.x;
    table[1][threadIdx.x] = 2 * mine;
    if (threadIdx.x == 17)
        return;
    if (threadIdx.x < 16 || threadIdx.x == 31)
        out[threadIdx.x] = ask(mine);
    __syncthreads(); // barrier
    out[threadIdx.x] += table[1][threadIdx.x]; // after
}

__global__ void together(int *out)
{
    const int mine = (int)(32 * blockIdx.x + 8 * threadIdx.y + threadIdx.x);
    out[mine] = mine; // begin
    cooperative_groups::this_grid().sync(); // grid
    out[mine] += 1; // met
}

// Lane 0 polls for what lane 1 does.
__global__ void polling(volatile int *out)
{
    if (threadIdx.x == 0) {
        while (out[1] == 0) // poll
            ;
        out[0] = 5;
    } else {
        out[1] = 7; // answer
    }
}

int main(int argc, char **argv)
{
    int *out;
    cudaMallocManaged(&out, 1024 * sizeof *out);
    std::memset(out, 0, 1024 * sizeof *out);
    if (argc > 1 && std::strcmp(argv[1], "together") == 0) {
        void *arguments[] = { &out };
        cudaLaunchCooperativeKernel((void *)together, dim3(3), dim3(8, 4), arguments, 0, nullptr);
    } else if (argc > 1 && std::strcmp(argv[1], "polling") == 0) {
        polling<<<1, 2>>>(out);
    } else {
        mixed<<<1, 32>>>(out);
    }
    cudaDeviceSynchronize();
    int sum = 0;
    for (int i = 0; i < 1024; i++)
        sum += out[i];
    std::printf("sum %d\n", sum);
    return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
