// Argmax: the largest element and where it is
//
// A pair of value and index is reduced like a number: the larger value wins,
// and of equal ones the smaller index, so that the answer does not depend on
// the order. Packed into one 64-bit word, value above, index below, a pair can
// even be the operand of one atomic maximum.
// Cost: twice the registers and shared memory; packing holds 32 bits of index,
// and floats must first be turned into integers that sort alike. NaN is not
// looked at: every comparison with it is false, so it may hide other elements.

#include "argmax.h"
#include "fold.cuh"

#include <math.h>

#ifndef __SIMT__
#include <cub/cub.cuh>
#endif

struct argmax {
    typedef float in;
    typedef struct best type;
    static __device__ type identity()
    {
        return { -INFINITY, ~0u };
    }
    static __device__ type load(float value, size_t i)
    {
        return { value, (unsigned)i };
    }
    static __device__ type merge(type a, type b)
    {
        const bool second = b.value > a.value || (b.value == a.value && b.index < a.index);
        return second ? b : a;
    }
};

// Integers in the order of the floats: flip the sign bit of positive ones, all
// bits of negative ones. The index is flipped as well, so that less is more.
__device__ static unsigned long long pack(struct best pair)
{
    const unsigned bits = __float_as_uint(pair.value + 0.0f); // -0 becomes +0
    const unsigned key = (bits & 0x80000000u) ? ~bits : bits | 0x80000000u;
    return (unsigned long long)key << 32 | (unsigned)~pair.index;
}

__device__ static struct best unpack(unsigned long long word)
{
    const unsigned key = (unsigned)(word >> 32);
    const unsigned bits = (key & 0x80000000u) ? key & 0x7fffffffu : ~key;
    return { __uint_as_float(bits), ~(unsigned)word };
}

__global__ static void argmax_packed(const float *in, unsigned long long *word, size_t n)
{
    const struct best pair = fold_block<argmax>(fold_share<argmax>(in, n));
    if (threadIdx.x == 0)
        atomicMax(word, pack(pair));
}

__global__ static void take_apart(const unsigned long long *word, struct best *out)
{
    *out = unpack(*word);
}

static void launch_packed(const struct lab_work *work)
{
    unsigned long long *word = (unsigned long long *)lab_scratch(sizeof *word);
    const unsigned blocks = grid_for(work->n, FOLD_BLOCK, FOLD_EACH);
    cudaMemsetAsync(word, 0, sizeof *word); // less than any packed float
    argmax_packed<<<blocks, FOLD_BLOCK>>>((const float *)work->in, word, work->n);
    take_apart<<<1, 1>>>(word, (struct best *)work->out);
}

#ifndef __SIMT__ // the yardstick, where the library runs
__global__ static void join(const float *value, const long long *index, struct best *out)
{
    *out = { *value, (unsigned)*index };
}

static void launch_cub(const struct lab_work *work)
{
    const float *in = (const float *)work->in;
    const long long n = (long long)work->n;
    size_t bytes = 0;
    cub::DeviceReduce::ArgMax(NULL, bytes, in, (float *)NULL, (long long *)NULL, n);
    char *memory = (char *)lab_scratch(bytes + 16);
    long long *index = (long long *)memory;
    float *value = (float *)(memory + 8);
    cub::DeviceReduce::ArgMax(memory + 16, bytes, in, value, index, n);
    join<<<1, 1>>>(value, index, (struct best *)work->out);
}
#endif

static const struct lab_way ways[] = {
    { "pairs in a tree", fold_launch<argmax>, sizeof(float), 0, 0 },
    { "packed, one atomic per block", launch_packed, sizeof(float), 0, 0 },
#ifndef __SIMT__
    { "CUB ArgMax", launch_cub, sizeof(float), 0, 0 },
#endif
};

int main(int argc, char **argv)
{
    const struct lab lab = { ways, LAB_COUNT(ways), 1, argmax_bytes, argmax_fill, argmax_judge };
    return lab_main(argc, argv, &lab);
}
