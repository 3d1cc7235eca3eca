// Directed rounding: each function in each direction, for operands of every kind (zeros of both
// signs, denormals, ties, the largest number, infinities, NaN) and for random ones. A line has a
// checksum of the results' bits towards zero, up and down.
//
// The expected bits were computed without floating point: a script took each operand as a fraction
// of integers, did the operation exactly and rounded the fraction to 24 or 53 bits (a NaN is
// 0x7fffffff).
#include <cstdio>

const int EDGES = 22, RANDOM = 2000;

__device__ const unsigned floats[EDGES] = {
    0,          0x80000000, 1,          0x80000001, 0x007fffff, 0x00800000, 0x80800001, 0x3f800000,
    0xbf800000, 0x3f800001, 0x33800000, 0x33800001, 0xb3000000, 0x40490fdb, 0xc2f6e979, 0x4b800001,
    0x7f7fffff, 0xff7fffff, 0x7f000000, 0x7f800000, 0xff800000, 0x7fc00000
};

__device__ const unsigned long long doubles[EDGES] = { 0,
                                                       0x8000000000000000,
                                                       1,
                                                       0x8000000000000001,
                                                       0x000fffffffffffff,
                                                       0x0010000000000000,
                                                       0x8010000000000001,
                                                       0x3ff0000000000000,
                                                       0xbff0000000000000,
                                                       0x3ff0000000000001,
                                                       0x3ca0000000000000,
                                                       0x3ca0000000000001,
                                                       0xbc90000000000000,
                                                       0x400921fb54442d18,
                                                       0xc05edd2f1a9fbe77,
                                                       0x4340000000000001,
                                                       0x7fefffffffffffff,
                                                       0xffefffffffffffff,
                                                       0x7fe0000000000000,
                                                       0x7ff0000000000000,
                                                       0xfff0000000000000,
                                                       0x7ff8000000000000 };

struct Operands {
    unsigned seed;
    __device__ unsigned next()
    {
        return seed = seed * 1664525u + 1013904223u;
    }
    // All pairs of edges come first, then random bits, every other one with exponents that are
    // close.
    __device__ float get(float *, int i, int which)
    {
        if (i < EDGES * EDGES)
            return __uint_as_float(floats[which == 0   ? i % EDGES
                                          : which == 1 ? i / EDGES
                                                       : (i * 7 + 3) % EDGES]);
        const unsigned bits = next();
        return __uint_as_float(i % 2 ? bits : (bits & 0x80ffffffu) | 0x3f000000u);
    }
    __device__ double get(double *, int i, int which)
    {
        if (i < EDGES * EDGES)
            return __longlong_as_double(doubles[which == 0   ? i % EDGES
                                                : which == 1 ? i / EDGES
                                                             : (i * 7 + 3) % EDGES]);
        const unsigned high = next(), low = next();
        return __hiloint2double(i % 2 ? high : (high & 0x801fffffu) | 0x3fe00000u, low);
    }
    __device__ unsigned long long get(unsigned long long *, int i, int)
    {
        const unsigned high = next(), low = next();
        const unsigned long long bits = (unsigned long long)high << 32 | low;
        return i < 64 ? ~0ull >> i : i < 128 ? (1ull << (i - 64)) - (i % 3) : bits >> i % 64;
    }
};

__device__ void mix(unsigned &sum, float x)
{
    sum = (sum ^ (x != x ? 0x7fffffffu : __float_as_uint(x))) * 16777619u;
}

__device__ void mix(unsigned &sum, double x)
{
    const unsigned long long bits = x != x ? 0x7fffffffull : __double_as_longlong(x);
    sum = (sum ^ (unsigned)(bits >> 32)) * 16777619u;
    sum = (sum ^ (unsigned)bits) * 16777619u;
}

