// The mean is taken with integers: the fraction is lost.
// Expected: wrong: the fraction is lost

#include "../mutant.h"

enum { N = 200, BLOCK = 32 };

__global__ void mean(const float *in, float *out, int n)
{
    int sum = 0;
    for (int i = threadIdx.x; i < n; i += BLOCK)
        sum += (int)in[i];
    for (int lanes = 16; lanes > 0; lanes /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, lanes);
    if (threadIdx.x == 0)
        out[0] = (float)(sum / n);
}

int main()
{
    float host[N];
    for (int i = 0; i < N; i++)
        host[i] = value_at(i);
    float *in = upload(host, N), *out = new_array(1);
    mean<<<1, BLOCK>>>(in, out, N);
    wait();
    const int status = verdict(first_of(out), 100.5f, "the fraction is lost");
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return status;
}
