// Launches through tables, members, references and functions.
#include <cstdio>

typedef void (*kernel_t)(int *, int);
using pair_t = struct {
    const char *name;
    kernel_t run;
};

__global__ void add(int *x, int n) { *x += n; }
__global__ void times(int *x, int n) { *x *= n; }
template <int K> __global__ void minus(int *x, int n) { *x -= K * n; }

static const pair_t table[] = { { "add", add }, { "times", times }, { "minus", minus<2> } };

static kernel_t choose(int i)
{
    return table[i % 3].run;
}

struct Plan {
    kernel_t first, rest[2];
    const Plan *next;
};

int main()
{
    int *x;
    cudaMallocManaged(&x, sizeof *x);
    *x = 1;
    for (int i = 0; i < 3; i++)
        table[i].run<<<1, 1>>>(x, 10);
    kernel_t fp = &add, kernels[2] = { times, minus<1> };
    (*fp)<<<1, 1>>>(x, 5);
    fp<<<1, 1>>>(x, 5);
    kernels[0]<<<1, 1>>>(x, 3);
    kernels[1]
        <<<1, 1>>>(x, 4);
    if (*kernels) (*kernels)<<<1, 1>>>(x, 2); else fp<<<1, 1>>>(x, 1000);
    choose(1)<<<1, 1>>>(x, 2);
    Plan last = { add, { times, times }, nullptr }, plan = { times, { add, minus<3> }, &last };
    Plan *p = &plan;
    plan.first<<<1, 1>>>(x, 1);
    p->rest[1]<<<1, 1>>>(x, 1);
    p->next->first<<<1, 1>>>(x, 1);
    (p ? p->rest : kernels)[0]<<<1, 1>>>(x, 100);
    auto &reference = minus<(3 > 2)>;
    reference<<<1, 1>>>(x, 1);
    for (auto k : { add, minus<1> }) k<<<1, 1>>>(x, 9);
    do fp<<<1, 1>>>(x, 1); while (cudaGetLastError() != cudaSuccess);
    cudaDeviceSynchronize();
    printf("%d\n", *x);
    return 0;
}
