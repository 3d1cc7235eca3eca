// 64 blocks raise a maximum with atomics and count themselves.

#include "../mutant.h"

enum { N = 4000, BLOCK = 256, GRID = 64 };

__global__ void reduce(const float *in, float *out, int n)
{
    int most = 0;
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK)
        most = max(most, (int)in[i]);
    atomicMax((int *)out, most);
    if (threadIdx.x == 0)
        atomicAdd((int *)out + 1, 1);
}

int main()
{
    int host[2];
    float *in = new_input(N), *out = new_array(2);
    CHECK(cudaMemset(out, 0, 2 * sizeof(int)));
    reduce<<<GRID, BLOCK>>>(in, out, N);
    wait();
    CHECK(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
    const int status = verdict(host[1] == GRID ? (float)host[0] : 0.0f, N, "not the largest");
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return status;
}
