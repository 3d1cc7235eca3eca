// Lambdas inside kernels, also such that use shared arrays.
#include <cstdio>

template <class F> __device__ int for_each_other(int n, F f)
{
    int sum = 0;
    for (int i = 0; i < n; i += 2)
        sum += f(i);
    return sum;
}

__global__ void work(const int *in, int *out)
{
    __shared__ int tile[32], carry;
    const int t = threadIdx.x;
    auto load = [=](int i) { tile[i] = in[i]; };
    load(t);
    if (t == 0)
        carry = 100;
    __syncthreads();
    const auto plain = [](int i) { return tile[i] + carry; };
    const auto by_reference = [&](int i) { return tile[i] + t; };
    const auto generic = [&](auto a, auto b) { return a < b ? a : b; };
    const auto nested = [t](int i) { return [i, t] { return tile[i] * (t + 1); }(); };
    out[t] = for_each_other(4, plain) + by_reference(1) + generic(t, 3) + nested(2);
}

int main()
{
    int *in, *out;
    cudaMallocManaged(&in, 32 * sizeof *in);
    cudaMallocManaged(&out, 32 * sizeof *out);
    for (int i = 0; i < 32; i++)
        in[i] = i + 1;
    auto launch = [&](int blocks) { work<<<blocks, 32>>>(in, out); };
    launch(1);
    cudaDeviceSynchronize();
    printf("%d %d %d\n", out[0], out[1], out[31]);
}
