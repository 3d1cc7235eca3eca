// The barrier in the loop is missing: operators take structs from shared memory
// while other warps store them.
// Expected: shared-race

#include "../mutant.h"

enum { BLOCK = 64, N = 2 * BLOCK };

struct best {
    float value;
    int index;
};

struct sums { // too large for registers
    float part[6];
};

__device__ __noinline__ best better(best a, best b)
{
    return a.value > b.value ? a : b;
}

__device__ __noinline__ best at(const float *in, int i)
{
    return best{ in[i], i };
}

__device__ __noinline__ sums operator+(sums a, sums b)
{
    for (int i = 0; i < 6; i++)
        a.part[i] += b.part[i];
    return a;
}

struct add {
    __device__ __noinline__ sums operator()(sums a, sums b) const
    {
        return a + b;
    }
};

__device__ __noinline__ float total(sums s)
{
    return s.part[0] + s.part[5];
}

__global__ void reduce(const float *in, best *table, sums *all, float *out)
{
    __shared__ best top[BLOCK];
    __shared__ sums sum[BLOCK];
    const int tid = threadIdx.x;
    const add combine;
    const best &mine = top[tid];
    top[tid] = better(at(in, tid), at(in, tid + BLOCK));
    table[tid] = top[tid];
    for (int i = 0; i < 6; i++)
        sum[tid].part[i] = in[tid] + in[tid + BLOCK];
    __syncthreads();
    for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
        if (tid < stride) {
            top[tid] = better(mine, top[tid + stride]); // BUG: shared-race
            sum[tid] = sum[tid] + sum[tid + stride];    // BUG: shared-race
        }
    }
    if (tid == 0) {
        all[0] = sum[0];
        out[0] = total(all[0]) / 2;
        out[1] = (float)better(table[0], top[0]).index;
    }
}

int main()
{
    float *in = new_input(N), *out = new_array(2);
    best *table;
    sums *all;
    CHECK(cudaMalloc((void **)&table, BLOCK * sizeof *table));
    CHECK(cudaMalloc((void **)&all, sizeof *all));
    reduce<<<1, BLOCK>>>(in, table, all, out);
    wait();
    float result[2];
    CHECK(cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    CHECK(cudaFree(table));
    CHECK(cudaFree(all));
    if (result[1] != N - 1)
        return verdict(result[1], N - 1, "not the last element is the largest");
    return verdict_sum(result[0], N);
}
