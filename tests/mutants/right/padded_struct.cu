// The result is a struct with unused bytes at its end, which nobody writes.

#include "../mutant.h"

enum { N = 1000 };

struct result {
    double sum;
    int count;
};

__global__ void reduce(const float *in, struct result *out, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += in[i];
    out->sum = sum;
    out->count = n;
}

int main()
{
    struct result *out, host;
    float *in = new_input(N);
    CHECK(cudaMalloc((void **)&out, sizeof *out));
    reduce<<<1, 1>>>(in, out, N);
    wait();
    CHECK(cudaMemcpy(&host, out, sizeof host, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return verdict_sum(host.count == N ? (float)host.sum : 0.0f, N);
}
