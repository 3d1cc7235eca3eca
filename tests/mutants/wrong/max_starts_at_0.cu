// A maximum that starts at 0 instead of -infinity.
// Expected: wrong: 0 is not among the elements

#include "../mutant.h"

enum { N = 200, BLOCK = 32 };

__global__ void largest(const float *in, float *out, int n)
{
    float most = 0.0f;
    for (int i = threadIdx.x; i < n; i += 32)
        most = fmaxf(most, in[i]);
    for (int lanes = 16; lanes > 0; lanes /= 2)
        most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, lanes));
    if (threadIdx.x == 0)
        out[0] = most;
}

int main()
{
    float host[N];
    for (int i = 0; i < N; i++)
        host[i] = -value_at(i);
    float *in = upload(host, N), *out = new_array(1);
    largest<<<1, BLOCK>>>(in, out, N);
    wait();
    const int status = verdict(first_of(out), -1.0f, "0 is not among the elements");
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return status;
}
