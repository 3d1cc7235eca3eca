// Warp functions: scan, ballot, any, all, match, broadcast, segments.
#include <cstdio>
#define FULL_MASK 0xffffffff

__device__ int inclusive_scan(int x)
{
    const int lane = threadIdx.x & 31;
#pragma unroll
    for (int d = 1; d < 32; d <<= 1) {
        int y = __shfl_up_sync(FULL_MASK, x, d);
        if (lane >= d)
            x += y;
    }
    return x;
}

__global__ void scan(int *data)
{
    __shared__ int warps[32];
    int x = inclusive_scan(data[threadIdx.x]);
    if (threadIdx.x % 32 == 31)
        warps[threadIdx.x / 32] = x;
    __syncthreads();
    if (threadIdx.x < 32)
        warps[threadIdx.x] = inclusive_scan(threadIdx.x < blockDim.x / 32 ? warps[threadIdx.x] : 0);
    __syncthreads();
    if (threadIdx.x >= 32)
        x += warps[threadIdx.x / 32 - 1];
    data[threadIdx.x] = x;
}

__global__ void votes(unsigned *out)
{
    const unsigned lane = threadIdx.x;
    const unsigned odd = __ballot_sync(FULL_MASK, lane & 1);
    const bool some = __any_sync(FULL_MASK, lane == 5), all = __all_sync(FULL_MASK, lane < 31);
    const unsigned same = __match_any_sync(FULL_MASK, lane / 10);
    const unsigned from7 = __shfl_sync(FULL_MASK, lane * lane, 7);
    const unsigned quarter = __shfl_sync(FULL_MASK, lane, 0, 8);
    if (lane == 21) {
        out[0] = odd;
        out[1] = __popc(odd) * 10 + some * 2 + all;
        out[2] = same;
        out[3] = from7;
        out[4] = quarter;
        out[5] = __ffs(same) * 100 + __clz(same);
    }
    if (lane < 16) {
        const unsigned sum = __reduce_add_sync(0xffff, lane), high = __reduce_max_sync(0xffff, lane);
        if (lane == 0)
            out[6] = sum * 100 + high;
    }
    const int evens = __syncthreads_count(lane % 2 == 0);
    if (lane == 0)
        out[7] = evens;
}

int main()
{
    int *data;
    unsigned *out;
    cudaMallocManaged(&data, 256 * sizeof *data);
    cudaMallocManaged(&out, 8 * sizeof *out);
    for (int i = 0; i < 256; i++)
        data[i] = i % 5;
    scan<<<1, 256>>>(data);
    votes<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    printf("%d %d %d %d\n", data[0], data[31], data[32], data[255]);
    for (int i = 0; i < 8; i++)
        printf(i == 0 || i == 2 ? "%08x " : "%u ", out[i]);
    printf("\n");
}
// __reduce_add_sync: nvcc: sm_80 and newer
