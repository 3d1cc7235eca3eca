/*
 * new, delete, malloc and free: in host code the host's own, in device code
 * those of the device's heap (cudaLimitMallocHeapSize). Which is meant is seen
 * when they are called, since a __host__ __device__ function or a destructor
 * runs on both sides. So a .cu file's calls of malloc and free have other names;
 * those of new and delete are told apart by the linker (--wrap), because gcc 12
 * does not bear other names for these. The libraries keep theirs.
 *
 * To come before every other header: std::free is the declaration that
 * <cstdlib> finds.
 */
#ifndef SIMT_HEAP_H
#define SIMT_HEAP_H

#include <new>
#include <stddef.h>

#include "base.h"

extern "C" {
void *malloc(size_t bytes) noexcept SIMT_NAMED(simt_malloc);
void *calloc(size_t count, size_t bytes) noexcept SIMT_NAMED(simt_calloc);
void free(void *memory) noexcept SIMT_NAMED(simt_free);

void *simt_heap_new(size_t bytes, size_t alignment);
void simt_heap_delete(void *memory);
}

namespace simt
{

/* The rewriter writes `new (::simt::heap) T` in device code: such a new gives
 * NULL when the heap is full, where C++'s would throw. */
enum heap_place { heap };

} // namespace simt

SIMT_INLINE void *operator new(size_t bytes, simt::heap_place) noexcept
{
    return simt_heap_new(bytes, 1);
}

SIMT_INLINE void *operator new[](size_t bytes, simt::heap_place) noexcept
{
    return simt_heap_new(bytes, 1);
}

SIMT_INLINE void *operator new(size_t bytes, std::align_val_t alignment, simt::heap_place) noexcept
{
    return simt_heap_new(bytes, (size_t)alignment);
}

SIMT_INLINE void *operator new[](size_t bytes, std::align_val_t alignment,
                                 simt::heap_place) noexcept
{
    return simt_heap_new(bytes, (size_t)alignment);
}

/* For constructors that throw. */
SIMT_INLINE void operator delete(void *memory, simt::heap_place) noexcept
{
    simt_heap_delete(memory);
}

SIMT_INLINE void operator delete[](void *memory, simt::heap_place) noexcept
{
    simt_heap_delete(memory);
}

#endif
