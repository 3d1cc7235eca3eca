// Forms that real programs mix: types, scopes, constructors, labels, macros.
#include <cstdio>
#include <cassert>
struct P {
    __device__ P()
    {
    }
    int a;
    float b;
};
struct Q {
    __host__ __device__ explicit Q(int x) : v(x)
    {
    }
    __host__ __device__ Q()
    {
    }
    int v;
};
template <typename T> __global__ void kern(T *p, int n);
template <typename T> struct Runner {
    typedef void (*K)(T *, int);
    static void run(T *p)
    {
        kern<T><<<1, 4>>>(p, 3);
    }
    template <class U> static __device__ U half(U u)
    {
        return u / 2;
    }
    struct Temp {
        T v[4];
    };
};
template <typename T> __global__ void kern(T *p, int n)
{
    __shared__ typename Runner<T>::Temp temp;
    __shared__ P ps[4], *pp;
    __shared__ Q qs[2][2];
    temp.v[threadIdx.x] = Runner<T>::template half<T>(T(threadIdx.x * 4));
    ps[threadIdx.x].a = n;
    qs[threadIdx.x / 2][threadIdx.x % 2] = Q(threadIdx.x);
    if (threadIdx.x == 0)
        pp = ps + 1;
    __syncthreads();
    for (int i = 0; i < 1; i++) {
        __shared__ int a;
        if (threadIdx.x == 0)
            a = 1;
        __syncthreads();
        p[0] = a;
        __syncthreads();
    }
    {
        __shared__ float a[2];
        a[threadIdx.x & 1] = 2;
        __syncthreads();
        p[1] = T(a[0]);
        __syncthreads();
    }
    switch (n) {
    case 3: {
        __shared__ char c;
        c = 5;
        p[2] = c;
        break;
    }
    default:
        break;
    }
    __syncthreads();
    if (threadIdx.x == 3)
        p[3] = temp.v[3] + pp->a + qs[1][1].v;
}
template <void (*K)(int *, int)> void go(int *x)
{
    K<<<1, 4>>>(x, 3);
}
const __device__ int cd = 3;
__device__ constexpr int ce = 4;
static constexpr __device__ float cf[] = { 1.f, 2.f };
static __device__ int ci = 5;
namespace
{
__device__ int anon = 6;
}
__device__ int da = 1, *db = &da;
enum class Mode : int { a, b };
template <Mode m> __global__ void mode(int *p)
{
    *p = m == Mode::a ? cd + ce + int(cf[1]) + ci + anon + *db : 0;
    int k = 0;
    do {
        k++;
    } while (k < 3);
    struct Local {
        int x;
        __device__ int get()
        {
            return x * 2;
        }
    } l = { k };
    *p += l.get();
}
template <typename F> __global__ void each(F f)
{
    f(threadIdx.x);
}
struct Fun {
    int *p;
    __device__ void operator()(int i) const
    {
        p[i] = i * i;
    }
};
__global__ void early(int *p, int n)
{
    if (threadIdx.x >= n)
        return;
    p[threadIdx.x] = n;
again:
    if (p[threadIdx.x] < n + 2) {
        p[threadIdx.x]++;
        goto again;
    }
}
#define DEF(name, op)                                                                              \
    __global__ void name(int *p)                                                                   \
    {                                                                                              \
        __shared__ int t[2];                                                                       \
        t[threadIdx.x] = p[threadIdx.x];                                                           \
        __syncthreads();                                                                           \
        if (!threadIdx.x)                                                                          \
            p[0] = t[0] op t[1];                                                                   \
    }
DEF(plus_, +) DEF(shift_, <<) DEF(less_, <) int main()
{
    int *x;
    cudaMallocManaged(&x, 64);
    Runner<int>::run(x);
    cudaDeviceSynchronize();
    printf("%d %d %d %d\n", x[0], x[1], x[2], x[3]);
    go<kern<int>>(x);
    Runner<int>::K k = kern;
    k<<<1, 4>>>(x, 3);
    cudaDeviceSynchronize();
    printf("%d %d %d %d\n", x[0], x[1], x[2], x[3]);
    mode<Mode::a><<<1, 1>>>(x);
    cudaDeviceSynchronize();
    printf("%d\n", *x);
    each<<<1, 4>>>(Fun{ x });
    cudaDeviceSynchronize();
    printf("%d\n", x[3]);
    early<<<1, 4>>>(x, 2);
    cudaDeviceSynchronize();
    printf("%d %d %d\n", x[0], x[1], x[2]);
    plus_<<<1, 2>>>(x);
    shift_<<<1, 2>>>(x);
    less_<<<1, 2>>>(x);
    for (int i = 0; i < 2; i++)
        mode<Mode::b><<<1, 1>>>(x);
    cudaDeviceSynchronize();
    printf("%d\n", *x);
}
