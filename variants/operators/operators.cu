// Operators: any sum that is associative
//
// A tree may combine with every operator that is associative and commutative,
// given its identity, the value that changes nothing: 0 for +, 1 for x, the
// smallest value for max. Threads without an element start from it. One kernel
// template serves all of them; only `merge` and `identity` differ.
// Cost: max and min do not look for NaN: comparisons with it are false, so it may
// be dropped or hide other elements. And the order of merging is the device's,
// so float + and x round in it.

#include "fold_bulk.cuh"
#include "operators.h"

#include <math.h>

#ifndef __SIMT__
#include <cub/cub.cuh>
#endif

#define OPERATOR_STRUCT(name)                                                                      \
    template <class T> struct name {                                                               \
        static __device__ T merge(T a, T b)                                                        \
        {                                                                                          \
            return (T)OPERATOR_##name(a, b);                                                       \
        }                                                                                          \
    };
OPERATOR_STRUCT(sum)
OPERATOR_STRUCT(product)
OPERATOR_STRUCT(maximum)
OPERATOR_STRUCT(minimum)
OPERATOR_STRUCT(all_true)
OPERATOR_STRUCT(any_true)
OPERATOR_STRUCT(bit_and)
OPERATOR_STRUCT(bit_or)

// Each way is a type of its own, which knows its identity.
#define WAY_STRUCT(name, T, op, neutral)                                                           \
    struct T##_##op : op<T> {                                                                      \
        typedef T in, type;                                                                        \
        static __device__ T identity()                                                             \
        {                                                                                          \
            return (T)(neutral);                                                                   \
        }                                                                                          \
        static __device__ T load(T value, size_t)                                                  \
        {                                                                                          \
            return value;                                                                          \
        }                                                                                          \
    };
OPERATOR_WAYS(WAY_STRUCT)

#ifndef __SIMT__ // the yardstick, where the library runs; its identities are finite
static void cub_max(const struct lab_work *work)
{
    size_t bytes = 0;
    cub::DeviceReduce::Max(NULL, bytes, (const float *)work->in, (float *)work->out, work->n);
    cub::DeviceReduce::Max(lab_scratch(bytes), bytes, (const float *)work->in, (float *)work->out,
                           work->n);
}

static void cub_min(const struct lab_work *work)
{
    size_t bytes = 0;
    cub::DeviceReduce::Min(NULL, bytes, (const float *)work->in, (float *)work->out, work->n);
    cub::DeviceReduce::Min(lab_scratch(bytes), bytes, (const float *)work->in, (float *)work->out,
                           work->n);
}
#endif

enum operator_input {
#define WAY_INPUT(name, T, op, neutral) input_##T##_##op,
    OPERATOR_WAYS(WAY_INPUT)
};

#define WAY_ROW(name, T, op, neutral)                                                              \
    { name, fold_long_launch<T##_##op>, sizeof(T), input_##T##_##op, 0 },

static const struct lab_way ways[] = {
    OPERATOR_WAYS(WAY_ROW)
#ifndef __SIMT__
        { "float max, CUB", cub_max, sizeof(float), input_float_maximum, 0, 1 },
    { "float min, CUB", cub_min, sizeof(float), input_float_minimum, 0, 1 },
#endif
};

static bool judge(size_t way, const void *in, size_t n, const void *out, char *text, size_t size)
{
    return operators_judge(ways[way].input, in, n, out, text, size);
}

int main(int argc, char **argv)
{
    const struct lab lab = { ways, LAB_COUNT(ways), 0, operators_bytes, operators_fill, judge };
    return lab_main(argc, argv, &lab);
}
