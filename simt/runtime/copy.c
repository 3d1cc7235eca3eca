/*
 * Copies and fills. Every range that the registry knows must lie inside its
 * allocation; pageable host memory cannot be checked and is taken as it is.
 */
#include "runtime.h"

#include <string.h>

enum side { SIDE_HOST, SIDE_DEVICE };

/* Whether [pointer, pointer + count) may stand on this side of a copy. Pinned
 * and managed memory may stand on either side. */
static int fits(const void *pointer, size_t count, enum side side)
{
    struct simt_allocation found;
    if (!pointer)
        return 0;
    if (simt_memory_find(pointer, &found) && !found.freed)
        return simt_memory_valid(pointer, count) &&
               (side == SIDE_DEVICE || found.kind == SIMT_MEMORY_HOST ||
                found.kind == SIMT_MEMORY_MANAGED);
    return side == SIDE_HOST && !simt_memory_is_device(pointer);
}

static int fits_either(const void *pointer, size_t count)
{
    return fits(pointer, count, SIDE_HOST) || fits(pointer, count, SIDE_DEVICE);
}

static cudaError_t check_copy(const void *to, size_t to_bytes, const void *from, size_t from_bytes,
                              enum cudaMemcpyKind kind)
{
    if (to_bytes == 0)
        return cudaSuccess;
    if ((unsigned)kind > cudaMemcpyDefault)
        return cudaErrorInvalidMemcpyDirection;
    if (kind == cudaMemcpyDefault)
        return fits_either(to, to_bytes) && fits_either(from, from_bytes) ? cudaSuccess
                                                                          : cudaErrorInvalidValue;
    const enum side to_side = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice
                                  ? SIDE_DEVICE
                                  : SIDE_HOST;
    const enum side from_side = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice
                                    ? SIDE_DEVICE
                                    : SIDE_HOST;
    return fits(to, to_bytes, to_side) && fits(from, from_bytes, from_side) ? cudaSuccess
                                                                            : cudaErrorInvalidValue;
}

static cudaError_t copy(void *to, const void *from, size_t count, enum cudaMemcpyKind kind,
                        cudaStream_t stream)
{
    cudaError_t error = simt_api_enter();
    if (!error && !simt_stream_valid(stream))
        error = cudaErrorInvalidResourceHandle;
    if (!error)
        error = check_copy(to, count, from, count, kind);
    if (!error && count)
        memmove(to, from, count);
    return simt_api_leave(error);
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t count, enum cudaMemcpyKind kind)
{
    return copy(to, from, count, kind, NULL);
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t count, enum cudaMemcpyKind kind,
                            cudaStream_t stream)
{
    return copy(to, from, count, kind, stream);
}

static cudaError_t check_peers(int to_device, int from_device)
{
    const int count = simt_device_count();
    const int good = to_device >= 0 && to_device < count && from_device >= 0 && from_device < count;
    return good || count == 0 ? cudaSuccess : cudaErrorInvalidDevice;
}

cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device,
                                size_t count, cudaStream_t stream)
{
    const cudaError_t error = check_peers(to_device, from_device);
    if (error)
        return simt_api_leave(error);
    return copy(to, from, count, cudaMemcpyDeviceToDevice, stream);
}

cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device, size_t count)
{
    return cudaMemcpyPeerAsync(to, to_device, from, from_device, count, NULL);
}

/* Bytes from the first to behind the last of height rows; 0 on overflow. */
static size_t extent(size_t pitch, size_t width, size_t height)
{
    if (pitch && height - 1 > ((size_t)-1 - width) / pitch)
        return 0;
    return (height - 1) * pitch + width;
}

static cudaError_t check_rows(size_t pitch, size_t width, size_t height, size_t *bytes)
{
    *bytes = 0;
    if (width > pitch)
        return cudaErrorInvalidPitchValue;
    if (width == 0 || height == 0)
        return cudaSuccess;
    *bytes = extent(pitch, width, height);
    return *bytes ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                              size_t width, size_t height, enum cudaMemcpyKind kind,
                              cudaStream_t stream)
{
    size_t to_bytes = 0, from_bytes = 0;
    cudaError_t error = simt_api_enter();
    if (!error && !simt_stream_valid(stream))
        error = cudaErrorInvalidResourceHandle;
    if (!error)
        error = check_rows(to_pitch, width, height, &to_bytes);
    if (!error)
        error = check_rows(from_pitch, width, height, &from_bytes);
    if (!error)
        error = check_copy(to, to_bytes, from, from_bytes, kind);
    if (!error && to_bytes)
        for (size_t row = 0; row < height; row++)
            memmove((char *)to + row * to_pitch, (const char *)from + row * from_pitch, width);
    return simt_api_leave(error);
}

cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                         size_t width, size_t height, enum cudaMemcpyKind kind)
{
    return cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind, NULL);
}

cudaError_t cudaMemset2DAsync(void *pointer, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream)
{
    size_t bytes = 0;
    cudaError_t error = simt_api_enter();
    if (!error && !simt_stream_valid(stream))
        error = cudaErrorInvalidResourceHandle;
    if (!error && check_rows(pitch, width, height, &bytes))
        error = cudaErrorInvalidValue; /* and not ...InvalidPitchValue, as a GPU */
    if (!error && bytes && !fits(pointer, bytes, SIDE_DEVICE))
        error = cudaErrorInvalidValue;
    if (!error && bytes)
        for (size_t row = 0; row < height; row++)
            memset((char *)pointer + row * pitch, value, width);
    return simt_api_leave(error);
}

cudaError_t cudaMemset2D(void *pointer, size_t pitch, int value, size_t width, size_t height)
{
    return cudaMemset2DAsync(pointer, pitch, value, width, height, NULL);
}

cudaError_t cudaMemsetAsync(void *pointer, int value, size_t count, cudaStream_t stream)
{
    return cudaMemset2DAsync(pointer, count, value, count, 1, stream);
}

cudaError_t cudaMemset(void *pointer, int value, size_t count)
{
    return cudaMemset2DAsync(pointer, count, value, count, 1, NULL);
}
