/*
 * Events: a moment on the host's steady clock. Work is finished when a call
 * returns, so an event is complete as soon as it is recorded.
 */
#include "runtime.h"

#include "event.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

struct CUevent_st {
    unsigned flags;
    int device, recorded;
    int64_t ns;
    struct CUevent_st *next;
};

static pthread_mutex_t events_lock = PTHREAD_MUTEX_INITIALIZER;
static struct CUevent_st *events;

static int64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* The link that points at a live event, or NULL. The lock is held. */
static struct CUevent_st **find_link(cudaEvent_t event)
{
    struct CUevent_st **link = &events;
    while (*link && *link != event)
        link = &(*link)->next;
    return *link ? link : NULL;
}

void simt_events_reset(int device)
{
    pthread_mutex_lock(&events_lock);
    struct CUevent_st **link = &events;
    while (*link) {
        struct CUevent_st *event = *link;
        if (event->device == device) {
            *link = event->next;
            free(event);
        } else {
            link = &event->next;
        }
    }
    pthread_mutex_unlock(&events_lock);
}

static cudaError_t create(cudaEvent_t *event, unsigned flags)
{
    const unsigned known = cudaEventBlockingSync | cudaEventDisableTiming;
    const cudaError_t error = simt_api_enter();
    if (error)
        return error;
    if (!event || (flags & ~known))
        return cudaErrorInvalidValue;
    struct CUevent_st *made = malloc(sizeof *made);
    if (!made)
        return cudaErrorMemoryAllocation;
    pthread_mutex_lock(&events_lock);
    *made = (struct CUevent_st){ flags, simt_current_device(), 0, 0, events };
    events = made;
    pthread_mutex_unlock(&events_lock);
    *event = made;
    return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    return LEAVE(create(event, cudaEventDefault));
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags)
{
    return LEAVE(create(event, flags));
}

/* Runs `use` on a live event under the lock. */
static cudaError_t with_event(cudaEvent_t event, void (*use)(struct CUevent_st **link))
{
    const cudaError_t error = simt_api_enter();
    if (error)
        return error;
    pthread_mutex_lock(&events_lock);
    struct CUevent_st **link = event ? find_link(event) : NULL;
    if (link && use)
        use(link);
    pthread_mutex_unlock(&events_lock);
    return link ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

static void unlink_event(struct CUevent_st **link)
{
    struct CUevent_st *event = *link;
    *link = event->next;
    free(event);
}

static void stamp(struct CUevent_st **link)
{
    (*link)->ns = now_ns();
    (*link)->recorded = 1;
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    return LEAVE(with_event(event, unlink_event));
}

static cudaError_t tell(cudaError_t error, enum simt_stream_op_kind kind, cudaStream_t stream,
                        cudaEvent_t event)
{
    const struct simt_stream_op op = { .kind = kind, .stream = stream, .event = event };
    if (!error)
        simt_emit_stream_op(&op);
    return error;
}

static cudaError_t record(cudaEvent_t event, cudaStream_t stream, unsigned flags)
{
    cudaError_t error = simt_api_enter();
    if (!error && flags)
        error = cudaErrorInvalidValue;
    if (!error && !simt_stream_valid(stream))
        error = cudaErrorInvalidResourceHandle;
    if (!error)
        error = with_event(event, stamp);
    return tell(error, SIMT_EVENT_RECORDED, stream, event);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    return LEAVE(record(event, stream, cudaEventRecordDefault));
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags)
{
    return LEAVE(record(event, stream, flags));
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    return LEAVE(tell(with_event(event, NULL), SIMT_EVENT_AWAITED, NULL, event));
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    return LEAVE(tell(with_event(event, NULL), SIMT_EVENT_AWAITED, NULL, event));
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags)
{
    cudaError_t error = simt_api_enter();
    if (!error && flags)
        error = cudaErrorInvalidValue;
    if (!error && !simt_stream_valid(stream))
        error = cudaErrorInvalidResourceHandle;
    if (!error)
        error = with_event(event, NULL);
    return LEAVE(tell(error, SIMT_EVENT_JOINED, stream, event));
}

/* The moment of a live, recorded, timed event. The lock is held. */
static int moment(cudaEvent_t event, int64_t *ns)
{
    struct CUevent_st **link = event ? find_link(event) : NULL;
    if (!link || !event->recorded || (event->flags & cudaEventDisableTiming))
        return 0;
    *ns = event->ns;
    return 1;
}

cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t stop)
{
    int64_t first = 0, last = 0;
    const cudaError_t error = simt_api_enter();
    if (error)
        return LEAVE(error);
    if (!ms)
        return LEAVE(cudaErrorInvalidValue);
    pthread_mutex_lock(&events_lock);
    const int both = moment(start, &first) && moment(stop, &last);
    pthread_mutex_unlock(&events_lock);
    if (!both)
        return LEAVE(cudaErrorInvalidResourceHandle);
    *ms = (float)((double)(last - first) * 1e-6);
    tell(cudaSuccess, SIMT_EVENT_AWAITED, NULL, start);
    return tell(cudaSuccess, SIMT_EVENT_AWAITED, NULL, stop);
}
