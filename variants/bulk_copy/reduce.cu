// Bulk copy: the array comes to shared memory by itself
//
// One thread orders a chunk of 8 * BLOCK floats with a single instruction, and
// a barrier in shared memory tells when all its bytes have arrived. While one
// chunk is added up STAGES - 1 are under way, and no register holds them.
// Cost: compute capability 9.0 (Hopper) or later, chunks on a 16-byte boundary,
// and code that is longer than the sum it makes.

#include "bulk.cuh"
#include "grid.h"
#include "harness.h"

#ifndef BLOCK
#define BLOCK 256
#endif
#define ELEMENTS_PER_BLOCK GRID_STRIDE
#define STAGES 3
#define CHUNK (8 * BLOCK) // floats: two float4 per thread
REQUIRE_WHOLE_WARPS(BLOCK);
extern __shared__ __align__(128) float4 stages[]; // STAGES * CHUNK floats; whole lines

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
__global__ void reduce(const float *, float *, size_t)
{
} // launch() refuses such a GPU
#else

// Adds up one value per lane of a warp; every lane gets the total.
__device__ static float reduce_warp(float sum)
{
    for (unsigned stride = 16; stride > 0; stride /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, stride);
    return sum;
}

__global__ void reduce(const float *in, float *out, size_t n)
{
    __shared__ float partial[BLOCK / 32];
    const unsigned tid = threadIdx.x;
    const size_t i = (size_t)blockIdx.x * BLOCK + tid, grid = (size_t)gridDim.x * BLOCK;

    // A copy needs a 16-byte boundary: what no chunk covers are edges.
    const size_t head = min(n, (size_t)(-(uintptr_t)in / sizeof(float) % 4));
    const size_t chunks = (n - head) / CHUNK, edges = n - chunks * CHUNK;
    float sum = 0.0f;
    const auto add = [&](const float4 *stage, size_t) {
        for (unsigned q = tid; q < CHUNK / 4; q += BLOCK)
            sum += add4(stage[q]);
    };
    bulk_stream<CHUNK * sizeof(float), STAGES>(in + head, chunks, stages, add);
    for (size_t e = i; e < edges; e += grid)
        sum += in[e < head ? e : e + chunks * CHUNK];

    sum = reduce_warp(sum);
    if (tid % 32 == 0)
        partial[tid / 32] = sum;
    __syncthreads();

    if (tid < 32)
        sum = reduce_warp(tid < BLOCK / 32 ? partial[tid] : 0.0f);
    if (tid == 0)
        out[blockIdx.x] = sum;
}
#endif

static void launch(const float *d_in, float *d_out, size_t n, unsigned blocks)
{
    const int shared = STAGES * CHUNK * sizeof(float);
    grid_require_capability(90, "bulk_copy");
    cudaFuncSetAttribute(reduce, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
    reduce<<<blocks, BLOCK, shared>>>(d_in, d_out, n);
}

int main(int argc, char **argv)
{
    const struct step step = { launch, BLOCK, ELEMENTS_PER_BLOCK };
    return harness_main(argc, argv, &step);
}
