// Statistics: mean, variance and bounds in one pass
//
// Count, mean and squared distances (m2) of two groups can be merged into those
// of both (Chan's formula), so they reduce like a number, and the bounds go
// along. The variance is m2 / count, or m2 / (count - 1) for a sample. The
// second way looks simpler, sums of x and of x * x, and loses the more digits
// the larger the mean is beside the spread: two large numbers are subtracted.
// Cost: a division per merge, in double precision, which many GPUs do slowly.

#include "fold.cuh"
#include "statistics.h"

#include <math.h>

struct chan {
    typedef float in;
    typedef struct moments type;
    static __device__ type identity()
    {
        return { 0, 0, 0, INFINITY, -INFINITY };
    }
    static __device__ type load(float value, size_t)
    {
        return { 1, value, 0, value, value };
    }
    static __device__ type merge(type a, type b)
    {
        const double count = a.count + b.count, distance = b.mean - a.mean;
        const double share = count > 0 ? b.count / count : 0;
        return { count, a.mean + distance * share,
                 a.m2 + b.m2 + distance * distance * a.count * share, fminf(a.least, b.least),
                 fmaxf(a.most, b.most) };
    }
};

// Floats only, as one would write it first.
struct squares {
    float count, sum, sum_squares, least, most;
};

struct naive {
    typedef float in;
    typedef struct squares type;
    static __device__ type identity()
    {
        return { 0, 0, 0, INFINITY, -INFINITY };
    }
    static __device__ type load(float value, size_t)
    {
        return { 1, value, value * value, value, value };
    }
    static __device__ type merge(type a, type b)
    {
        return { a.count + b.count, a.sum + b.sum, a.sum_squares + b.sum_squares,
                 fminf(a.least, b.least), fmaxf(a.most, b.most) };
    }
};

struct bounds {
    typedef float2 in;
    typedef struct box type;
    static __device__ type identity()
    {
        return { INFINITY, -INFINITY, INFINITY, -INFINITY };
    }
    static __device__ type load(float2 p, size_t)
    {
        return { p.x, p.x, p.y, p.y };
    }
    static __device__ type merge(type a, type b)
    {
        return { fminf(a.left, b.left), fmaxf(a.right, b.right), fminf(a.bottom, b.bottom),
                 fmaxf(a.top, b.top) };
    }
};

__global__ static void to_moments(const struct squares *s, struct moments *out)
{
    const float mean = s->sum / s->count;
    *out = { s->count, mean, s->sum_squares - s->sum * mean, s->least, s->most };
}

static void launch_naive(const struct lab_work *work)
{
    // fold_launch leaves its result at the place of the output; it is turned over there.
    struct lab_work part = *work;
    part.out = (char *)work->out + sizeof(struct moments);
    fold_launch<naive>(&part);
    to_moments<<<1, 1>>>((const struct squares *)part.out, (struct moments *)work->out);
}

static const struct lab_way ways[] = {
    { "mean, variance, bounds (Chan)", fold_launch<chan>, sizeof(float), 0, 0 },
    { "sums of x and x * x in float", launch_naive, sizeof(float), 0, 0 },
    { "bounding box of points", fold_launch<bounds>, sizeof(float2), 1, 0 },
};

int main(int argc, char **argv)
{
    const struct lab lab = {
        ways, LAB_COUNT(ways), 1, statistics_bytes, statistics_fill, statistics_judge
    };
    return lab_main(argc, argv, &lab);
}
