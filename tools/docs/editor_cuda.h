/*
 * For editors only: what nvcc knows by itself, in clang's words, so that clangd reads
 * .cu files with simt's headers and without CUDA. See tools/docs/editor.py.
 */
#ifndef EDITOR_CUDA_H
#define EDITOR_CUDA_H

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __grid_constant__

/* clang has one of its own, for devices only. */
#define __syncthreads editor_syncthreads

#include <stdlib.h>
#include <new>
/* The functions of simt and of the library run on either side. */
#pragma clang force_cuda_host_device begin
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
/* What <<<...>>> calls. */
extern "C" cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = 0);
extern "C" int __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = 0);
/* simt's rewriter drops the cast of a kernel to void *; here it stays. */
cudaError_t cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                                        size_t shared = 0, cudaStream_t stream = 0);
cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                             size_t shared = 0, cudaStream_t stream = 0);
cudaError_t cudaFuncSetAttribute(const void *kernel, cudaFuncAttribute attribute, int value);
#include <cooperative_groups.h>
#pragma clang force_cuda_host_device end

#endif
