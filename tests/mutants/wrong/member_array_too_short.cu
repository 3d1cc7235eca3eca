// A struct in global memory holds three values and a count behind them: the
// fourth value is the count.
// Expected: array-bounds

#include "../mutant.h"

enum { N = 192, BLOCK = 64 };

struct triple {
    float value[3];
    float count;
};

__global__ void gather(const float *in, triple *all)
{
    triple *mine = &all[threadIdx.x];
    mine->count = 3;
    for (int i = 0; i <= (int)mine->count; i++)
        mine->value[i] = i < 3 ? in[threadIdx.x + i * BLOCK] : 0; // BUG: array-bounds
}

__global__ void reduce(const triple *all, float *out)
{
    const triple mine = all[threadIdx.x];
    out[threadIdx.x] = mine.value[0] + mine.value[1] + mine.value[2];
}

int main()
{
    float *in = new_input(N), *out = new_array(BLOCK);
    triple *all;
    CHECK(cudaMalloc((void **)&all, BLOCK * sizeof *all));
    gather<<<1, BLOCK>>>(in, all);
    reduce<<<1, BLOCK>>>(all, out);
    wait();
    const int status = verdict_sum(sum_on_host(out, BLOCK), N);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    CHECK(cudaFree(all));
    return status;
}
