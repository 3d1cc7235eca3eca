// The sum of fractions is kept in an int.
// Expected: wrong: fractions are cut off

#include "../mutant.h"

enum { N = 200, BLOCK = 32 };

__global__ void reduce(const float *in, float *out, int n)
{
    int sum = 0;
    for (int i = threadIdx.x; i < n; i += BLOCK)
        sum += in[i];
    for (int lanes = 16; lanes > 0; lanes /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, lanes);
    if (threadIdx.x == 0)
        out[0] = (float)sum;
}

int main()
{
    float host[N];
    for (int i = 0; i < N; i++)
        host[i] = 0.5f;
    float *in = upload(host, N), *out = new_array(1);
    reduce<<<1, BLOCK>>>(in, out, N);
    wait();
    const int status = verdict(first_of(out), 100.0f, "fractions are cut off");
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return status;
}
