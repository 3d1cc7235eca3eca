// Precision: how much of the sum survives
//
// The same numbers, added with different care. A float that is added to a long
// running sum loses its last bits; a tree keeps the terms alike and loses less;
// Neumaier's sum catches what each addition drops in a second float; double
// drops it 29 bits later. Integers never round, they wrap: int32 does, int64
// has room.
// Cost: the compensation takes four more additions and a comparison per
// element, double the slow units of many GPUs; for a sum that waits for memory
// both are nearly free.

#include "fold.cuh"
#include "precision.h"

// A running sum and what its additions have lost.
struct pair {
    float sum, lost;
};

// Adds b to a. The larger of the two tells which bits of the other were lost.
__device__ static struct pair add_neumaier(struct pair a, float b)
{
    const float sum = a.sum + b;
    const float lost = fabsf(a.sum) >= fabsf(b) ? (a.sum - sum) + b : (b - sum) + a.sum;
    return { sum, a.lost + lost };
}

struct neumaier {
    typedef float in;
    typedef struct pair type;
    static __device__ type identity()
    {
        return { 0.0f, 0.0f };
    }
    static __device__ type load(float value, size_t)
    {
        return { value, 0.0f };
    }
    static __device__ type merge(type a, type b)
    {
        const type both = add_neumaier(a, b.sum);
        return { both.sum, both.lost + b.lost };
    }
};

// Sums T after turning them into Sum.
template <class T, class Sum> struct plus {
    typedef T in;
    typedef Sum type;
    static __device__ Sum identity()
    {
        return 0;
    }
    static __device__ Sum load(T value, size_t)
    {
        return (Sum)value;
    }
    static __device__ Sum merge(Sum a, Sum b)
    {
        return a + b;
    }
};

// One float after the other, as on paper.
__global__ static void sum_one_thread(const float *in, double *out, size_t n)
{
    float sum = 0.0f;
    for (size_t i = 0; i < n; i++)
        sum += in[i];
    *out = sum;
}

template <class T> __global__ void to_double(const T *result, double *out)
{
    *out = (double)*result;
}

__global__ static void pair_to_double(const struct pair *result, double *out)
{
    *out = (double)(result->sum + result->lost);
}

__global__ static void unsigned_to_double(const unsigned *result, double *out)
{
    *out = (double)(int)*result;
}

// Reduces into the second half of the output, for a kernel that turns it into a double.
template <class Op> static typename Op::type *reduce(const struct lab_work *work)
{
    struct lab_work part = *work;
    part.out = (double *)work->out + 1;
    fold_launch<Op>(&part);
    return (typename Op::type *)part.out;
}

static void launch_one_thread(const struct lab_work *work)
{
    sum_one_thread<<<1, 1>>>((const float *)work->in, (double *)work->out, work->n);
}

static void launch_pairwise(const struct lab_work *work)
{
    const float *result = reduce<plus<float, float>>(work);
    to_double<<<1, 1>>>(result, (double *)work->out);
}

static void launch_neumaier(const struct lab_work *work)
{
    const struct pair *result = reduce<neumaier>(work);
    pair_to_double<<<1, 1>>>(result, (double *)work->out);
}

static void launch_double(const struct lab_work *work)
{
    const double *result = reduce<plus<float, double>>(work);
    to_double<<<1, 1>>>(result, (double *)work->out);
}

// Unsigned numbers wrap by the language's rules; a signed sum that overflows has none.
static void launch_int32(const struct lab_work *work)
{
    const unsigned *result = reduce<plus<int, unsigned>>(work);
    unsigned_to_double<<<1, 1>>>(result, (double *)work->out);
}

static void launch_int64(const struct lab_work *work)
{
    const long long *result = reduce<plus<int, long long>>(work);
    to_double<<<1, 1>>>(result, (double *)work->out);
}

static const struct lab_way ways[] = {
    { "float, one thread", launch_one_thread, sizeof(float), 0, (size_t)1 << 22 },
    { "float, tree", launch_pairwise, sizeof(float), 0, 0 },
    { "float, tree with Neumaier", launch_neumaier, sizeof(float), 0, 0 },
    { "double, tree", launch_double, sizeof(float), 0, 0 },
    { "int32", launch_int32, sizeof(int), 1, 0 },
    { "int64", launch_int64, sizeof(int), 1, 0 },
};

int main(int argc, char **argv)
{
    const struct lab lab = { ways,           LAB_COUNT(ways), 0, precision_bytes,
                             precision_fill, precision_judge };
    return lab_main(argc, argv, &lab);
}
