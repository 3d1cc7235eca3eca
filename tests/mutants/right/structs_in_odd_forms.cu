// Struct arguments in odd forms: references, functors, lambdas, pointers to
// functions, constants. None may be taken for another.

#include "../mutant.h"

struct pair {
    float value;
    int index;
};
struct better {
    __device__ pair operator()(pair a, pair b) const
    {
        return a.value > b.value ? a : b;
    }
};
template <class T, class Op> __device__ T fold(T *s, int n, Op op)
{
    T r = s[0];
    for (int i = 1; i < n; i++)
        r = op(r, s[i]);
    return r;
}
template <class T> __device__ void exchange(T &a, T &b)
{
    T t = a;
    a = b;
    b = t;
}
struct node {
    pair p;
    int bits : 3;
    pair items[2];
    __device__ const pair &get() const
    {
        return p;
    }
};
__device__ constexpr pair fixed[2] = { { 1, 2 }, { 3, 4 } };
__host__ __device__ constexpr int first(pair p)
{
    return p.index;
}
__device__ int low(int bits, pair p)
{
    return bits + p.index;
}
__device__ float row(float *r)
{
    return r[0];
}
template <class T> __device__ float any(T r)
{
    return r[0];
}
__global__ void k(pair *out, node *nodes, volatile int *v)
{
    __shared__ pair s[32];
    __shared__ float t[4][32];
    constexpr int c = first(fixed[1]);
    static_assert(c == 4, "");
    s[threadIdx.x] = pair{ 1.0f, c };
    for (int i = 0; i < 4; i++)
        t[i][threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x == 0) {
        exchange(s[0], s[1]);
        exchange(s[2], s[3]);
        auto plus = [&](pair a, pair b) { return pair{ a.value + b.value, s[0].index }; };
        pair (*fp)(pair, pair) = [](pair a, pair) { return a; };
        out[0] = plus(s[4], nodes->p);
        out[1] = fp(*out, nodes[0].items[1]);
        pair r{ fold(s, 32, better()) };
        pair q(s[1]);
        const pair &ref = s[5], &other(s[6]);
        int x = low(nodes->bits, nodes->get());
        out[2] = better()(ref, other);
        out[2] = (*fp)(s[1], out[2]);
        float f = row(t[1]) + any(t[2]);
        if ((out[3] = fp(r, q)).index)
            v[0] = x + (int)f;
        for (int i = 0; i < 2; i++)
            out[i] = i ? fp(out[i], s[i]) : out[i];
    }
}
int main()
{
    pair *out;
    node *nodes;
    CHECK(cudaMallocManaged(&out, 32 * sizeof *out));
    CHECK(cudaMallocManaged(&nodes, sizeof *nodes));
    *nodes = node{};
    k<<<1, 32>>>(out, nodes, (int *)(out + 20));
    wait();
    const int status = verdict(out[0].value + out[1].index + out[2].value, 6, "other structs");
    CHECK(cudaFree(out));
    CHECK(cudaFree(nodes));
    return status;
}
