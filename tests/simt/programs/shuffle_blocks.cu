// Sums by shuffles: warp, block, grid; the second launch adds the blocks.
#include <algorithm>
#include <cstdio>
#include <vector>

__inline__ __device__ int warpReduceSum(int val)
{
    for (int offset = warpSize / 2; offset > 0; offset /= 2)
        val += __shfl_down_sync(0xffffffff, val, offset);
    return val;
}

__inline__ __device__ int warpAllReduceSum(int val)
{
    for (int mask = warpSize / 2; mask > 0; mask /= 2)
        val += __shfl_xor_sync(0xffffffffu, val, mask);
    return val;
}

__inline__ __device__ int blockReduceSum(int val)
{
    static __shared__ int shared[32];
    int lane = threadIdx.x % warpSize;
    int wid = threadIdx.x / warpSize;
    val = warpReduceSum(val);
    if (lane == 0) shared[wid] = val;
    __syncthreads();
    val = (threadIdx.x < blockDim.x / warpSize) ? shared[lane] : 0;
    if (wid == 0) val = warpReduceSum(val);
    return val;
}

__global__ void deviceReduceKernel(int *in, int *out, int N)
{
    int sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += blockDim.x * gridDim.x)
        sum += in[i];
    sum = blockReduceSum(sum);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

__global__ void every_lane(int *out)
{
    out[threadIdx.x] = warpAllReduceSum(threadIdx.x);
}

void deviceReduce(int *in, int *out, int N)
{
    int threads = 512;
    int blocks = std::min((N + threads - 1) / threads, 1024);
    deviceReduceKernel<<<blocks, threads>>>(in, out, N);
    deviceReduceKernel<<<1, 1024>>>(out, out, blocks);
}

int main()
{
    const int N = 300000;
    std::vector<int> host(N);
    for (int i = 0; i < N; i++)
        host[i] = i % 7;
    int *in, *out;
    cudaMalloc(&in, N * sizeof(int));
    cudaMalloc(&out, 1024 * sizeof(int));
    cudaMemcpy(in, host.data(), N * sizeof(int), cudaMemcpyHostToDevice);
    deviceReduce(in, out, N);
    int sum, lanes[64];
    cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost);
    std::printf("sum %d\n", sum);
    every_lane<<<1, 64>>>(out);
    cudaMemcpy(lanes, out, sizeof lanes, cudaMemcpyDeviceToHost);
    std::printf("lanes %d %d %d %d\n", lanes[0], lanes[31], lanes[32], lanes[63]);
    return cudaFree(in) != cudaSuccess || cudaFree(out) != cudaSuccess;
}
