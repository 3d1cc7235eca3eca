// Warp functions for every type: shuffles, votes, matches, reductions.
#include <cstdio>

#define ALL 0xffffffffu

template <class T> __global__ void shuffles(T *out, T step)
{
    const T mine = (T)(threadIdx.x + 1) * step;
    T *o = out + threadIdx.x * 8;
    o[0] = __shfl_sync(ALL, mine, 3);
    o[1] = __shfl_sync(ALL, mine, 35, 8);
    o[2] = __shfl_up_sync(ALL, mine, 2);
    o[3] = __shfl_up_sync(ALL, mine, 3, 8);
    o[4] = __shfl_down_sync(ALL, mine, 1);
    o[5] = __shfl_down_sync(ALL, mine, 5, 16);
    o[6] = __shfl_xor_sync(ALL, mine, 5);
    o[7] = __shfl_xor_sync(ALL, mine, 9, 8);
}

template <class T> void show(const char *name, T step)
{
    T *out;
    cudaMallocManaged(&out, 32 * 8 * sizeof *out);
    shuffles<<<1, 32>>>(out, step);
    cudaDeviceSynchronize();
    printf("%s\n", name);
    for (int i = 0; i < 32; i++)
        for (int j = 0; j < 8; j++)
            printf("%.17g%c", (double)out[i * 8 + j], j < 7 ? ' ' : '\n');
    cudaFree(out);
}

__global__ void votes(unsigned *out)
{
    const unsigned t = threadIdx.x;
    unsigned *o = out + t * 16;
    o[0] = __ballot_sync(ALL, t % 3 == 0);
    o[1] = __any_sync(ALL, t == 31);
    o[2] = __all_sync(ALL, t < 31);
    o[3] = __match_any_sync(ALL, t / 5);
    o[4] = __match_any_sync(ALL, (double)(t % 2));
    int predicate = 7;
    o[5] = __match_all_sync(ALL, 42, &predicate);
    o[6] = predicate;
    o[7] = __match_all_sync(ALL, (long long)t, &predicate);
    o[8] = predicate;
    o[9] = __activemask();
    o[10] = o[11] = 0;
    if (t % 2) {
        o[10] = __ballot_sync(0xaaaaaaaau, t > 10);
        o[11] = __shfl_sync(0xaaaaaaaau, t, 5);
        __syncwarp(0xaaaaaaaau);
    }
    __syncwarp();
    o[12] = __syncthreads_count(t < 20);
    o[13] = __syncthreads_and(t < 40) != 0;
    o[14] = __syncthreads_or(t == 50) != 0;
    o[15] = __popc(__ballot_sync(ALL, 1)) + warpSize;
}

__global__ void reductions(int *out)
{
    const int t = threadIdx.x;
    int *o = out + t * 10;
    o[0] = __reduce_add_sync(ALL, t - 16);
    o[1] = (int)__reduce_add_sync(ALL, 0x10000000u + t);
    o[2] = __reduce_min_sync(ALL, t - 7);
    o[3] = (int)__reduce_min_sync(ALL, (unsigned)(t - 7));
    o[4] = __reduce_max_sync(ALL, t - 40);
    o[5] = (int)__reduce_max_sync(ALL, (unsigned)(t - 7));
    o[6] = (int)__reduce_and_sync(ALL, (unsigned)t | 0x100u);
    o[7] = (int)__reduce_or_sync(ALL, 1u << t);
    o[8] = (int)__reduce_xor_sync(ALL, (unsigned)t * 3);
    o[9] = 0;
    if (t < 8)
        o[9] = __reduce_add_sync(0xffu, t);
}

int main()
{
    show<int>("int", 3);
    show<unsigned>("unsigned", 0x08000001u);
    show<long>("long", 1l << 40);
    show<unsigned long>("unsigned long", 1ul << 50);
    show<long long>("long long", -(1ll << 40));
    show<unsigned long long>("unsigned long long", 1ull << 50);
    show<float>("float", 0.1f);
    show<double>("double", 0.1);
    unsigned *out;
    cudaMallocManaged(&out, 64 * 16 * sizeof *out);
    votes<<<1, 64>>>(out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < 16; j++)
            printf("%x%c", out[i * 16 + j], j < 15 ? ' ' : '\n');
    reductions<<<1, 32>>>((int *)out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 32; i++)
        for (int j = 0; j < 10; j++)
            printf("%d%c", ((int *)out)[i * 10 + j], j < 9 ? ' ' : '\n');
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}
// __reduce_add_sync: nvcc: sm_80 and newer
