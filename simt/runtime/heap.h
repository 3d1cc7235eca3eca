/*
 * The device's heap, from which kernels take memory with malloc and new. Private
 * to simt/runtime.
 *
 * Observed programs get each piece as an allocation of its own in the registry,
 * with a guard page and addresses that nothing else had, so that its bounds and
 * its end are known. Otherwise, and where there are too many, small pieces share
 * allocations. Any thread, host or device.
 */
#ifndef SIMT_RUNTIME_HEAP_H
#define SIMT_RUNTIME_HEAP_H

#include "runtime.h"

/* Memory of this size, or NULL when the heap is full. call.what: malloc or new. */
void *simt_heap_take(struct simt_call call, size_t bytes, size_t alignment);
/* Gives it back; a pointer that is not the heap's is a finding, or ends the kernel. */
void simt_heap_give(struct simt_call call, void *memory);
/* All its memory has been released: cudaDeviceReset. */
void simt_heap_forget(void);

#endif
