// Exercise 10: a design for 10^9 elements
//
// 4 GB, read once, is all the work there is. The design decides how near to the
// memory's speed it runs: as many blocks as the device holds and no more, wide
// loads, one tree per block, a second pass over few numbers; and where the
// elements do not fit in memory at once, a tile at a time.

#include "exercise.h"

// >>> your code
enum { BLOCK = 256 };

// Adds up one value per lane of a warp; every lane gets the total.
template <typename T> __device__ static T reduce_warp(T sum)
{
    for (unsigned stride = 16; stride > 0; stride /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, stride);
    return sum;
}

// The block's total; in thread 0 only.
template <typename T> __device__ static T reduce_block(T sum)
{
    __shared__ T partial[BLOCK / 32];
    const unsigned tid = threadIdx.x;
    sum = reduce_warp(sum);
    if (tid % 32 == 0)
        partial[tid / 32] = sum;
    __syncthreads();
    return tid < 32 ? reduce_warp(tid < BLOCK / 32 ? partial[tid] : 0) : 0;
}

// Adds the block's part of a tile to sums[blockIdx.x].
__global__ void add_tile(const float *in, size_t n, double *sums)
{
    const size_t i = (size_t)blockIdx.x * BLOCK + threadIdx.x, quads = n / 4, tail = n % 4;
    float sum = i < tail ? in[4 * quads + i] : 0.0f;
    for (size_t q = i; q < quads; q += (size_t)gridDim.x * BLOCK) {
        const float4 v = ((const float4 *)in)[q];
        sum += (v.x + v.y) + (v.z + v.w);
    }
    sum = reduce_block(sum);
    if (threadIdx.x == 0)
        sums[blockIdx.x] += sum; // double: tiles add up without rounding to float
}

// One block adds up the sums of all.
__global__ void finish(const double *sums, unsigned count, double *out)
{
    double sum = 0.0;
    for (unsigned i = threadIdx.x; i < count; i += BLOCK)
        sum += sums[i];
    sum = reduce_block(sum);
    if (threadIdx.x == 0)
        *out = sum;
}

// As many blocks as the device holds at once.
static unsigned resident_blocks(void)
{
    int sms = 0, blocks_per_sm = 0;
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_per_sm, add_tile, BLOCK, 0);
    return (unsigned)(sms * blocks_per_sm);
}

extern "C" cudaError_t sum_all(struct source *source, size_t n, double *sum)
{
    const size_t most = source_most(source), whole = (n + 4 * BLOCK - 1) / (4 * BLOCK);
    const unsigned blocks = (unsigned)min((size_t)resident_blocks(), max(whole, (size_t)1));
    double *d_sums; // one per block, and the total
    cudaMalloc(&d_sums, (blocks + 1) * sizeof(double));
    cudaMemset(d_sums, 0, (blocks + 1) * sizeof(double));
    for (size_t first = 0; first < n; first += most) {
        const size_t count = min(most, n - first);
        add_tile<<<blocks, BLOCK>>>(source_tile(source, first, count), count, d_sums);
    }
    finish<<<1, BLOCK>>>(d_sums, blocks, d_sums + blocks);
    cudaMemcpy(sum, d_sums + blocks, sizeof(double), cudaMemcpyDeviceToHost);
    cudaFree(d_sums);
    return cudaGetLastError();
}
// <<< your code
