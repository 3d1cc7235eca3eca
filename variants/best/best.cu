// Best: the fastest way for this N
//
// A short array is a question of latency: as long as one trip of FLIGHT float4
// loads per thread covers it, one block does it all, then one cluster, whose
// blocks exchange sums without global memory. A longer one needs the whole
// device and the ticket, and from 2^26 floats on bulk copies, which keep more
// bytes under way than registers can.
// Cost: the limits between the four ways were measured on one kind of GPU.

#include "best.h"

#include "last_block.cuh"
#ifndef __SIMT__
#include "cluster.cuh"
#include "sum_bulk.cuh"
#endif

#define GRID_BLOCK 512
#define GRID_BLOCKS_PER_SM 4
#define BULK_FROM ((size_t)1 << 26) // floats

// Blocks of GRID_BLOCK threads that fit on a multiprocessor; keeps the registers few enough.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ == 750
#define MOST_RESIDENT 2
#elif defined(__CUDA_ARCH__) && (__CUDA_ARCH__ == 860 || __CUDA_ARCH__ == 890)
#define MOST_RESIDENT 3
#else
#define MOST_RESIDENT 4
#endif

enum { MAX_DEVICES = 64 };

// What the current device can do beyond the plain kernels.
struct extras {
    bool known, cluster, bulk;
};

template <unsigned THREADS>
__global__ __launch_bounds__(THREADS) void sum_one(const float *in, float *out, unsigned n)
{
    __shared__ float partial[THREADS / 32];
    const float sum = reduce_block<THREADS>(sum_trip<THREADS>(in, n), partial);
    if (threadIdx.x == 0)
        *out = sum;
}

template <class Index>
__global__ __launch_bounds__(GRID_BLOCK, MOST_RESIDENT) void sum_grid(const float *in, float *out,
                                                                      Index n)
{
    finish<GRID_BLOCK>(sum_share<GRID_BLOCK>(in, n), out);
}

static cudaError_t grid_launch(const float *d_in, float *d_out, size_t n, cudaStream_t stream)
{
    const size_t trip = (size_t)GRID_BLOCK * FLIGHT * 4, busy = (n + trip - 1) / trip;
    const size_t most = (size_t)GRID_BLOCKS_PER_SM * grid_multiprocessors();
    const unsigned blocks = (unsigned)min(busy, min(most, (size_t)GRID_MOST));
    if (n < (size_t)1 << 31)
        sum_grid<unsigned><<<blocks, GRID_BLOCK, 0, stream>>>(d_in, d_out, (unsigned)n);
    else
        sum_grid<size_t><<<blocks, GRID_BLOCK, 0, stream>>>(d_in, d_out, n);
    return cudaPeekAtLastError();
}

#ifdef __SIMT__ // simt has neither clusters nor bulk copies
static struct extras extras_here()
{
    return {};
}

static cudaError_t cluster_launch(const float *, float *, size_t, cudaStream_t)
{
    return cudaErrorNotSupported;
}

static cudaError_t bulk_launch(const float *, float *, size_t, cudaStream_t)
{
    return cudaErrorNotSupported;
}
#else
// Asked once per device. Two threads that ask at the same time get the same answer.
static struct extras extras_here()
{
    static struct extras extras[MAX_DEVICES];
    int device = 0;
    if (cudaGetDevice(&device) != cudaSuccess || device >= MAX_DEVICES)
        return {};
    if (!extras[device].known) {
        const bool hopper = grid_capability() >= 90;
        extras[device] = { true, hopper && cluster_prepare(), hopper && bulk_prepare() };
    }
    return extras[device];
}
#endif

template <unsigned THREADS>
static cudaError_t one_launch(const float *d_in, float *d_out, size_t n, cudaStream_t stream)
{
    sum_one<THREADS><<<1, THREADS, 0, stream>>>(d_in, d_out, (unsigned)n);
    return cudaPeekAtLastError();
}

cudaError_t best_sum(const float *d_in, float *d_out, size_t n, cudaStream_t stream)
{
    const size_t threads = (n + 4 * FLIGHT - 1) / (4 * FLIGHT); // that one trip needs
    if (threads <= 256)
        return one_launch<256>(d_in, d_out, n, stream);
    if (threads <= 512)
        return one_launch<512>(d_in, d_out, n, stream);
    if (threads <= 1024)
        return one_launch<1024>(d_in, d_out, n, stream);
    const struct extras extras = extras_here();
    if (extras.cluster && threads <= 16 * 1024)
        return cluster_launch(d_in, d_out, n, stream);
    if (extras.bulk && n >= BULK_FROM)
        return bulk_launch(d_in, d_out, n, stream);
    return grid_launch(d_in, d_out, n, stream);
}
