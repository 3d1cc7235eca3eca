/*
 * Allocation and release: device, managed and pinned host memory.
 */
#include "runtime.h"

#include <stdlib.h>

enum { PITCH_ALIGNMENT = 512 };

#define KIND(kind) (1u << SIMT_MEMORY_##kind)

/* The caller's return address: where the user's code made this call. */
#define CALLER __builtin_return_address(0)

static cudaError_t allocate(void **pointer, size_t size, enum simt_memory_kind kind,
                            const char *what, const void *site)
{
    const cudaError_t error = simt_api_enter();
    if (error)
        return error;
    if (!pointer)
        return cudaErrorInvalidValue;
    *pointer = NULL;
    if (size == 0)
        return cudaSuccess;
    *pointer = simt_memory_allocate(size, kind, what, site);
    if (!*pointer)
        return cudaErrorMemoryAllocation;
    simt_memory_flag(*pointer, (unsigned)simt_current_device() << SIMT_DEVICE_SHIFT);
    return cudaSuccess;
}

static cudaError_t release(void *pointer, unsigned kinds, const void *site)
{
    const cudaError_t error = simt_api_enter();
    if (error || !pointer)
        return error;
    return simt_memory_release(pointer, kinds, site, NULL) == SIMT_RELEASED ? cudaSuccess
                                                                            : cudaErrorInvalidValue;
}

cudaError_t cudaMalloc(void **pointer, size_t size)
{
    return simt_api_leave(allocate(pointer, size, SIMT_MEMORY_DEVICE, "cudaMalloc", CALLER));
}

cudaError_t cudaMallocAsync(void **pointer, size_t size, cudaStream_t stream)
{
    if (!simt_stream_valid(stream))
        return simt_api_leave(cudaErrorInvalidResourceHandle);
    return simt_api_leave(allocate(pointer, size, SIMT_MEMORY_DEVICE, "cudaMallocAsync", CALLER));
}

cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height)
{
    if (!pitch)
        return simt_api_leave(cudaErrorInvalidValue);
    const size_t rounded = (width + PITCH_ALIGNMENT - 1) / PITCH_ALIGNMENT * PITCH_ALIGNMENT;
    if (rounded < width || (height && rounded > (size_t)-1 / height))
        return simt_api_leave(cudaErrorMemoryAllocation);
    *pitch = rounded;
    return simt_api_leave(
        allocate(pointer, rounded * height, SIMT_MEMORY_DEVICE, "cudaMallocPitch", CALLER));
}

cudaError_t cudaMallocManaged(void **pointer, size_t size, unsigned flags)
{
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)
        return simt_api_leave(cudaErrorInvalidValue);
    return simt_api_leave(
        allocate(pointer, size, SIMT_MEMORY_MANAGED, "cudaMallocManaged", CALLER));
}

cudaError_t cudaMallocHost(void **pointer, size_t size)
{
    return simt_api_leave(allocate(pointer, size, SIMT_MEMORY_HOST, "cudaMallocHost", CALLER));
}

cudaError_t cudaHostAlloc(void **pointer, size_t size, unsigned flags)
{
    const unsigned known = cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
    if (flags & ~known)
        return simt_api_leave(cudaErrorInvalidValue);
    return simt_api_leave(allocate(pointer, size, SIMT_MEMORY_HOST, "cudaHostAlloc", CALLER));
}

cudaError_t cudaFree(void *pointer)
{
    return simt_api_leave(release(pointer, KIND(DEVICE) | KIND(MANAGED), CALLER));
}

cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream)
{
    if (!simt_stream_valid(stream))
        return simt_api_leave(cudaErrorInvalidResourceHandle);
    return simt_api_leave(release(pointer, KIND(DEVICE), CALLER));
}

/* The live pinned or registered allocation that holds `pointer`. */
static int find_host(const void *pointer, struct simt_allocation *found)
{
    return simt_memory_find(pointer, found) && !found->freed && found->kind == SIMT_MEMORY_HOST;
}

cudaError_t cudaFreeHost(void *pointer)
{
    struct simt_allocation found;
    if (pointer && find_host(pointer, &found) && (found.flags & SIMT_MEMORY_REGISTERED))
        return simt_api_leave(cudaErrorInvalidValue);
    return simt_api_leave(release(pointer, KIND(HOST), CALLER));
}

cudaError_t cudaHostRegister(void *pointer, size_t size, unsigned flags)
{
    const unsigned known =
        cudaHostRegisterPortable | cudaHostRegisterMapped | cudaHostRegisterReadOnly;
    const cudaError_t error = simt_api_enter();
    if (error)
        return simt_api_leave(error);
    if (!pointer || size == 0 || (flags & ~known) || simt_memory_is_device(pointer))
        return simt_api_leave(cudaErrorInvalidValue);
    if (simt_memory_register(pointer, size, SIMT_MEMORY_HOST, SIMT_MEMORY_REGISTERED,
                             "cudaHostRegister", CALLER))
        return simt_api_leave(cudaErrorHostMemoryAlreadyRegistered);
    simt_memory_flag(pointer, (unsigned)simt_current_device() << SIMT_DEVICE_SHIFT);
    return cudaSuccess;
}

