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

static cudaError_t copy_to(struct simt_call call, const void *symbol, const void *from,
                           size_t count, size_t offset, enum cudaMemcpyKind kind,
                           cudaStream_t stream)
{
    const cudaError_t error = check_range(symbol, count, offset);
    if (error)
        return error;
    if (kind != cudaMemcpyHostToDevice && kind != cudaMemcpyDeviceToDevice &&
        kind != cudaMemcpyDefault)
        return cudaErrorInvalidMemcpyDirection;
    return simt_api_copy(call, (char *)(size_t)symbol + offset, from, count, kind, stream);
}

static cudaError_t copy_from(struct simt_call call, void *to, const void *symbol, size_t count,
                             size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    const cudaError_t error = check_range(symbol, count, offset);
    if (error)
        return error;
    if (kind != cudaMemcpyDeviceToHost && kind != cudaMemcpyDeviceToDevice &&
        kind != cudaMemcpyDefault)
        return cudaErrorInvalidMemcpyDirection;
    return simt_api_copy(call, to, (const char *)symbol + offset, count, kind, stream);
}

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t count, size_t offset,
                               enum cudaMemcpyKind kind)
{
    return LEAVE(copy_to(CALL, symbol, from, count, offset, kind, NULL));
}

cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t count,
                                    size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    return LEAVE(copy_to(CALL, symbol, from, count, offset, kind, stream));
}

cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t count, size_t offset,
                                 enum cudaMemcpyKind kind)
{
    return LEAVE(copy_from(CALL, to, symbol, count, offset, kind, NULL));
}

cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t count, size_t offset,
                                      enum cudaMemcpyKind kind, cudaStream_t stream)
{
    return LEAVE(copy_from(CALL, to, symbol, count, offset, kind, stream));
}

cudaError_t cudaGetSymbolAddress(void **pointer, const void *symbol)
{
    struct simt_allocation found;
    cudaError_t error = find_symbol(symbol, &found);
    if (!error && !pointer)
        error = cudaErrorInvalidValue;
    if (!error)
        *pointer = found.base;
    return LEAVE(error);
}

cudaError_t cudaGetSymbolSize(size_t *size, const void *symbol)
{
    struct simt_allocation found;
    cudaError_t error = find_symbol(symbol, &found);
    if (!error && !size)
        error = cudaErrorInvalidValue;
    if (!error)
        *size = found.bytes;
    return LEAVE(error);
}
