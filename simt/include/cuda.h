/*
 * The driver API's version and types. simt has the runtime API only: a driver
 * call (cuInit, …) is not declared, so the compiler names it.
 */
#ifndef SIMT_CUDA_H
#define SIMT_CUDA_H

#include "cuda_runtime_api.h"

#define CUDA_VERSION CUDART_VERSION

typedef int CUdevice;
typedef cudaStream_t CUstream;
typedef cudaEvent_t CUevent;

#endif
