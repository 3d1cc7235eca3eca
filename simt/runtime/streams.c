/*
 * Streams. Work is finished when a call returns, so a stream holds nothing but
 * its settings: what is left to get right is which handles are alive.
 */
#include "runtime.h"

#include "event.h"

#include <pthread.h>
#include <stdlib.h>

enum { LEAST_PRIORITY = 0, GREATEST_PRIORITY = -5 };

struct CUstream_st {
    unsigned flags;
    int priority, device;
    struct CUstream_st *next;
};

static pthread_mutex_t streams_lock = PTHREAD_MUTEX_INITIALIZER;
static struct CUstream_st *streams;

static int is_default(cudaStream_t stream)
{
    return !stream || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}

/* The link that points at a live stream, or NULL. The lock is held. */
static struct CUstream_st **find_link(cudaStream_t stream)
{
    struct CUstream_st **link = &streams;
    while (*link && *link != stream)
        link = &(*link)->next;
    return *link ? link : NULL;
}

int simt_stream_valid(cudaStream_t stream)
{
    if (is_default(stream))
        return 1;
    pthread_mutex_lock(&streams_lock);
    const int valid = find_link(stream) != NULL;
    pthread_mutex_unlock(&streams_lock);
    return valid;
}

void simt_streams_reset(int device)
{
    pthread_mutex_lock(&streams_lock);
    struct CUstream_st **link = &streams;
    while (*link) {
        struct CUstream_st *stream = *link;
        if (stream->device == device) {
            *link = stream->next;
            free(stream);
        } else {
            link = &stream->next;
        }
    }
    pthread_mutex_unlock(&streams_lock);
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    const cudaError_t error = simt_api_enter();
    if (!error && least)
        *least = LEAST_PRIORITY;
    if (!error && greatest)
        *greatest = GREATEST_PRIORITY;
    return LEAVE(error);
}

static int clamp_priority(int priority)
{
    if (priority < GREATEST_PRIORITY)
        return GREATEST_PRIORITY;
    return priority > LEAST_PRIORITY ? LEAST_PRIORITY : priority;
}

static cudaError_t create(cudaStream_t *stream, unsigned flags, int priority)
{
    const cudaError_t error = simt_api_enter();
    if (error)
        return error;
    if (!stream || (flags & ~(unsigned)cudaStreamNonBlocking))
        return cudaErrorInvalidValue;
    struct CUstream_st *made = malloc(sizeof *made);
    if (!made)
        return cudaErrorMemoryAllocation;
    pthread_mutex_lock(&streams_lock);
    *made = (struct CUstream_st){ flags, clamp_priority(priority), simt_current_device(), streams };
    streams = made;
    pthread_mutex_unlock(&streams_lock);
    *stream = made;
    const struct simt_stream_op op = { SIMT_STREAM_CREATED, made, NULL,
                                       (flags & cudaStreamNonBlocking) != 0 };
    simt_emit_stream_op(&op);
    return cudaSuccess;
}

cudaError_t cudaStreamCreate(cudaStream_t *stream)
{
    return LEAVE(create(stream, cudaStreamDefault, 0));
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags)
{
    return LEAVE(create(stream, flags, 0));
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority)
{
    return LEAVE(create(stream, flags, priority));
}

static cudaError_t destroy(cudaStream_t stream)
{
    cudaError_t error = simt_api_enter();
    if (error)
        return error;
    if (is_default(stream))
        return cudaErrorInvalidResourceHandle;
    pthread_mutex_lock(&streams_lock);
    struct CUstream_st **link = find_link(stream);
    if (link) {
        *link = stream->next;
        free(stream);
    } else {
        error = cudaErrorInvalidResourceHandle;
    }
    pthread_mutex_unlock(&streams_lock);
    return error;
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    return LEAVE(destroy(stream));
}

static cudaError_t check_stream(cudaStream_t stream)
{
    const cudaError_t error = simt_api_enter();
    if (error)
        return error;
    return simt_stream_valid(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

/* Tells that the stream's work is done. The default streams stand for all. */
static cudaError_t await_stream(cudaStream_t stream)
{
    const cudaError_t error = check_stream(stream);
    const struct simt_stream_op op = { .kind = SIMT_STREAM_AWAITED,
                                       .stream = is_default(stream) ? NULL : stream };
    if (!error)
        simt_emit_stream_op(&op);
    return error;
}

cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    return LEAVE(await_stream(stream));
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    return LEAVE(await_stream(stream));
}

/* Copies a live stream's settings; the default streams have all zeros. */
static cudaError_t read_stream(cudaStream_t stream, struct CUstream_st *settings)
{
    const cudaError_t error = simt_api_enter();
    *settings = (struct CUstream_st){ 0 };
    if (error || is_default(stream))
        return error;
    pthread_mutex_lock(&streams_lock);
    const int alive = find_link(stream) != NULL;
    if (alive)
        *settings = *stream;
    pthread_mutex_unlock(&streams_lock);
    return alive ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned *flags)
{
    struct CUstream_st settings;
    cudaError_t error = read_stream(stream, &settings);
    if (!error && !flags)
        error = cudaErrorInvalidValue;
    if (!error)
        *flags = settings.flags;
    return LEAVE(error);
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority)
{
    struct CUstream_st settings;
    cudaError_t error = read_stream(stream, &settings);
    if (!error && !priority)
        error = cudaErrorInvalidValue;
    if (!error)
        *priority = settings.priority;
    return LEAVE(error);
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data)
{
    cudaError_t error = await_stream(stream); /* what it orders is not followed further */
    if (!error && !function)
        error = cudaErrorInvalidValue;
    if (!error)
        function(data);
    return LEAVE(error);
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data,
                                  unsigned flags)
{
    cudaError_t error = await_stream(stream);
    if (!error && (!callback || flags))
        error = cudaErrorInvalidValue;
    if (!error)
        callback(stream, cudaSuccess, data);
    return LEAVE(error);
}
