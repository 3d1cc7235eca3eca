/*
 * What lies behind the templates of kernel_api.h. A kernel that is NULL is no
 * kernel: cudaErrorInvalidDeviceFunction. Errors are left for
 * cudaGetLastError, too.
 */
#ifndef SIMT_KERNEL_CALLS_H
#define SIMT_KERNEL_CALLS_H

#include <stddef.h>

#include "../driver_types.h"

#ifdef __cplusplus
extern "C" {
#endif

struct simt_kernel;
struct simt_config;

/* Around a launch through the API: sets the last error aside, so that the
 * launch's own can be returned, and brings it back if there was none. */
cudaError_t simt_call_begin(const struct simt_config *config);
cudaError_t simt_call_end(cudaError_t before);
/* What a kernel's type tells, for kernels whose address is kept as void *. */
struct simt_known_kernel {
    size_t parameters;
    const struct simt_kernel *(*describe)(const void *kernel);
    void (*call)(const void *kernel, void **arguments);
};

/* Remembers the kernel with this address; returns the address. Any thread. */
void *simt_keep_kernel(const void *kernel, const struct simt_known_kernel *known);
/* NULL if the address was not kept. */
const struct simt_known_kernel *simt_find_kernel(const void *kernel);

/* Leaves the error and returns it. */
cudaError_t simt_call_refused(cudaError_t error);

cudaError_t simt_function_attributes(struct cudaFuncAttributes *attributes,
                                     const struct simt_kernel *kernel);
cudaError_t simt_function_set(const struct simt_kernel *kernel, enum cudaFuncAttribute attribute,
                              int value);
cudaError_t simt_function_cache(const struct simt_kernel *kernel, enum cudaFuncCache config);
cudaError_t simt_function_banks(const struct simt_kernel *kernel, enum cudaSharedMemConfig config);
cudaError_t simt_function_name(const char **name, const struct simt_kernel *kernel);

cudaError_t simt_occupancy(int *blocks, const struct simt_kernel *kernel, int block_size,
                           size_t shared_bytes, unsigned flags);
cudaError_t simt_occupancy_shared(size_t *shared_bytes, const struct simt_kernel *kernel,
                                  int blocks, int block_size);
cudaError_t simt_occupancy_best(int *grid, int *block, const struct simt_kernel *kernel,
                                size_t (*shared_of)(int block_size, void *context), void *context,
                                int limit);

#ifdef __cplusplus
}
#endif

#endif
