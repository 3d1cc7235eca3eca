// Those who come into a branch sync and exchange as a coalesced group. WRONG: by __activemask().
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void rotate(int *data)
{
    const int i = threadIdx.x;
    if (i % 3 != 0)
        return;
#ifdef WRONG
    const unsigned mask = __activemask();
    data[i] = i;
    __syncwarp(mask); // BUG: warp-activemask
#else
    const cg::coalesced_group group = cg::coalesced_threads();
    const int next = group.shfl_down(i, 1);
    data[i] = i;
    group.sync();
    data[64 + i] = data[next];
#endif
}

int main()
{
    int *data;
    cudaMalloc(&data, 2 * 64 * sizeof(int));
    rotate<<<1, 64>>>(data);
    cudaDeviceSynchronize();
    cudaFree(data);
    return 0;
}
