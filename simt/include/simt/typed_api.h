/*
 * The runtime API's C++ forms: pointers to pointers of any type, and symbols
 * by name.
 */
#ifndef SIMT_TYPED_API_H
#define SIMT_TYPED_API_H

#include "../cuda_runtime_api.h"

/* Always inlined: the caller of the C function is then the line of the user,
 * which is what messages about the call name. */
#define SIMT_FORWARD inline __attribute__((always_inline, artificial))

template <class T> SIMT_FORWARD cudaError_t cudaMalloc(T **pointer, size_t size)
{
    return ::cudaMalloc((void **)pointer, size);
}

template <class T>
SIMT_FORWARD cudaError_t cudaMallocAsync(T **pointer, size_t size, cudaStream_t stream)
{
    return ::cudaMallocAsync((void **)pointer, size, stream);
}

template <class T>
SIMT_FORWARD cudaError_t cudaMallocPitch(T **pointer, size_t *pitch, size_t width, size_t height)
{
    return ::cudaMallocPitch((void **)pointer, pitch, width, height);
}

template <class T>
SIMT_FORWARD cudaError_t cudaMallocManaged(T **pointer, size_t size,
                                           unsigned flags = cudaMemAttachGlobal)
{
    return ::cudaMallocManaged((void **)pointer, size, flags);
}

/* As in CUDA the C++ form takes cudaHostAlloc's flags. */
template <class T>
SIMT_FORWARD cudaError_t cudaMallocHost(T **pointer, size_t size,
                                        unsigned flags = cudaHostAllocDefault)
{
    return ::cudaHostAlloc((void **)pointer, size, flags);
}

SIMT_FORWARD cudaError_t cudaMallocHost(void **pointer, size_t size, unsigned flags)
{
    return ::cudaHostAlloc(pointer, size, flags);
}

template <class T> SIMT_FORWARD cudaError_t cudaHostAlloc(T **pointer, size_t size, unsigned flags)
{
    return ::cudaHostAlloc((void **)pointer, size, flags);
}

template <class T>
SIMT_FORWARD cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned flags)
{
    return ::cudaHostGetDevicePointer((void **)device, host, flags);
}

template <class T>
SIMT_FORWARD cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t count,
                                            size_t offset = 0,
                                            cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
    return ::cudaMemcpyToSymbol((const void *)&symbol, from, count, offset, kind);
}

template <class T>
SIMT_FORWARD cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t count,
                                              size_t offset = 0,
                                              cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
    return ::cudaMemcpyFromSymbol(to, (const void *)&symbol, count, offset, kind);
}

template <class T>
SIMT_FORWARD cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t count,
                                                 size_t offset = 0,
                                                 cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                                 cudaStream_t stream = nullptr)
{
    return ::cudaMemcpyToSymbolAsync((const void *)&symbol, from, count, offset, kind, stream);
}

template <class T>
SIMT_FORWARD cudaError_t cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t count,
                                                   size_t offset = 0,
                                                   cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                                   cudaStream_t stream = nullptr)
{
    return ::cudaMemcpyFromSymbolAsync(to, (const void *)&symbol, count, offset, kind, stream);
}

template <class T> SIMT_FORWARD cudaError_t cudaGetSymbolAddress(void **pointer, const T &symbol)
{
    return ::cudaGetSymbolAddress(pointer, (const void *)&symbol);
}

template <class T> SIMT_FORWARD cudaError_t cudaGetSymbolSize(size_t *size, const T &symbol)
{
    return ::cudaGetSymbolSize(size, (const void *)&symbol);
}

/* Where to prefetch to by number, as before CUDA 13; -1 is the host. */
SIMT_FORWARD cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t count, int device,
                                              cudaStream_t stream = nullptr)
{
    const cudaMemLocation location = { device == cudaCpuDeviceId ? cudaMemLocationTypeHost
                                                                 : cudaMemLocationTypeDevice,
                                       device };
    return ::cudaMemPrefetchAsync(pointer, count, location, 0, stream);
}

SIMT_FORWARD cudaError_t cudaMemAdvise(const void *pointer, size_t count, cudaMemoryAdvise advice,
                                       int device)
{
    const cudaMemLocation location = { device == cudaCpuDeviceId ? cudaMemLocationTypeHost
                                                                 : cudaMemLocationTypeDevice,
                                       device };
    return ::cudaMemAdvise(pointer, count, advice, location);
}

/* Flags for the C++ form of cudaEventCreate. */
SIMT_FORWARD cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned flags)
{
    return ::cudaEventCreateWithFlags(event, flags);
}

#undef SIMT_FORWARD

#endif
