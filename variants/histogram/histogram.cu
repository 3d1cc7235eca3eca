// Histogram: a sum for each bin
//
// Which of the sums an element belongs to is known only when it is read, so
// there is no tree: atomics decide. In global memory every element queues at
// its bin. With bins in shared memory a block counts for itself first, several
// copies of the bins keep lanes apart, and one global atomic per bin and block
// is left.
// Cost: popular bins still make queues, and shared memory holds some ten
// thousand bins at most. For more a block takes a part of them and reads
// everything again for each part, or the atomics go to global memory.

#include "grid.h"
#include "histogram.h"
#include "lab.h"

#ifndef __SIMT__
#include <cub/cub.cuh>
#endif

#define BLOCK 1024
#define COPIES 8       // of the few bins, in each block
#define PART_BINS 8192 // of the many, in each block: 32 KB

// Calls `count` with every element of this thread's share.
template <class Count> __device__ static void each_value(const unsigned *in, size_t n, Count count)
{
    const size_t i = (size_t)blockIdx.x * BLOCK + threadIdx.x, grid = (size_t)gridDim.x * BLOCK;
    const uint4 *quad = (const uint4 *)in;
    size_t q = i;
    for (; q + grid < n / 4; q += 2 * grid) { // eight elements under way
        const uint4 v = quad[q], w = quad[q + grid];
        count(v.x), count(v.y), count(v.z), count(v.w);
        count(w.x), count(w.y), count(w.z), count(w.w);
    }
    if (q < n / 4) {
        const uint4 v = quad[q];
        count(v.x), count(v.y), count(v.z), count(v.w);
    }
    if (n / 4 * 4 + i < n)
        count(in[n / 4 * 4 + i]);
}

struct count_global {
    unsigned *bins, number;
    __device__ void operator()(unsigned value) const
    {
        atomicAdd(&bins[BIN(value, number)], 1u);
    }
};

__global__ static void histogram_global(const unsigned *in, unsigned *bins, unsigned number,
                                        size_t n)
{
    each_value(in, n, count_global{ bins, number });
}

struct count_shared {
    unsigned *mine; // a copy of the bins; the copies of one bin lie side by side
    __device__ void operator()(unsigned value) const
    {
        atomicAdd(&mine[BIN(value, FEW_BINS) * COPIES], 1u);
    }
};

__global__ static void histogram_shared(const unsigned *in, unsigned *bins, size_t n)
{
    __shared__ unsigned count[FEW_BINS * COPIES];
    for (unsigned k = threadIdx.x; k < FEW_BINS * COPIES; k += BLOCK)
        count[k] = 0;
    __syncthreads();
    each_value(in, n, count_shared{ count + threadIdx.x % COPIES });
    __syncthreads();
    for (unsigned bin = threadIdx.x; bin < FEW_BINS; bin += BLOCK) {
        unsigned sum = 0;
        for (unsigned copy = 0; copy < COPIES; copy++)
            sum += count[bin * COPIES + copy];
        if (sum > 0)
            atomicAdd(&bins[bin], sum);
    }
}

struct count_part {
    unsigned *count, first; // this block's part of the bins
    __device__ void operator()(unsigned value) const
    {
        const unsigned k = BIN(value, MANY_BINS) - first;
        if (k < PART_BINS)
            atomicAdd(&count[k], 1u);
    }
};

__global__ static void histogram_parts(const unsigned *in, unsigned *bins, size_t n)
{
    __shared__ unsigned count[PART_BINS];
    const unsigned first = blockIdx.y * PART_BINS;
    for (unsigned k = threadIdx.x; k < PART_BINS; k += BLOCK)
        count[k] = 0;
    __syncthreads();
    each_value(in, n, count_part{ count, first });
    __syncthreads();
    for (unsigned k = threadIdx.x; k < PART_BINS; k += BLOCK) {
        if (count[k] > 0)
            atomicAdd(&bins[first + k], count[k]);
    }
}

static void clear(const struct lab_work *work, unsigned bins)
{
    cudaMemsetAsync(work->out, 0, bins * sizeof(unsigned));
}

static void launch_global(const struct lab_work *work, unsigned number)
{
    const unsigned blocks = grid_for(work->n, BLOCK, 8);
    clear(work, number);
    histogram_global<<<blocks, BLOCK>>>((const unsigned *)work->in, (unsigned *)work->out, number,
                                        work->n);
}

static void few_global(const struct lab_work *work)
{
    launch_global(work, FEW_BINS);
}

static void many_global(const struct lab_work *work)
{
    launch_global(work, MANY_BINS);
}

static void few_shared(const struct lab_work *work)
{
    const unsigned blocks = grid_for(work->n, BLOCK, 8);
    clear(work, FEW_BINS);
    histogram_shared<<<blocks, BLOCK>>>((const unsigned *)work->in, (unsigned *)work->out, work->n);
}

static void many_parts(const struct lab_work *work)
{
    const unsigned parts = MANY_BINS / PART_BINS, blocks = grid_for(work->n, BLOCK, 8);
    const dim3 grid(blocks > parts ? blocks / parts : 1, parts);
    clear(work, MANY_BINS);
    histogram_parts<<<grid, BLOCK>>>((const unsigned *)work->in, (unsigned *)work->out, work->n);
}

#ifndef __SIMT__ // the yardstick, where the library runs
template <int BINS> static void launch_cub(const struct lab_work *work)
{
    const unsigned *in = (const unsigned *)work->in;
    unsigned *out = (unsigned *)work->out;
    const unsigned top = 1u << VALUE_BITS;
    const long long n = (long long)work->n;
    size_t bytes = 0;
    cub::DeviceHistogram::HistogramEven(NULL, bytes, in, out, BINS + 1, 0u, top, n);
    cub::DeviceHistogram::HistogramEven(lab_scratch(bytes), bytes, in, out, BINS + 1, 0u, top, n);
}
#endif

static const struct lab_way ways[] = {
    { "256 bins, global atomics", few_global, sizeof(unsigned), 0, 0 },
    { "256 bins, shared", few_shared, sizeof(unsigned), 0, 0 },
    { "65536 bins, global atomics", many_global, sizeof(unsigned), 0, 0 },
    { "65536 bins, shared, in parts", many_parts, sizeof(unsigned), 0, 0 },
#ifndef __SIMT__
    { "256 bins, CUB", launch_cub<FEW_BINS>, sizeof(unsigned), 0, 0 },
    { "65536 bins, CUB", launch_cub<MANY_BINS>, sizeof(unsigned), 0, 0 },
#endif
};

static bool judge(size_t way, const void *in, size_t n, const void *out, char *text, size_t size)
{
    const unsigned bins = ways[way].name[0] == '2' ? FEW_BINS : MANY_BINS;
    return histogram_judge(bins, in, n, out, text, size);
}

int main(int argc, char **argv)
{
    const struct lab lab = { ways, LAB_COUNT(ways), 0, histogram_bytes, histogram_fill, judge };
    return lab_main(argc, argv, &lab);
}
