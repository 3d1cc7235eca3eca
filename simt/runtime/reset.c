/*
 * cudaDeviceReset: everything that the current device holds goes away.
 */
#include "runtime.h"

#include <stdlib.h>

#include "error.h"
#include "heap.h"
#include "simt/simt.h"

struct live {
    void **bases; /* NULL while counting */
    size_t count, room;
    int device;
};

static void collect(const struct simt_allocation *allocation, void *context)
{
    struct live *live = context;
    if (allocation->freed || allocation->kind == SIMT_MEMORY_SYMBOL ||
        (allocation->flags & (SIMT_MEMORY_INTERNAL | SIMT_MEMORY_HEAP)) == SIMT_MEMORY_INTERNAL ||
        simt_allocation_device(allocation) != live->device)
        return;
    if (live->bases && live->count < live->room)
        live->bases[live->count] = allocation->base;
    live->count++;
}

static cudaError_t free_all(struct simt_call call, int device)
{
    struct live live = { .device = device };
    const unsigned kinds =
        1u << SIMT_MEMORY_DEVICE | 1u << SIMT_MEMORY_MANAGED | 1u << SIMT_MEMORY_HOST;
    simt_memory_each(collect, &live);
    if (live.count == 0)
        return cudaSuccess;
    live.room = live.count;
    live.count = 0;
    live.bases = malloc(live.room * sizeof *live.bases);
    if (!live.bases)
        return cudaErrorMemoryAllocation;
    simt_memory_each(collect, &live);
    for (size_t i = 0; i < live.count && i < live.room; i++)
        simt_api_release(call, live.bases[i], kinds);
    free(live.bases);
    return cudaSuccess;
}

cudaError_t cudaDeviceReset(void)
{
    if (simt_on_device())
        return LEAVE(cudaErrorNotSupported);
    if (simt_device_count() == 0)
        return LEAVE(cudaErrorNoDevice);
    simt_reset_error();
    simt_streams_reset(simt_current_device());
    simt_events_reset(simt_current_device());
    const cudaError_t error = free_all(CALL, simt_current_device());
    if (!error && simt_current_device() == 0) /* the heap is there */
        simt_heap_forget();
    return LEAVE(error);
}
