/* cudaProfilerStart and cudaProfilerStop come with cuda_runtime_api.h. */
#ifndef SIMT_CUDA_PROFILER_API_H
#define SIMT_CUDA_PROFILER_API_H

#include "cuda_runtime_api.h"

#endif
