/*
 * What a .cu file's new, delete, malloc and free call (simt/heap.h): the device's
 * heap from device code, else the host's function.
 */
#include "heap.h"

#include <stdlib.h>
#include <string.h>

#include "simt/simt.h"

/* A call whose place is the user's, whatever this function is called. */
#define CALLED(name) ((struct simt_call){ name, __builtin_return_address(0) })

void *simt_malloc(size_t bytes);
void *simt_calloc(size_t count, size_t bytes);
void simt_free(void *memory);
void *simt_heap_new(size_t bytes, size_t alignment);
void simt_heap_delete(void *memory);

void *simt_malloc(size_t bytes)
{
    return simt_on_device() ? simt_heap_take(CALLED("malloc"), bytes, 1) : malloc(bytes);
}

/* CUDA has none, but compilers make it of malloc and memset. */
void *simt_calloc(size_t count, size_t bytes)
{
    if (!simt_on_device())
        return calloc(count, bytes);
    if (bytes && count > (size_t)-1 / bytes)
        return NULL;
    void *memory = simt_heap_take(CALLED("malloc"), count * bytes, 1);
    return memory ? memset(memory, 0, count * bytes) : NULL;
}

void simt_free(void *memory)
{
    if (simt_on_device())
        simt_heap_give(CALLED("free"), memory);
    else
        free(memory);
}

void *simt_heap_new(size_t bytes, size_t alignment)
{
    return simt_heap_take(CALLED("new"), bytes, alignment);
}

void simt_heap_delete(void *memory)
{
    simt_heap_give(CALLED("delete"), memory);
}

/* ---- the linker's --wrap ------------------------------------------------------- */

/* Both names that --wrap makes of the C++ ABI's: see wrapped.options. */
#define NEW(symbol, parameters, arguments, alignment)                                              \
    void *__real_##symbol parameters;                                                              \
    void *__wrap_##symbol parameters;                                                              \
    void *__wrap_##symbol parameters                                                               \
    {                                                                                              \
        return simt_on_device() ? simt_heap_take(CALLED("new"), bytes, alignment)                  \
                                : __real_##symbol arguments;                                       \
    }
#define DELETE(symbol, parameters, arguments)                                                      \
    void __real_##symbol parameters;                                                               \
    void __wrap_##symbol parameters;                                                               \
    void __wrap_##symbol parameters                                                                \
    {                                                                                              \
        if (simt_on_device())                                                                      \
            simt_heap_give(CALLED("delete"), memory);                                              \
        else                                                                                       \
            __real_##symbol arguments;                                                             \
    }

NEW(_Znwm, (size_t bytes), (bytes), 1)
NEW(_Znam, (size_t bytes), (bytes), 1)
NEW(_ZnwmSt11align_val_t, (size_t bytes, size_t to), (bytes, to), to)
NEW(_ZnamSt11align_val_t, (size_t bytes, size_t to), (bytes, to), to)
DELETE(_ZdlPv, (void *memory), (memory))
DELETE(_ZdaPv, (void *memory), (memory))
DELETE(_ZdlPvm, (void *memory, size_t bytes), (memory, bytes))
DELETE(_ZdaPvm, (void *memory, size_t bytes), (memory, bytes))
DELETE(_ZdlPvSt11align_val_t, (void *memory, size_t to), (memory, to))
DELETE(_ZdaPvSt11align_val_t, (void *memory, size_t to), (memory, to))
DELETE(_ZdlPvmSt11align_val_t, (void *memory, size_t bytes, size_t to), (memory, bytes, to))
DELETE(_ZdaPvmSt11align_val_t, (void *memory, size_t bytes, size_t to), (memory, bytes, to))