cudaError_t cudaHostUnregister(void *pointer)
{
    struct simt_allocation found;
    const cudaError_t error = simt_api_enter();
    if (error || !pointer)
        return simt_api_leave(error ? error : cudaErrorInvalidValue);
    if (!find_host(pointer, &found) || !(found.flags & SIMT_MEMORY_REGISTERED))
        return simt_api_leave(cudaErrorHostMemoryNotRegistered);
    return simt_api_leave(release(pointer, KIND(HOST), CALLER));
}

cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned flags)
{
    struct simt_allocation found;
    const cudaError_t error = simt_api_enter();
    if (error)
        return simt_api_leave(error);
    if (!device || flags || !find_host(host, &found))
        return simt_api_leave(cudaErrorInvalidValue);
    *device = host;
    return cudaSuccess;
}

cudaError_t cudaHostGetFlags(unsigned *flags, void *host)
{
    struct simt_allocation found;
    const cudaError_t error = simt_api_enter();
    if (error)
        return simt_api_leave(error);
    if (!flags || !find_host(host, &found))
        return simt_api_leave(cudaErrorInvalidValue);
    *flags = cudaHostAllocMapped; /* all pinned memory is, with one address for both */
    return cudaSuccess;
}

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total)
{
    size_t used;
    const cudaError_t error = simt_api_enter();
    if (error)
        return simt_api_leave(error);
    if (!free_bytes || !total)
        return simt_api_leave(cudaErrorInvalidValue);
    simt_memory_usage(&used, total);
    *free_bytes = *total > used ? *total - used : 0;
    return cudaSuccess;
}

static enum cudaMemoryType memory_type(const struct simt_allocation *found)
{
    switch (found->kind) {
    case SIMT_MEMORY_HOST:
        return cudaMemoryTypeHost;
    case SIMT_MEMORY_MANAGED:
        return cudaMemoryTypeManaged;
    case SIMT_MEMORY_DEVICE:
    case SIMT_MEMORY_SYMBOL:
        break;
    }
    return cudaMemoryTypeDevice;
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *pointer)
{
    struct simt_allocation found;
    const cudaError_t error = simt_api_enter();
    if (error)
        return simt_api_leave(error);
    if (!attributes)
        return simt_api_leave(cudaErrorInvalidValue);
    if (!simt_memory_find(pointer, &found) || found.freed) {
        *attributes =
            (struct cudaPointerAttributes){ cudaMemoryTypeUnregistered, cudaInvalidDeviceId, NULL,
                                            (void *)(size_t)pointer };
        return cudaSuccess;
    }
    attributes->type = memory_type(&found);
    attributes->device = simt_allocation_device(&found);
    attributes->devicePointer = (void *)(size_t)pointer;
    attributes->hostPointer =
        attributes->type == cudaMemoryTypeDevice ? NULL : (void *)(size_t)pointer;
    return cudaSuccess;
}

static cudaError_t check_hint(const void *pointer, size_t count, struct cudaMemLocation location)
{
    struct simt_allocation found;
    const cudaError_t error = simt_api_enter();
    if (error)
        return error;
    if (location.type == cudaMemLocationTypeDevice &&
        (location.id < 0 || location.id >= simt_device_count()))
        return cudaErrorInvalidDevice;
    if (location.type != cudaMemLocationTypeDevice && location.type != cudaMemLocationTypeHost)
        return cudaErrorInvalidValue;
    if (!count || !simt_memory_valid(pointer, count) || !simt_memory_find(pointer, &found))
        return cudaErrorInvalidValue;
    return found.kind == SIMT_MEMORY_MANAGED ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t count, struct cudaMemLocation location,
                                 unsigned flags, cudaStream_t stream)
{
    if (!simt_stream_valid(stream))
        return simt_api_leave(cudaErrorInvalidResourceHandle);
    return simt_api_leave(flags ? cudaErrorInvalidValue : check_hint(pointer, count, location));
}

cudaError_t cudaMemAdvise(const void *pointer, size_t count, enum cudaMemoryAdvise advice,
                          struct cudaMemLocation location)
{
    if (advice < cudaMemAdviseSetReadMostly || advice > cudaMemAdviseUnsetAccessedBy)
        return simt_api_leave(cudaErrorInvalidValue);
    return simt_api_leave(check_hint(pointer, count, location));
}
