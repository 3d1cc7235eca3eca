// Scan: the sum is its last element
//
// A scan gives every element the sum of all before it; the sum of the whole
// array falls out at the end. Blelloch's scan first climbs the tree of the
// reduction and keeps every partial sum where it was made (up-sweep), then
// walks down again and hands each subtree the sum of what lies to its left
// (down-sweep).
// Cost: twice the additions and barriers of a reduction, and every element is
// written. Who wants only the sum stops at the top of the tree.

#include "lab.h"
#include "scan.h"

#define BLOCK 256
#define SEGMENT (2 * BLOCK) // elements that one block scans

// Lane-free places: one empty cell after every 32 keeps the strides off one bank.
#define CELL(k) ((k) + (k) / 32)

// After it, cell[k] for k = 2^j - 1 (mod 2^j) holds the sum of the 2^j elements up to k.
__device__ static void up_sweep(int *cell)
{
    for (unsigned stride = 1; stride < SEGMENT; stride *= 2) {
        const unsigned k = (2 * threadIdx.x + 2) * stride - 1;
        if (k < SEGMENT)
            cell[CELL(k)] += cell[CELL(k - stride)];
        __syncthreads();
    }
}

__device__ static void down_sweep(int *cell)
{
    for (unsigned stride = SEGMENT / 2; stride > 0; stride /= 2) {
        const unsigned k = (2 * threadIdx.x + 2) * stride - 1;
        if (k < SEGMENT) {
            const int left = cell[CELL(k - stride)];
            cell[CELL(k - stride)] = cell[CELL(k)]; // the left child: what lies before both
            cell[CELL(k)] += left;                  // the right one: the left child as well
        }
        __syncthreads();
    }
}

// Scans each segment of its own: out[i] is the sum of the segment before i. totals gets a sum per
// segment. With out == NULL it stops at the top: a reduction.
__global__ static void scan_segments(const int *in, int *out, int *totals, size_t n)
{
    __shared__ int cell[CELL(SEGMENT)];
    const unsigned tid = threadIdx.x;
    const size_t first = (size_t)blockIdx.x * SEGMENT;
    for (unsigned k = tid; k < SEGMENT; k += BLOCK)
        cell[CELL(k)] = (first + k < n) ? in[first + k] : 0;
    __syncthreads();

    up_sweep(cell);
    if (tid == 0) {
        totals[blockIdx.x] = cell[CELL(SEGMENT - 1)];
        cell[CELL(SEGMENT - 1)] = 0; // nothing lies before the whole segment
    }
    if (out == NULL)
        return;
    __syncthreads();

    down_sweep(cell);
    for (unsigned k = tid; k < SEGMENT; k += BLOCK) {
        if (first + k < n)
            out[first + k] = cell[CELL(k)];
    }
}

__global__ static void add_before(int *out, const int *before, size_t n)
{
    const size_t first = (size_t)blockIdx.x * SEGMENT;
    for (unsigned k = threadIdx.x; k < SEGMENT; k += BLOCK) {
        if (first + k < n)
            out[first + k] += before[blockIdx.x];
    }
}

static size_t segments_of(size_t n)
{
    return n > 0 ? (n + SEGMENT - 1) / SEGMENT : 1;
}

// Scans in[0..n) into out[0..n), *total gets the sum: the segments' totals are scanned in their
// turn. `scratch` has room for them and for those of all levels above.
static void scan(const int *in, int *out, int *total, size_t n, int *scratch)
{
    const size_t segments = segments_of(n);
    int *totals = segments == 1 ? total : scratch, *before = scratch + segments;
    scan_segments<<<(unsigned)segments, BLOCK>>>(in, out, totals, n);
    if (segments == 1)
        return;
    scan(totals, out == NULL ? NULL : before, total, segments, before + segments);
    if (out != NULL)
        add_before<<<(unsigned)segments, BLOCK>>>(out, before, n);
}

// Four times the first level's totals is enough for all levels.
static int *scratch_for(size_t n)
{
    return (int *)lab_scratch(4 * (segments_of(n) + 1) * sizeof(int));
}

// out[0..n) is the scan and out[n] the sum: the last element of an array one longer.
static void launch_scan(const struct lab_work *work)
{
    int *out = (int *)work->out;
    scan((const int *)work->in, out, out + work->n, work->n, scratch_for(work->n));
}

static void launch_up_sweep(const struct lab_work *work)
{
    scan((const int *)work->in, NULL, (int *)work->out + work->n, work->n, scratch_for(work->n));
}

static const struct lab_way ways[] = {
    { "up-sweep only: the sum", launch_up_sweep, sizeof(int), 0, 0 },
    { "scan: every sum", launch_scan, sizeof(int), 0, 0 },
};

int main(int argc, char **argv)
{
    const struct lab lab = { ways, LAB_COUNT(ways), 0, scan_bytes, scan_fill, scan_judge };
    return lab_main(argc, argv, &lab);
}
