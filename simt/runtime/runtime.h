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

/* Leaves `error` for cudaGetLastError and returns it. */
cudaError_t simt_api_leave(cudaError_t error);

/* 0 to 8. */
int simt_device_count(void);
int simt_current_device(void);

/* Which device an allocation belongs to travels in its flags. */
enum { SIMT_DEVICE_SHIFT = 8, SIMT_DEVICE_BITS = 0xf00 };

static inline int simt_allocation_device(const struct simt_allocation *allocation)
{
    return (int)(allocation->flags & SIMT_DEVICE_BITS) >> SIMT_DEVICE_SHIFT;
}

/* 1 for the default streams and for live ones. */
int simt_stream_valid(cudaStream_t stream);
/* Ends all streams and events of one device (cudaDeviceReset). */
void simt_streams_reset(int device);
void simt_events_reset(int device);
void simt_functions_reset(void);

#endif
