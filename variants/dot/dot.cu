// Dot product: multiply, then it is a sum
//
// The product of two elements is made while loading; what follows is the
// reduction of the ladder. Three ways from the slowest on: a single thread adds
// everything, one block's tree, and many blocks that add their parts to the
// result with one atomic each.
// Cost: two arrays to read for one result, so twice the bytes per addition; and
// the last way adds in any order, so its last bits differ from run to run.

#include "dot.h"
#include "fold.cuh"

#ifndef __SIMT__
#include <cublas_v2.h>
#endif

// The second array begins behind the first, on the next 16-byte boundary.
#define SECOND(first, n) ((first) + ((n) + 3) / 4 * 4)

__global__ static void dot_one_thread(const float *a, const float *b, float *out, size_t n)
{
    float sum = 0.0f;
    for (size_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    *out = sum;
}

struct plus {
    typedef float in, type;
    static __device__ float merge(float a, float b)
    {
        return a + b;
    }
};

// As many blocks as there are share the array; each adds its part to *out.
__global__ static void dot_blocks(const float *a, const float *b, float *out, size_t n)
{
    const size_t grid = (size_t)gridDim.x * FOLD_BLOCK, quads = n / 4;
    const size_t i = (size_t)blockIdx.x * FOLD_BLOCK + threadIdx.x;
    const float4 *a4 = (const float4 *)a, *b4 = (const float4 *)b;
    float sum = 0.0f, other = 0.0f;
    size_t q = i;
    for (; q + grid < quads; q += 2 * grid) {
        const float4 v = a4[q], w = b4[q], x = a4[q + grid], y = b4[q + grid];
        sum += (v.x * w.x + v.y * w.y) + (v.z * w.z + v.w * w.w);
        other += (x.x * y.x + x.y * y.y) + (x.z * y.z + x.w * y.w);
    }
    if (q < quads) {
        const float4 v = a4[q], w = b4[q];
        sum += (v.x * w.x + v.y * w.y) + (v.z * w.z + v.w * w.w);
    }
    if (4 * quads + i < n)
        other += a[4 * quads + i] * b[4 * quads + i];
    sum = fold_block<plus>(sum + other);
    if (threadIdx.x == 0)
        atomicAdd(out, sum);
}

static void launch_one_thread(const struct lab_work *work)
{
    const float *a = (const float *)work->in;
    dot_one_thread<<<1, 1>>>(a, SECOND(a, work->n), (float *)work->out, work->n);
}

static void launch_one_block(const struct lab_work *work)
{
    const float *a = (const float *)work->in;
    cudaMemsetAsync(work->out, 0, sizeof(float));
    dot_blocks<<<1, FOLD_BLOCK>>>(a, SECOND(a, work->n), (float *)work->out, work->n);
}

static void launch_many_blocks(const struct lab_work *work)
{
    const float *a = (const float *)work->in;
    const unsigned blocks = grid_for(work->n, FOLD_BLOCK, 8);
    cudaMemsetAsync(work->out, 0, sizeof(float));
    dot_blocks<<<blocks, FOLD_BLOCK>>>(a, SECOND(a, work->n), (float *)work->out, work->n);
}

#ifndef __SIMT__ // the yardstick, where the library runs
static void launch_cublas(const struct lab_work *work)
{
    static cublasHandle_t handle;
    const float *a = (const float *)work->in;
    if (handle == NULL && cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS)
        cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
    cublasSdot_64(handle, (int64_t)work->n, a, 1, SECOND(a, work->n), 1, (float *)work->out);
}
#endif

static const struct lab_way ways[] = {
    { "one thread adds", launch_one_thread, 2 * sizeof(float), 0, (size_t)1 << 20 },
    { "a tree in one block", launch_one_block, 2 * sizeof(float), 0, (size_t)1 << 26 },
    { "many blocks, an atomic each", launch_many_blocks, 2 * sizeof(float), 0, 0 },
#ifndef __SIMT__
    { "cuBLAS Sdot", launch_cublas, 2 * sizeof(float), 0, 0 },
#endif
};

int main(int argc, char **argv)
{
    const struct lab lab = { ways, LAB_COUNT(ways), 0, dot_bytes, dot_fill, dot_judge };
    return lab_main(argc, argv, &lab);
}
