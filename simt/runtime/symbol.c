/*
 * __device__, __constant__ and __managed__ variables, known by address.
 */
#include "runtime.h"

static cudaError_t find_symbol(const void *symbol, struct simt_allocation *found)
{
    const cudaError_t error = simt_api_enter();
    if (error)
        return error;
    if (!symbol || !simt_memory_find(symbol, found) || found->kind != SIMT_MEMORY_SYMBOL ||
        found->base != symbol)
        return cudaErrorInvalidSymbol;
    return cudaSuccess;
}

static cudaError_t check_range(const void *symbol, size_t count, size_t offset)
{
    struct simt_allocation found;
    const cudaError_t error = find_symbol(symbol, &found);
    if (error)
        return error;
    return offset <= found.bytes && count <= found.bytes - offset ? cudaSuccess
                                                                  : cudaErrorInvalidValue;
}

cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t count,
                                    size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    cudaError_t error = check_range(symbol, count, offset);
    if (!error && kind != cudaMemcpyHostToDevice && kind != cudaMemcpyDeviceToDevice &&
        kind != cudaMemcpyDefault)
        error = cudaErrorInvalidMemcpyDirection;
    if (error)
        return simt_api_leave(error);
    return cudaMemcpyAsync((char *)(size_t)symbol + offset, from, count, kind, stream);
}

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t count, size_t offset,
                               enum cudaMemcpyKind kind)
{
    return cudaMemcpyToSymbolAsync(symbol, from, count, offset, kind, NULL);
}

cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t count, size_t offset,
                                      enum cudaMemcpyKind kind, cudaStream_t stream)
{
    cudaError_t error = check_range(symbol, count, offset);
    if (!error && kind != cudaMemcpyDeviceToHost && kind != cudaMemcpyDeviceToDevice &&
        kind != cudaMemcpyDefault)
        error = cudaErrorInvalidMemcpyDirection;
    if (error)
        return simt_api_leave(error);
    return cudaMemcpyAsync(to, (const char *)symbol + offset, count, kind, stream);
}

cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t count, size_t offset,
                                 enum cudaMemcpyKind kind)
{
    return cudaMemcpyFromSymbolAsync(to, symbol, count, offset, kind, NULL);
}

cudaError_t cudaGetSymbolAddress(void **pointer, const void *symbol)
{
    struct simt_allocation found;
    cudaError_t error = find_symbol(symbol, &found);
    if (!error && !pointer)
        error = cudaErrorInvalidValue;
    if (!error)
        *pointer = found.base;
    return simt_api_leave(error);
}

cudaError_t cudaGetSymbolSize(size_t *size, const void *symbol)
{
    struct simt_allocation found;
    cudaError_t error = find_symbol(symbol, &found);
    if (!error && !size)
        error = cudaErrorInvalidValue;
    if (!error)
        *size = found.bytes;
    return simt_api_leave(error);
}
