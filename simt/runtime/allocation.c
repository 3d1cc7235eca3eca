/*
 * Allocation and release: device, managed and pinned host memory.
 */
#include "runtime.h"

#include "event.h"

enum { PITCH_ALIGNMENT = 512 };

#define KIND(kind) (1u << SIMT_MEMORY_##kind)

static cudaError_t allocate(struct simt_call call, void **pointer, size_t size,
                            enum simt_memory_kind kind)
{
    size_t used, total;
    const cudaError_t error = simt_api_enter();
    if (error)
        return error;
    if (!pointer)
        return cudaErrorInvalidValue;
    *pointer = NULL;
    if (size == 0)
        return cudaSuccess;
    simt_memory_usage(&used, &total);
    if (size <= total)
        *pointer = simt_memory_allocate(size, kind, call.what, call.pc);
    if (!*pointer)
        return cudaErrorMemoryAllocation;
    simt_memory_flag(*pointer, (unsigned)simt_current_device() << SIMT_DEVICE_SHIFT);
    simt_api_allocated(*pointer);
    return cudaSuccess;
}

static cudaError_t release(struct simt_call call, void *pointer, unsigned kinds)
{
    struct simt_allocation found;
    const cudaError_t error = simt_api_enter();
    if (error || !pointer)
        return error;
    if (simt_memory_find(pointer, &found) && !found.freed && (found.flags & SIMT_MEMORY_HEAP)) {
        simt_emit_released(&found, SIMT_RELEASE_KIND, call.pc);
        return cudaErrorInvalidValue;
    }
    return simt_api_release(call, pointer, kinds);
}

cudaError_t cudaMalloc(void **pointer, size_t size)
{
    return LEAVE(allocate(CALL, pointer, size, SIMT_MEMORY_DEVICE));
}

cudaError_t cudaMallocAsync(void **pointer, size_t size, cudaStream_t stream)
{
    if (!simt_stream_valid(stream))
        return LEAVE(cudaErrorInvalidResourceHandle);
    return LEAVE(allocate(CALL, pointer, size, SIMT_MEMORY_DEVICE));
}

cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height)
{
    if (!pitch)
        return LEAVE(cudaErrorInvalidValue);
    const size_t rounded = (width + PITCH_ALIGNMENT - 1) / PITCH_ALIGNMENT * PITCH_ALIGNMENT;
    if (rounded < width || (height && rounded > (size_t)-1 / height))
        return LEAVE(cudaErrorMemoryAllocation);
    *pitch = rounded;
    return LEAVE(allocate(CALL, pointer, rounded * height, SIMT_MEMORY_DEVICE));
}

cudaError_t cudaMallocManaged(void **pointer, size_t size, unsigned flags)
{
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)
        return LEAVE(cudaErrorInvalidValue);
    return LEAVE(allocate(CALL, pointer, size, SIMT_MEMORY_MANAGED));
}

cudaError_t cudaMallocHost(void **pointer, size_t size)
{
    return LEAVE(allocate(CALL, pointer, size, SIMT_MEMORY_HOST));
}

cudaError_t cudaHostAlloc(void **pointer, size_t size, unsigned flags)
{
    const unsigned known = cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
    if (flags & ~known)
        return LEAVE(cudaErrorInvalidValue);
    return LEAVE(allocate(CALL, pointer, size, SIMT_MEMORY_HOST));
}

cudaError_t cudaFree(void *pointer)
{
    return LEAVE(release(CALL, pointer, KIND(DEVICE) | KIND(MANAGED)));
}

cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream)
{
    if (!simt_stream_valid(stream))
        return LEAVE(cudaErrorInvalidResourceHandle);
    return LEAVE(release(CALL, pointer, KIND(DEVICE)));
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
        return LEAVE(cudaErrorInvalidValue);
    return LEAVE(release(CALL, pointer, KIND(HOST)));
}

cudaError_t cudaHostRegister(void *pointer, size_t size, unsigned flags)
{
    const unsigned known =
        cudaHostRegisterPortable | cudaHostRegisterMapped | cudaHostRegisterReadOnly;
    const cudaError_t error = simt_api_enter();
    if (error)
        return LEAVE(error);
    if (!pointer || size == 0 || (flags & ~known) || simt_memory_is_device(pointer))
        return LEAVE(cudaErrorInvalidValue);
    if (simt_memory_register(pointer, size, SIMT_MEMORY_HOST, SIMT_MEMORY_REGISTERED,
                             "cudaHostRegister", CALL.pc))
        return LEAVE(cudaErrorHostMemoryAlreadyRegistered);
    simt_memory_flag(pointer, (unsigned)simt_current_device() << SIMT_DEVICE_SHIFT);
    simt_api_allocated(pointer);
    return LEAVE(cudaSuccess);
}

cudaError_t cudaHostUnregister(void *pointer)
{
    struct simt_allocation found;
    const cudaError_t error = simt_api_enter();
    if (error || !pointer)
        return LEAVE(error ? error : cudaErrorInvalidValue);
    if (!find_host(pointer, &found) || !(found.flags & SIMT_MEMORY_REGISTERED))
        return LEAVE(cudaErrorHostMemoryNotRegistered);
    return LEAVE(release(CALL, pointer, KIND(HOST)));
}

cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned flags)
{
    struct simt_allocation found;
    const cudaError_t error = simt_api_enter();
    if (error)
        return LEAVE(error);
    if (!device || flags || !find_host(host, &found))
        return LEAVE(cudaErrorInvalidValue);
    *device = host;
    return LEAVE(cudaSuccess);
}

cudaError_t cudaHostGetFlags(unsigned *flags, void *host)
{
    struct simt_allocation found;
    const cudaError_t error = simt_api_enter();
    if (error)
        return LEAVE(error);
    if (!flags || !find_host(host, &found))
        return LEAVE(cudaErrorInvalidValue);
    *flags = cudaHostAllocMapped; /* all pinned memory is, with one address for both */
    return LEAVE(cudaSuccess);
}

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total)
{
    size_t used;
    const cudaError_t error = simt_api_enter();
    if (error)
        return LEAVE(error);
    if (!free_bytes || !total)
        return LEAVE(cudaErrorInvalidValue);
    simt_memory_usage(&used, total);
    *free_bytes = *total > used ? *total - used : 0;
    return LEAVE(cudaSuccess);
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
        return LEAVE(error);
    if (!attributes)
        return LEAVE(cudaErrorInvalidValue);
    if (!simt_memory_find(pointer, &found) || found.freed) {
        *attributes =
            (struct cudaPointerAttributes){ cudaMemoryTypeUnregistered, cudaInvalidDeviceId, NULL,
                                            (void *)(size_t)pointer };
        return LEAVE(cudaSuccess);
    }
    attributes->type = memory_type(&found);
    attributes->device = simt_allocation_device(&found);
    attributes->devicePointer = (void *)(size_t)pointer;
    attributes->hostPointer =
        attributes->type == cudaMemoryTypeDevice ? NULL : (void *)(size_t)pointer;
    return LEAVE(cudaSuccess);
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
        return LEAVE(cudaErrorInvalidResourceHandle);
    return LEAVE(flags ? cudaErrorInvalidValue : check_hint(pointer, count, location));
}

cudaError_t cudaMemAdvise(const void *pointer, size_t count, enum cudaMemoryAdvise advice,
                          struct cudaMemLocation location)
{
    if (advice < cudaMemAdviseSetReadMostly || advice > cudaMemAdviseUnsetAccessedBy)
        return LEAVE(cudaErrorInvalidValue);
    return LEAVE(check_hint(pointer, count, location));
}
