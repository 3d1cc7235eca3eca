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

static cudaError_t check_peers(int to_device, int from_device)
{
    const int count = simt_device_count();
    const int good = to_device >= 0 && to_device < count && from_device >= 0 && from_device < count;
    return good || count == 0 ? cudaSuccess : cudaErrorInvalidDevice;
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

/* One copy: height rows of width bytes; a plain copy is one row. */
struct rows {
    void *to;
    size_t to_pitch;
    const void *from; /* NULL for a fill */
    size_t from_pitch, width, height;
};

static void move_rows(struct simt_call call, const struct rows *rows, int value,
                      cudaStream_t stream)
{
    for (size_t row = 0; row < rows->height; row++) {
        char *to = (char *)rows->to + row * rows->to_pitch;
        const char *from = rows->from ? (const char *)rows->from + row * rows->from_pitch : NULL;
        if (from)
            memmove(to, from, rows->width);
        else
            memset(to, value, rows->width);
        simt_api_copied(call, to, from, rows->width, stream);
    }
}

cudaError_t simt_api_copy(struct simt_call call, void *to, const void *from, size_t count,
                          enum cudaMemcpyKind kind, cudaStream_t stream)
{
    const struct rows row = { to, count, from, count, count, 1 };
    cudaError_t error = simt_api_enter();
    if (!error && !simt_stream_valid(stream))
        error = cudaErrorInvalidResourceHandle;
    if (!error)
        error = check_copy(to, count, from, count, kind);
    if (!error && count)
        move_rows(call, &row, 0, stream);
    return error;
}

static cudaError_t copy_rows(struct simt_call call, const struct rows *rows,
                             enum cudaMemcpyKind kind, cudaStream_t stream)
{
    size_t to_bytes = 0, from_bytes = 0;
    cudaError_t error = simt_api_enter();
    if (!error && !simt_stream_valid(stream))
        error = cudaErrorInvalidResourceHandle;
    if (!error)
        error = check_rows(rows->to_pitch, rows->width, rows->height, &to_bytes);
    if (!error)
        error = check_rows(rows->from_pitch, rows->width, rows->height, &from_bytes);
    if (!error)
        error = check_copy(rows->to, to_bytes, rows->from, from_bytes, kind);
    if (!error && to_bytes)
        move_rows(call, rows, 0, stream);
    return error;
}

static cudaError_t fill_rows(struct simt_call call, const struct rows *rows, int value,
                             cudaStream_t stream)
{
    size_t bytes = 0;
    cudaError_t error = simt_api_enter();
    if (!error && !simt_stream_valid(stream))
        error = cudaErrorInvalidResourceHandle;
    if (!error && check_rows(rows->to_pitch, rows->width, rows->height, &bytes))
        error = cudaErrorInvalidValue; /* and not ...InvalidPitchValue, as a GPU */
    if (!error && bytes && !fits(rows->to, bytes, SIDE_DEVICE))
        error = cudaErrorInvalidValue;
    if (!error && bytes)
        move_rows(call, rows, value, stream);
    return error;
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t count, enum cudaMemcpyKind kind)
{
    return LEAVE(simt_api_copy(CALL, to, from, count, kind, NULL));
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t count, enum cudaMemcpyKind kind,
                            cudaStream_t stream)
{
    return LEAVE(simt_api_copy(CALL, to, from, count, kind, stream));
}

static cudaError_t copy_between(struct simt_call call, void *to, int to_device, const void *from,
                                int from_device, size_t count, cudaStream_t stream)
{
    const cudaError_t error = check_peers(to_device, from_device);
    return error ? error : simt_api_copy(call, to, from, count, cudaMemcpyDeviceToDevice, stream);
}

cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device, size_t count)
{
    return LEAVE(copy_between(CALL, to, to_device, from, from_device, count, NULL));
}

cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device,
                                size_t count, cudaStream_t stream)
{
    return LEAVE(copy_between(CALL, to, to_device, from, from_device, count, stream));
}

cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                         size_t width, size_t height, enum cudaMemcpyKind kind)
{
    const struct rows rows = { to, to_pitch, from, from_pitch, width, height };
    return LEAVE(copy_rows(CALL, &rows, kind, NULL));
}

cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                              size_t width, size_t height, enum cudaMemcpyKind kind,
                              cudaStream_t stream)
{
    const struct rows rows = { to, to_pitch, from, from_pitch, width, height };
    return LEAVE(copy_rows(CALL, &rows, kind, stream));
}

cudaError_t cudaMemset2D(void *pointer, size_t pitch, int value, size_t width, size_t height)
{
    const struct rows rows = { pointer, pitch, NULL, 0, width, height };
    return LEAVE(fill_rows(CALL, &rows, value, NULL));
}

cudaError_t cudaMemset2DAsync(void *pointer, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream)
{
    const struct rows rows = { pointer, pitch, NULL, 0, width, height };
    return LEAVE(fill_rows(CALL, &rows, value, stream));
}

cudaError_t cudaMemset(void *pointer, int value, size_t count)
{
    const struct rows row = { pointer, count, NULL, 0, count, 1 };
    return LEAVE(fill_rows(CALL, &row, value, NULL));
}

cudaError_t cudaMemsetAsync(void *pointer, int value, size_t count, cudaStream_t stream)
{
    const struct rows row = { pointer, count, NULL, 0, count, 1 };
    return LEAVE(fill_rows(CALL, &row, value, stream));
}
