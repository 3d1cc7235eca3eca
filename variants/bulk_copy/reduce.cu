// Bulk copy: the array comes to shared memory by itself
//
// One thread orders a chunk of 8 * BLOCK floats with a single instruction, and
// a barrier in shared memory tells when all its bytes have arrived. STAGES
// chunks are under way at any time, and no register holds them.
// Cost: compute capability 9.0 (Hopper) or later, chunks on a 16-byte boundary,
// and code that is longer than the sum it makes.

#include <cuda/ptx>

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

// Orders one chunk; `arrived` is complete when its last byte is there.
__device__ static void order(const float *from, float4 *stage, uint64_t *arrived)
{
    using namespace cuda::ptx;
    mbarrier_arrive_expect_tx(sem_release, scope_cta, space_shared, arrived, CHUNK * sizeof(float));
    cp_async_bulk(space_cluster, space_global, stage, from, CHUNK * sizeof(float), arrived);
}

__global__ void reduce(const float *in, float *out, size_t n)
{
    __shared__ uint64_t arrived[STAGES];
    __shared__ float partial[BLOCK / 32];
    const unsigned tid = threadIdx.x;
    const size_t i = (size_t)blockIdx.x * BLOCK + tid, grid = (size_t)gridDim.x * BLOCK;

    // A copy needs a 16-byte boundary: what no chunk covers are edges.
    const size_t head = min(n, (size_t)(-(uintptr_t)in / sizeof(float) % 4));
    const size_t chunks = (n - head) / CHUNK, edges = n - chunks * CHUNK;
    if (tid == 0) {
        for (unsigned k = 0; k < STAGES; k++)
            cuda::ptx::mbarrier_init(&arrived[k], 1);
        cuda::ptx::fence_mbarrier_init(cuda::ptx::sem_release, cuda::ptx::scope_cluster);
        size_t c = blockIdx.x;
        for (unsigned k = 0; k < STAGES && c < chunks; k++, c += gridDim.x)
            order(in + head + c * CHUNK, stages + k * CHUNK / 4, &arrived[k]);
    }
    __syncthreads(); // the barriers are there to wait at

    float sum = 0.0f;
    unsigned k = 0, parity = 0; // the stage that comes next, and its barrier's phase
    for (size_t c = blockIdx.x; c < chunks; c += gridDim.x) {
        while (!cuda::ptx::mbarrier_try_wait_parity(&arrived[k], parity))
            continue;
        for (unsigned q = tid; q < CHUNK / 4; q += BLOCK) {
            const float4 v = stages[k * CHUNK / 4 + q];
            sum += (v.x + v.y) + (v.z + v.w);
        }
        __syncthreads(); // everybody has read: the stage may be filled again
        const size_t next = c + (size_t)STAGES * gridDim.x;
        if (tid == 0 && next < chunks)
            order(in + head + next * CHUNK, stages + k * CHUNK / 4, &arrived[k]);
        k = (k + 1) % STAGES;
        parity ^= (k == 0);
    }
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
