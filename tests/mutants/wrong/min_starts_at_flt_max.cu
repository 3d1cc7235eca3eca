// A minimum that starts at FLT_MAX: with nothing but infinities it is too small.
// Expected: wrong: FLT_MAX is not among the elements

#include <cfloat>

#include "../mutant.h"

enum { N = 200, BLOCK = 32 };

__global__ void smallest(const float *in, float *out, int n)
{
    float least = FLT_MAX;
    for (int i = threadIdx.x; i < n; i += 32)
        least = fminf(least, in[i]);
    for (int lanes = 16; lanes > 0; lanes /= 2)
        least = fminf(least, __shfl_xor_sync(0xffffffff, least, lanes));
    if (threadIdx.x == 0)
        out[0] = least;
}

int main()
{
    float host[N];
    for (int i = 0; i < N; i++)
        host[i] = INFINITY;
    float *in = upload(host, N), *out = new_array(1);
    smallest<<<1, BLOCK>>>(in, out, N);
    wait();
    const int status = verdict(first_of(out), INFINITY, "FLT_MAX is not among the elements");
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return status;
}
