// Integers packed in a word: all of CUDA's SIMD intrinsics, dot products, and averages. A line has
// a checksum over pairs of edges and random words, and the result for one pair to look at.
//
// The expected values come from a script that took the words apart into Python's integers, which
// know no overflow, and put the results together again.
#include <cstdio>

const int EDGES = 10, RANDOM = 500;

__device__ const unsigned edges[EDGES] = { 0,          0xffffffff, 0x80808080, 0x7f7f7f7f,
                                           0x80008000, 0x7fff7fff, 0x01ff8000, 0x00010080,
                                           0xfe02817e, 0x12345678 };

struct Operands {
    unsigned seed;
    __device__ unsigned next()
    {
        return seed = seed * 1664525u + 1013904223u;
    }
    __device__ unsigned get(int i, int which)
    {
        if (i < EDGES * EDGES)
            return edges[which == 0 ? i % EDGES : which == 1 ? i / EDGES : (i * 7 + 3) % EDGES];
        return next();
    }
};

#define RUN(name, arguments)                                                                       \
    {                                                                                              \
        Operands from = { 1 };                                                                     \
        unsigned sum = 2166136261u;                                                                \
        for (int i = 0; i < EDGES * EDGES + RANDOM; i++) {                                         \
            const unsigned a = from.get(i, 0), b = from.get(i, 1), c = from.get(i, 2);             \
            (void)b, (void)c;                                                                      \
            sum = (sum ^ (unsigned)name arguments) * 16777619u;                                    \
        }                                                                                          \
        const unsigned a = 0x80fe017f, b = 0x7f80fe03, c = 0xfffffff0;                             \
        (void)b, (void)c;                                                                          \
        printf("%s%s %08x %08x\n", #name, #arguments, sum, (unsigned)name arguments);              \
    }

#define RUN_COMPARE(n, what)                                                                       \
    RUN(__vcmp##what##n, (a, b))                                                                   \
    RUN(__vset##what##n, (a, b))

#define RUN_ALL(n)                                                                                 \
    RUN(__vabs##n, (a))                                                                            \
    RUN(__vabsss##n, (a))                                                                          \
    RUN(__vneg##n, (a))                                                                            \
    RUN(__vnegss##n, (a))                                                                          \
    RUN(__vadd##n, (a, b))                                                                         \
    RUN(__vaddss##n, (a, b))                                                                       \
    RUN(__vaddus##n, (a, b))                                                                       \
    RUN(__vsub##n, (a, b))                                                                         \
    RUN(__vsubss##n, (a, b))                                                                       \
    RUN(__vsubus##n, (a, b))                                                                       \
    RUN(__vabsdiffs##n, (a, b))                                                                    \
    RUN(__vabsdiffu##n, (a, b))                                                                    \
    RUN(__vavgs##n, (a, b))                                                                        \
    RUN(__vavgu##n, (a, b))                                                                        \
    RUN(__vhaddu##n, (a, b))                                                                       \
    RUN(__vmaxs##n, (a, b))                                                                        \
    RUN(__vmaxu##n, (a, b))                                                                        \
    RUN(__vmins##n, (a, b))                                                                        \
    RUN(__vminu##n, (a, b))                                                                        \
    RUN(__vsads##n, (a, b))                                                                        \
    RUN(__vsadu##n, (a, b))                                                                        \
    RUN_COMPARE(n, eq)                                                                             \
    RUN_COMPARE(n, ne)                                                                             \
    RUN_COMPARE(n, ges)                                                                            \
    RUN_COMPARE(n, geu)                                                                            \
    RUN_COMPARE(n, gts)                                                                            \
    RUN_COMPARE(n, gtu)                                                                            \
    RUN_COMPARE(n, les)                                                                            \
    RUN_COMPARE(n, leu)                                                                            \
    RUN_COMPARE(n, lts)                                                                            \
    RUN_COMPARE(n, ltu)

__global__ void packed(){ RUN_ALL(2) RUN_ALL(4) }

__global__ void whole()
{
    RUN(__dp4a, ((int)a, (int)b, (int)c))
    RUN(__dp4a, (a, b, c))
    RUN(__dp2a_lo, ((int)a, (int)b, (int)c))
    RUN(__dp2a_lo, (a, b, c))
    RUN(__dp2a_hi, ((int)a, (int)b, (int)c))
    RUN(__dp2a_hi, (a, b, c))
    RUN(__hadd, ((int)a, (int)b))
    RUN(__rhadd, ((int)a, (int)b))
    RUN(__uhadd, (a, b))
    RUN(__urhadd, (a, b))
    printf("%d %u\n", __dp4a(make_char4(1, -2, 3, -128), make_char4(5, 6, 7, -128), -1),
           __dp4a(make_uchar4(1, 2, 3, 255), make_uchar4(5, 6, 7, 255), 1u));
    printf("%d %u\n", __dp2a_lo(make_short2(-30000, 2), make_char4(5, 6, 7, 8), 1),
           __dp2a_hi(make_ushort2(60000, 2), make_uchar4(5, 6, 7, 8), 1u));
    printf("%lld %lld %llu %llu %u %u\n", llmin(-1, 1), llmax(-1, 1), ullmin(~0ull, 1),
           ullmax(~0ull, 1), umin(~0u, 1), umax(~0u, 1));
    __prof_trigger(0);
}

int main()
{
    packed<<<1, 1>>>();
    whole<<<1, 1>>>();
    cudaDeviceSynchronize();
}
