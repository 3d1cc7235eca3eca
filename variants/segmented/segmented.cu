// Segmented: a sum for every row
//
// Many short rows instead of one long array. One thread per row needs no
// partner, but its neighbour reads a row further on, so a warp's loads are
// scattered. One warp per row reads side by side and combines with shuffles,
// without a barrier. One block per row has a barrier to pay and mostly idle
// threads: it is for long rows.
// Cost: a row that is no multiple of 32 wide leaves lanes idle in its last
// trip, and starts in the middle of a sector.

#include "lab.h"
#include "segmented.h"

#define BLOCK 256

// Adds up one value per lane of a warp; every lane gets the total.
__device__ static float reduce_warp(float sum)
{
    for (unsigned stride = 16; stride > 0; stride /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, stride);
    return sum;
}

// The end of a row in an array of n.
__device__ static size_t end_of(size_t row, size_t n)
{
    return min((row + 1) * ROW, n);
}

__global__ static void row_per_thread(const float *in, float *out, size_t n, size_t rows)
{
    const size_t row = (size_t)blockIdx.x * BLOCK + threadIdx.x;
    if (row >= rows)
        return;
    float sum = 0.0f;
    for (size_t i = row * ROW; i < end_of(row, n); i++)
        sum += in[i];
    out[row] = sum;
}

__global__ static void row_per_warp(const float *in, float *out, size_t n, size_t rows)
{
    const size_t row = (size_t)blockIdx.x * (BLOCK / 32) + threadIdx.x / 32;
    const unsigned lane = threadIdx.x % 32;
    if (row >= rows)
        return; // the whole warp leaves, or none of it
    float sum = 0.0f;
    for (unsigned k = lane; k < ROW; k += 32) // unrolled: all trips' loads are under way at once
        sum += (row * ROW + k < n) ? in[row * ROW + k] : 0.0f;
    sum = reduce_warp(sum);
    if (lane == 0)
        out[row] = sum;
}

__global__ static void row_per_block(const float *in, float *out, size_t n)
{
    __shared__ float partial[BLOCK / 32];
    const size_t row = blockIdx.x;
    const unsigned tid = threadIdx.x;
    float sum = 0.0f;
    for (size_t i = row * ROW + tid; i < end_of(row, n); i += BLOCK)
        sum += in[i];
    sum = reduce_warp(sum);
    if (tid % 32 == 0)
        partial[tid / 32] = sum;
    __syncthreads();
    if (tid < 32)
        sum = reduce_warp(tid < BLOCK / 32 ? partial[tid] : 0.0f);
    if (tid == 0)
        out[row] = sum;
}

static size_t rows_of(size_t n)
{
    return (n + ROW - 1) / ROW;
}

static void launch_thread(const struct lab_work *work)
{
    const size_t rows = rows_of(work->n);
    const unsigned blocks = (unsigned)((rows + BLOCK - 1) / BLOCK);
    row_per_thread<<<blocks, BLOCK>>>((const float *)work->in, (float *)work->out, work->n, rows);
}

static void launch_warp(const struct lab_work *work)
{
    const size_t rows = rows_of(work->n);
    const unsigned blocks = (unsigned)((rows + BLOCK / 32 - 1) / (BLOCK / 32));
    row_per_warp<<<blocks, BLOCK>>>((const float *)work->in, (float *)work->out, work->n, rows);
}

static void launch_block(const struct lab_work *work)
{
    const unsigned rows = (unsigned)rows_of(work->n);
    row_per_block<<<rows, BLOCK>>>((const float *)work->in, (float *)work->out, work->n);
}

static const struct lab_way ways[] = {
    { "one thread per row", launch_thread, sizeof(float), 0, 0 },
    { "one warp per row", launch_warp, sizeof(float), 0, 0 },
    { "one block per row", launch_block, sizeof(float), 0, 0 },
};

int main(int argc, char **argv)
{
    const struct lab lab = { ways,           LAB_COUNT(ways), 1, segmented_bytes,
                             segmented_fill, segmented_judge };
    return lab_main(argc, argv, &lab);
}
