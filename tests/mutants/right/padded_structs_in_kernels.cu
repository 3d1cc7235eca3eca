// Structs with gaps are copied whole, from global to shared memory and inside of it; their
// members were written one by one.

#include "../mutant.h"

enum { N = 1000, BLOCK = 256, GRID = (N + BLOCK - 1) / BLOCK };

struct largest {
    double value;
    int index; // 4 bytes follow
};

struct marks {
    char seen; // 1 byte follows
    short count;
    int first;
    double sum;
    float last; // 4 bytes follow
};

__global__ void prepare(const float *in, struct largest *items, struct marks *flags, int n)
{
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n) {
        items[i].value = in[i];
        items[i].index = i;
        flags[i].seen = 1;
        flags[i].count = 1;
        flags[i].first = i;
        flags[i].sum = in[i];
        flags[i].last = in[i];
    }
}

__global__ void reduce(const struct largest *items, const struct marks *flags, struct largest *out,
                       struct marks *kept, int n)
{
    __shared__ struct largest best[BLOCK];
    const int tid = threadIdx.x, i = blockIdx.x * BLOCK + tid;
    if (i < n) {
        best[tid] = items[i];
        kept[i] = flags[i];
    } else {
        best[tid].value = -1;
        best[tid].index = -1;
    }
    __syncthreads();
    for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
        if (tid < stride && best[tid + stride].value > best[tid].value)
            best[tid] = best[tid + stride];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = best[0];
}

template <class T> T *new_items(int n)
{
    T *items;
    CHECK(cudaMalloc((void **)&items, n * sizeof(T)));
    return items;
}

int main()
{
    struct largest host[GRID];
    static struct marks host_flags[N];
    struct largest *items = new_items<struct largest>(N), *out = new_items<struct largest>(GRID);
    struct marks *flags = new_items<struct marks>(N), *kept = new_items<struct marks>(N);
    float *in = new_input(N), sum = 0;
    prepare<<<GRID, BLOCK>>>(in, items, flags, N);
    reduce<<<GRID, BLOCK>>>(items, flags, out, kept, N);
    wait();
    CHECK(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(host_flags, kept, sizeof host_flags, cudaMemcpyDeviceToHost));
    for (int i = 0; i < N; i++)
        sum += (float)host_flags[i].sum * host_flags[i].count;
    CHECK(cudaFree(in));
    CHECK(cudaFree(items));
    CHECK(cudaFree(flags));
    CHECK(cudaFree(out));
    CHECK(cudaFree(kept));
    return host[GRID - 1].index == N - 1 ? verdict_sum(sum, N) : 1;
}
