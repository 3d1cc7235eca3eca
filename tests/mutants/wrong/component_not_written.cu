// The fourth component of each float4 is never set, and is added with the others.
// Expected: shared-uninit

#include "../mutant.h"

enum { N = 1024, BLOCK = 256 };

__global__ void reduce(const float *in, float *out)
{
    __shared__ float4 part[BLOCK];
    const int tid = threadIdx.x;
    part[tid].x = in[4 * tid];
    part[tid].y = in[4 * tid + 1];
    part[tid].z = in[4 * tid + 2];
    __syncthreads();
    for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
        if (tid < stride) {
            const float4 other = part[tid + stride]; // BUG: shared-uninit
            part[tid].x += other.x;
            part[tid].y += other.y;
            part[tid].z += other.z + other.w;
        }
        __syncthreads();
    }
    if (tid == 0)
        out[0] = part[0].x + part[0].y + part[0].z;
}

int main()
{
    float *in = new_input(N), *out = new_array(1);
    reduce<<<1, BLOCK>>>(in, out);
    wait();
    const int status = verdict_sum(sum_on_host(out, 1), N);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return status;
}
