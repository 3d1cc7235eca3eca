// Every atomic function on every type, in global and in shared memory.
#include <cstdio>

struct cells {
    int i[12];
    unsigned u[12];
    unsigned long long ull[12];
    long long ll[4];
    float f[4];
    double d[2];
    unsigned short us[2];
};

__device__ void work(cells &c, unsigned t)
{
    atomicAdd(&c.i[0], (int)t - 5);
    atomicSub(&c.i[1], (int)t);
    atomicMin(&c.i[2], 3 - (int)t);
    atomicMax(&c.i[3], (int)t - 100);
    atomicAnd(&c.i[4], ~(1 << t % 32));
    atomicOr(&c.i[5], 1 << t % 16);
    atomicXor(&c.i[6], (int)(t * 2654435761u));
    atomicAdd_block(&c.i[7], 1);
    atomicAdd_system(&c.i[8], 2);
    atomicCAS(&c.i[9], 0, 77);
    atomicExch(&c.i[10], 5);

    atomicAdd(&c.u[0], t * 0x01000001u);
    atomicSub(&c.u[1], t);
    atomicMin(&c.u[2], t + 9);
    atomicMax(&c.u[3], t + 9);
    atomicInc(&c.u[4], 9);
    atomicDec(&c.u[5], 9);
    atomicAnd(&c.u[6], t | 0xff00u);
    atomicOr(&c.u[7], t);
    atomicXor(&c.u[8], t * 7);
    atomicCAS(&c.u[9], 0u, 88u);
    atomicExch(&c.u[10], 6u);

    atomicAdd(&c.ull[0], t * 0x100000001ull);
    atomicMin(&c.ull[1], (t + 3) * 0x100000001ull);
    atomicMax(&c.ull[2], (t + 3) * 0x100000001ull);
    atomicAnd(&c.ull[3], ~(1ull << t % 64));
    atomicOr(&c.ull[4], 1ull << t % 48);
    atomicXor(&c.ull[5], t * 0x9e3779b97f4a7c15ull);
    atomicCAS(&c.ull[6], 0ull, 99ull << 40);
    atomicExch(&c.ull[7], 7ull << 40);
    atomicMin(&c.ll[0], (3 - (long long)t) << 33);
    atomicMax(&c.ll[1], ((long long)t - 100) << 33);

    atomicAdd(&c.f[0], 0.25f * t);
    atomicExch(&c.f[1], 1.5f);
    atomicAdd(&c.d[0], 0.125 * t);
    unsigned short zero = 0;
    atomicCAS(&c.us[1], zero, (unsigned short)0xbeef);
}

__device__ void clear(cells *c)
{
    for (unsigned i = threadIdx.x; i < sizeof *c / 4; i += blockDim.x)
        ((unsigned *)c)[i] = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        c->i[4] = c->u[6] = ~0u;
        c->ull[3] = ~0ull;
        c->u[2] = ~0u;
        c->ull[1] = ~0ull;
        c->i[3] = -1000;
        c->ll[1] = -(1ll << 60);
    }
    __syncthreads();
}

__global__ void in_global(cells *c)
{
    clear(c);
    work(*c, threadIdx.x);
}

__global__ void in_shared(cells *c)
{
    __shared__ cells s;
    clear(&s);
    work(s, threadIdx.x);
    __syncthreads();
    for (unsigned i = threadIdx.x; i < sizeof s / 4; i += blockDim.x)
        ((unsigned *)c)[i] = ((unsigned *)&s)[i];
}

// What each function returns, seen by one thread.
__global__ void returns(int *o)
{
    if (threadIdx.x)
        return;
    int i = 10;
    unsigned u = 3;
    float f = 1.5f;
    int k = 0;
    o[k++] = atomicAdd(&o[40], i);
    o[k++] = atomicAdd(&o[40], i);
    o[k++] = atomicSub(&o[40], 4);
    o[k++] = atomicExch(&o[40], -5);
    o[k++] = atomicMax(&o[40], -7);
    o[k++] = atomicMin(&o[40], -9);
    o[k++] = atomicCAS(&o[40], -9, 12);
    o[k++] = atomicCAS(&o[40], -9, 13);
    o[k++] = o[40];
    unsigned *up = (unsigned *)&o[41];
    for (int n = 0; n < 5; n++)
        o[k++] = atomicInc(up, u);
    for (int n = 0; n < 5; n++)
        o[k++] = atomicDec(up, u);
    *up = 100;
    o[k++] = atomicInc(up, u);
    *up = 100;
    o[k++] = atomicDec(up, u);
    o[k++] = *up;
    o[k++] = (int)(atomicAdd((float *)&o[42], f) * 2);
    o[k++] = (int)(atomicExch((float *)&o[42], 9.0f) * 2);
    o[k++] = (int)atomicOr(up, 8u);
    o[k++] = (int)atomicAnd(up, 10u);
    o[k++] = (int)atomicXor(up, 3u);
    o[k++] = (int)*up;
}

static void show(const cells *c)
{
    for (int i = 0; i < 11; i++)
        printf("%d %x %llx\n", c->i[i], c->u[i], c->ull[i]);
    printf("%lld %lld %g %g %g %x %x\n", c->ll[0], c->ll[1], c->f[0], c->f[1], c->d[0], c->us[0],
           c->us[1]);
}

int main()
{
    cells *c;
    int *o;
    cudaMallocManaged(&c, sizeof *c);
    cudaMallocManaged(&o, 64 * sizeof *o);
    in_global<<<1, 200>>>(c);
    cudaDeviceSynchronize();
    show(c);
    in_shared<<<1, 200>>>(c);
    cudaDeviceSynchronize();
    show(c);
    cudaMemset(o, 0, 64 * sizeof *o);
    returns<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    for (int i = 0; i < 32; i++)
        printf("%d ", o[i]);
    printf("\n%s\n", cudaGetErrorName(cudaGetLastError()));
}
