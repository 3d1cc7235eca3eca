// One warp, one access: every pattern of pattern.c at every width, each in a
// launch of its own, for a profiler to count. With arguments, only the patterns
// named. Prints the launches in order as `kernel width pattern`, one a line.

#include "pattern.h"

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

extern __shared__ uint4 cells[]; // PATTERN_CELLS of the width in use; their values do not matter

template <typename T> __global__ void shared_load(const int *cell, T *out)
{
    const int c = cell[threadIdx.x];
    if (c != PATTERN_IDLE)
        out[threadIdx.x] = reinterpret_cast<const T *>(cells)[c];
}

template <typename T> __global__ void shared_store(const int *cell, T value, T *out)
{
    const int c = cell[threadIdx.x];
    if (c != PATTERN_IDLE)
        reinterpret_cast<T *>(cells)[c] = value;
    __syncthreads();
    if (threadIdx.x == 0) // or the stores would be removed
        out[0] = reinterpret_cast<const T *>(cells)[cell[0]];
}

template <typename T> __global__ void global_load(const int *cell, const T *in, T *out)
{
    const int c = cell[threadIdx.x];
    if (c != PATTERN_IDLE)
        out[threadIdx.x] = in[c];
}

template <typename T> __global__ void global_store(const int *cell, T value, T *out)
{
    const int c = cell[threadIdx.x];
    if (c != PATTERN_IDLE)
        out[c] = value;
}

__global__ void shared_atomic(const int *cell, unsigned *out)
{
    unsigned *const sums = reinterpret_cast<unsigned *>(cells);
    const int c = cell[threadIdx.x];
    if (c != PATTERN_IDLE)
        atomicAdd(&sums[c], 1u + threadIdx.x);
    __syncthreads();
    out[threadIdx.x] = sums[threadIdx.x];
}

__global__ void global_atomic(const int *cell, unsigned *out)
{
    const int c = cell[threadIdx.x];
    if (c != PATTERN_IDLE)
        atomicAdd(&out[c], 1u + threadIdx.x);
}

static void check(cudaError_t error, const char *what)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
    exit(1);
}

static void done(const char *kernel, size_t width, unsigned pattern)
{
    check(cudaGetLastError(), kernel);
    check(cudaDeviceSynchronize(), kernel);
    printf("%s %zu %s\n", kernel, width, pattern_name(pattern));
}

template <typename T> static void all_kernels(unsigned pattern, const int *cell, void *memory)
{
    const size_t bytes = PATTERN_CELLS * sizeof(T);
    T *const a = static_cast<T *>(memory), *const b = a + PATTERN_CELLS;
    shared_load<T><<<1, 32, bytes>>>(cell, b);
    done("shared_load", sizeof(T), pattern);
    shared_store<T><<<1, 32, bytes>>>(cell, T(), b);
    done("shared_store", sizeof(T), pattern);
    global_load<T><<<1, 32>>>(cell, a, b);
    done("global_load", sizeof(T), pattern);
    global_store<T><<<1, 32>>>(cell, T(), a);
    done("global_store", sizeof(T), pattern);
}

static void atomics(unsigned pattern, const int *cell, unsigned *memory)
{
    shared_atomic<<<1, 32, PATTERN_CELLS * sizeof(unsigned)>>>(cell, memory);
    done("shared_atomic", sizeof(unsigned), pattern);
    global_atomic<<<1, 32>>>(cell, memory);
    done("global_atomic", sizeof(unsigned), pattern);
}

static bool is_asked_for(unsigned pattern, int argc, char **argv)
{
    for (int k = 1; k < argc; k++)
        if (strcmp(argv[k], pattern_name(pattern)) == 0)
            return true;
    return argc == 1;
}

int main(int argc, char **argv)
{
    int *cell = NULL;
    void *memory = NULL;
    check(cudaMalloc(&cell, 32 * sizeof *cell), "cudaMalloc");
    check(cudaMalloc(&memory, 2 * PATTERN_CELLS * sizeof(uint4)), "cudaMalloc");
    check(cudaMemset(memory, 0, 2 * PATTERN_CELLS * sizeof(uint4)), "cudaMemset");
    for (unsigned p = 0; p < pattern_count(); p++) {
        if (!is_asked_for(p, argc, argv))
            continue;
        int cells_of_lanes[32];
        for (unsigned lane = 0; lane < 32; lane++)
            cells_of_lanes[lane] = pattern_cell(p, lane);
        check(cudaMemcpy(cell, cells_of_lanes, sizeof cells_of_lanes, cudaMemcpyHostToDevice),
              "cudaMemcpy");
        all_kernels<unsigned char>(p, cell, memory);
        all_kernels<unsigned short>(p, cell, memory);
        all_kernels<unsigned>(p, cell, memory);
        all_kernels<uint2>(p, cell, memory);
        all_kernels<uint4>(p, cell, memory);
        atomics(p, cell, static_cast<unsigned *>(memory));
    }
    check(cudaFree(cell), "cudaFree");
    check(cudaFree(memory), "cudaFree");
    return 0;
}
