// The place of the largest element: structs and unions in shared memory.
#include <cfloat>
#include <cstdio>

struct Best {
    float value;
    int index;
};

__device__ Best better(Best a, Best b)
{
    if (a.value > b.value || (a.value == b.value && a.index < b.index))
        return a;
    return b;
}

__global__ void argmax(const float *in, int n, Best *out)
{
    __shared__ struct {
        Best best[128];
        int count;
    } block;
    __shared__ union {
        float as_float;
        unsigned as_bits;
    } one;
    volatile __shared__ static int generation;
    alignas(16) __shared__ char bytes[3];
    const int t = threadIdx.x;
    Best mine = { -FLT_MAX, n };
    for (int i = t; i < n; i += blockDim.x)
        mine = better(mine, Best{ in[i], i });
    block.best[t] = mine;
    if (t == 0) {
        block.count = 0;
        one.as_float = 1.0f;
        generation = 3;
        bytes[2] = 'x';
    }
    __syncthreads();
    atomicAdd(&block.count, 1);
    for (int s = 64; s > 0; s >>= 1) {
        if (t < s)
            block.best[t] = better(block.best[t], block.best[t + s]);
        __syncthreads();
    }
    if (t == 0) {
        out[0] = block.best[0];
        out[1] = { (float)block.count, (int)(one.as_bits >> 23) };
        out[2] = { (float)generation, bytes[2] + (int)((size_t)bytes % 16) };
    }
}

int main()
{
    const int n = 1000;
    float *in;
    Best *out;
    cudaMallocManaged(&in, n * sizeof *in);
    cudaMallocManaged(&out, 3 * sizeof *out);
    for (int i = 0; i < n; i++)
        in[i] = (float)((i * 7919) % 991);
    argmax<<<1, 128>>>(in, n, out);
    cudaDeviceSynchronize();
    int expected = 0;
    for (int i = 1; i < n; i++)
        if (in[i] > in[expected])
            expected = i;
    printf("%g at %d, %s\n", out->value, out->index, out->index == expected ? "right" : "wrong");
    printf("%g %d %g %d\n", out[1].value, out[1].index, out[2].value, out[2].index);
}
