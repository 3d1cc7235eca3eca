/*
 * What a real GPU says about an exercise that the simulated one has passed:
 * gpu_NAME.cu is compiled by nvcc together with the learner's file. It prints
 * lines for the learner and ends with 0, or with 1 if the GPU rejects it.
 */
#ifndef GPU_H
#define GPU_H

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

/* Ends the program, with the reason, unless the call went well. */
#define GPU_CHECK(call)                                                                            \
    do {                                                                                           \
        const cudaError_t gpu_status = (call);                                                     \
        if (gpu_status != cudaSuccess) {                                                           \
            printf("%s:%d: error: %s: %s\n", __FILE__, __LINE__, #call,                            \
                   cudaGetErrorString(gpu_status));                                                \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

/* Milliseconds of the fastest of `repeat` runs after one to warm up. */
template <typename F> static float gpu_time_ms(int repeat, F run)
{
    cudaEvent_t begin, end;
    float best = 1e30f;
    GPU_CHECK(cudaEventCreate(&begin));
    GPU_CHECK(cudaEventCreate(&end));
    run();
    for (int i = 0; i < repeat; i++) {
        float ms = 0.0f;
        GPU_CHECK(cudaEventRecord(begin));
        run();
        GPU_CHECK(cudaEventRecord(end));
        GPU_CHECK(cudaEventSynchronize(end));
        GPU_CHECK(cudaEventElapsedTime(&ms, begin, end));
        best = ms < best ? ms : best;
    }
    GPU_CHECK(cudaEventDestroy(begin));
    GPU_CHECK(cudaEventDestroy(end));
    return best;
}

/* The GPU's name. */
static inline const char *gpu_name(void)
{
    static cudaDeviceProp properties;
    GPU_CHECK(cudaGetDeviceProperties(&properties, 0));
    return properties.name;
}

#endif
