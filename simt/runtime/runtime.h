/*
 * What the parts of the runtime API share. Private to simt/runtime.
 */
#ifndef SIMT_RUNTIME_H
#define SIMT_RUNTIME_H

#include <cuda_runtime_api.h>

#include "simt_memory.h"

/* The error that stops a call before it begins: no device, a kernel's sticky
 * error, or a call from device code; else cudaSuccess. */
cudaError_t simt_api_enter(void);
/* The same for calls that only ask about devices: a kernel's error does not
 * stop them. */
cudaError_t simt_api_query(void);

/* A call of the API: its name and where it returns to in the user's code. */
struct simt_call {
    const char *what;
    const void *pc;
};

/* Only in the API's own functions, never in a helper. */
#define CALL ((struct simt_call){ __func__, __builtin_return_address(0) })

/* Leaves `error` for cudaGetLastError, tells observers, and returns it. */
cudaError_t simt_api_leave(struct simt_call call, cudaError_t error);
#define LEAVE(error) simt_api_leave(CALL, error)
/* In what stands behind a template of the API. */
#define LEAVE_AS(name, error)                                                                      \
    simt_api_leave((struct simt_call){ name, __builtin_return_address(0) }, error)

/* Tells observers of new memory, and of each run of bytes copied or filled
 * (from is NULL). */
void simt_api_allocated(const void *pointer);
void simt_api_copied(struct simt_call call, void *to, const void *from, size_t bytes,
                     cudaStream_t stream);

/* Gives memory back and tells observers, also of a refusal. */
cudaError_t simt_api_release(struct simt_call call, void *pointer, unsigned kinds);

/* cudaMemcpyAsync. */
cudaError_t simt_api_copy(struct simt_call call, void *to, const void *from, size_t count,
                          enum cudaMemcpyKind kind, cudaStream_t stream);

/* 0 to 8. */
int simt_device_count(void);
int simt_current_device(void);

struct simt_kernel;
struct simt_config;

/* The launch gate: 0, or the error that refuses a launch. */
int simt_launch_allowed(const struct simt_kernel *kernel, const struct simt_config *config);

/* Which device an allocation belongs to travels in its flags. */
enum { SIMT_DEVICE_SHIFT = 8, SIMT_DEVICE_BITS = 0xf00 };

static inline int simt_allocation_device(const struct simt_allocation *allocation)
{
    return (int)(allocation->flags & SIMT_DEVICE_BITS) >> SIMT_DEVICE_SHIFT;
}

/* cudaLimitMallocHeapSize */
size_t simt_heap_limit(void);

/* 1 for the default streams and for live ones. */
int simt_stream_valid(cudaStream_t stream);
/* Ends all streams and events of one device (cudaDeviceReset). */
void simt_streams_reset(int device);
void simt_events_reset(int device);

#endif
