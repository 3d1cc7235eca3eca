// Ones are counted in one float, which stops at 2^24: from there on the next
// number is 2 away.
// Expected: wrong: the count stops at 2^24

#include "../mutant.h"

enum { N = 10 };

__global__ void count(float *out, int n)
{
    float sum = 16777214.0f;
    for (int i = 0; i < n; i++)
        sum += 1.0f;
    out[0] = sum;
}

int main()
{
    float *out = new_array(1);
    count<<<1, 1>>>(out, N);
    wait();
    const int status = verdict(first_of(out), 16777224.0f, "the count stops at 2^24");
    CHECK(cudaFree(out));
    return status;
}
