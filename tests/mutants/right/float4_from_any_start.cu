// The array starts anywhere: the elements before the first 16-byte boundary are
// read one by one.

#include "../mutant.h"

enum { N = 1000, BLOCK = 64, GRID = 1 };

__global__ void reduce(const float *in, float *out, int n)
{
    const int tid = threadIdx.x;
    const int head = (int)((16 - (size_t)in % 16) % 16 / 4), quads = (n - head) / 4;
    float sum = 0;
    for (int q = tid; q < quads; q += BLOCK) {
        const float4 v = ((const float4 *)(in + head))[q];
        sum += v.x + v.y + v.z + v.w;
    }
    if (tid < head)
        sum += in[tid];
    if (tid < (n - head) % 4)
        sum += in[head + 4 * quads + tid];
    atomicAdd(out, sum);
}

int main()
{
    float *in = new_input(N), *out = new_array(1);
    CHECK(cudaMemset(out, 0, sizeof(float)));
    reduce<<<GRID, BLOCK>>>(in + 1, out, N - 1);
    wait();
    const int status = verdict(first_of(out), sum_of_first(N) - 1, "elements are missing");
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return status;
}
