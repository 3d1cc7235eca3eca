// grid.sync() between reading a neighbour and writing over it, where the readers are of two blocks;
// and one value that all blocks read before one thread changes it. WRONG: each block waits only for
// itself.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

static __device__ void wait_for_all()
{
#ifdef WRONG
    cg::this_thread_block().sync();
#else
    cg::this_grid().sync();
#endif
}

__global__ void smooth(int *from, int *to, int *total)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
    for (int step = 0; step < 4; step++) {
        to[i] = from[i] + from[(i + 1) % n] + *total; // BUG: global-race
        wait_for_all();
        int *const old = from;
        from = to;
        to = old;
        if (i == step)
            *total = step;
        wait_for_all();
    }
}

int main()
{
    const int blocks = 4, threads = 64;
    const size_t bytes = blocks * threads * sizeof(int);
    int *from, *to, *total;
    cudaMalloc(&from, bytes);
    cudaMalloc(&to, bytes);
    cudaMalloc(&total, sizeof(int));
    cudaMemset(from, 0, bytes);
    cudaMemset(total, 0, sizeof(int));
    void *arguments[] = { &from, &to, &total };
    cudaLaunchCooperativeKernel((void *)smooth, blocks, threads, arguments);
    const int failed = cudaDeviceSynchronize() != cudaSuccess;
    cudaFree(from);
    cudaFree(to);
    cudaFree(total);
    return failed;
}
