// Adds up 1, 2, ..., 128 in two blocks: what a debugger can look at.
#include <cstdio>

__device__ float pair(const float *cells, unsigned at, unsigned stride)
{
    const float left = cells[at], right = cells[at + stride];
    return left + right;
}

__global__ void sum(const float *in, float *out)
{
    __shared__ float partial[64];
    const unsigned lane = threadIdx.x;
    const unsigned i = blockIdx.x * blockDim.x + lane;
    partial[lane] = in[i];
    __syncthreads();
    for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (lane < stride)
            partial[lane] = pair(partial, lane, stride);
        __syncthreads();
    }
    if (lane == 0)
        out[blockIdx.x] = partial[0];
}

int main()
{
    float *in, *out;
    cudaMallocManaged(&in, 128 * sizeof *in);
    cudaMallocManaged(&out, 2 * sizeof *out);
    for (int i = 0; i < 128; i++)
        in[i] = (float)(i + 1);
    sum<<<2, 64>>>(in, out);
    cudaDeviceSynchronize();
    const float total = out[0] + out[1];
    std::printf("%g\n", (double)total);
    cudaFree(in);
    cudaFree(out);
    return total == 8256 ? 0 : 1;
}