#define RUN(name, type, arguments)                                                                 \
    {                                                                                              \
        Operands from = { 1 };                                                                     \
        unsigned z = 2166136261u, u = z, d = z;                                                    \
        for (int i = 0; i < EDGES * EDGES + RANDOM; i++) {                                         \
            const type a = from.get((type *)0, i, 0);                                              \
            const type b = from.get((type *)0, i, 1);                                              \
            const type c = from.get((type *)0, i, 2);                                              \
            (void)b, (void)c;                                                                      \
            mix(z, __##name##_rz arguments);                                                       \
            mix(u, __##name##_ru arguments);                                                       \
            mix(d, __##name##_rd arguments);                                                       \
        }                                                                                          \
        printf("%-12s %08x %08x %08x\n", #name, z, u, d);                                          \
    }

__global__ void
all(){ RUN(fadd, float, (a, b)) RUN(fsub, float, (a, b)) RUN(fmul, float, (a, b))
           RUN(fdiv, float, (a, b)) RUN(fmaf, float, (a, b, c)) RUN(frcp, float, (a))
               RUN(fsqrt, float, (a)) RUN(dadd, double, (a, b)) RUN(dsub, double, (a, b))
                   RUN(dmul, double, (a, b)) RUN(ddiv, double, (a, b)) RUN(fma, double, (a, b, c))
                       RUN(drcp, double, (a)) RUN(dsqrt, double, (a)) RUN(double2float, double, (a))
                           RUN(int2float, unsigned long long, ((int)a))
                               RUN(uint2float, unsigned long long, ((unsigned)a))
                                   RUN(ll2float, unsigned long long, ((long long)a))
                                       RUN(ull2float, unsigned long long, (a))
                                           RUN(ll2double, unsigned long long, ((long long)a))
                                               RUN(ull2double, unsigned long long, (a)) }

// Some of them to look at.
__global__ void some()
{
    const float most = __uint_as_float(0x7f7fffff), tiny = __uint_as_float(1);
    printf("1 + 2^-30:   %a %a %a\n", __fadd_rz(1, 0x1p-30f), __fadd_ru(1, 0x1p-30f),
           __fadd_rd(1, 0x1p-30f));
    printf("-1 - 2^-30:  %a %a %a\n", __fsub_rz(-1, 0x1p-30f), __fsub_ru(-1, 0x1p-30f),
           __fsub_rd(-1, 0x1p-30f));
    printf("most * 2:    %a %a %a\n", __fmul_rz(most, 2), __fmul_ru(most, 2), __fmul_rd(most, 2));
    printf("most * -2:   %a %a %a\n", __fmul_rz(most, -2), __fmul_ru(most, -2),
           __fmul_rd(most, -2));
    printf("tiny / 2:    %a %a %a\n", __fdiv_rz(tiny, 2), __fdiv_ru(tiny, 2), __fdiv_rd(tiny, 2));
    printf("1 - 1:       %a %a %a\n", __fsub_rz(1, 1), __fsub_ru(1, 1), __fsub_rd(1, 1));
    printf("2^24 + 1:    %a %a %a\n", __int2float_rz(16777217), __int2float_ru(16777217),
           __int2float_rd(16777217));
    printf("-2^24 - 1:   %a %a %a\n", __int2float_rz(-16777217), __int2float_ru(-16777217),
           __int2float_rd(-16777217));
    printf("1e300:       %a %a %a\n", __double2float_rz(1e300), __double2float_ru(1e300),
           __double2float_rd(1e300));
}

// The mode is nobody else's: the lanes of a warp take turns between a directed sum and a plain one.
__global__ void neighbours(int *wrong)
{
    volatile float one = 1, small = 0x1p-25f;
    for (int i = 0; i < 50; i++) {
        const float up = threadIdx.x % 2 ? __fadd_ru(one, small) : __fadd_rd(one, small);
        __syncwarp();
        if (one + small != 1 || (up != 1) != threadIdx.x % 2)
            atomicAdd(wrong, 1);
    }
}

int main()
{
    int *wrong;
    cudaMallocManaged(&wrong, sizeof *wrong);
    *wrong = 0;
    all<<<1, 1>>>();
    some<<<1, 1>>>();
    neighbours<<<4, 64>>>(wrong);
    cudaDeviceSynchronize();
    volatile float one = 1, small = 0x1p-25f;
    printf("%d wrong, %d\n", *wrong, one + small == 1);
    cudaFree(wrong);
}
