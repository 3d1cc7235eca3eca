/*
 * From the core to the observers: walks the table that the linker gathered.
 */
#include "event.h"

#include <assert.h>

typedef const struct simt_observer *const entry;

/* The bounds of the section; both NULL in a program without observers. */
extern entry __start_simt_observers[] __attribute__((weak, visibility("hidden")));
extern entry __stop_simt_observers[] __attribute__((weak, visibility("hidden")));

static unsigned wanted_by(const struct simt_observer *o)
{
    return (o->access != NULL ? SIMT_EVENT_ACCESS : 0u) |
           (o->barrier_arrive != NULL ? SIMT_EVENT_BARRIER_ARRIVE : 0u) |
           (o->warp_op != NULL ? SIMT_EVENT_WARP_OP : 0u) |
           (o->fence != NULL ? SIMT_EVENT_FENCE : 0u) | (o->enter != NULL ? SIMT_EVENT_ENTER : 0u) |
           (o->allocated != NULL || o->released != NULL || o->copied != NULL ||
                    o->api_result != NULL || o->host_access != NULL || o->failed != NULL
                ? SIMT_EVENT_HOST
                : 0u);
}

unsigned simt_events_wanted(void)
{
    unsigned wanted = 0;
    for (entry *o = __start_simt_observers; o != __stop_simt_observers; o++)
        wanted |= wanted_by(*o);
    return wanted;
}

/* To every observer: host-side events, and those with a worker's state. */
#define EMIT_TO_ALL(member, ...)                                                                   \
    do {                                                                                           \
        for (entry *o = __start_simt_observers; o != __stop_simt_observers; o++) {                 \
            if ((*o)->member != NULL)                                                              \
                (*o)->member(__VA_ARGS__);                                                         \
        }                                                                                          \
    } while (0)

#define EMIT(to, member, event)                                                                    \
    do {                                                                                           \
        for (unsigned i = 0; i < (to)->count; i++) {                                               \
            if ((to)->observer[i]->member != NULL)                                                 \
                (to)->observer[i]->member((to)->state[i], event);                                  \
        }                                                                                          \
    } while (0)

void simt_emit_launch_begin(const struct simt_launch_info *launch)
{
    EMIT_TO_ALL(launch_begin, launch);
}

void simt_emit_launch_end(const struct simt_launch_info *launch)
{
    EMIT_TO_ALL(launch_end, launch);
}

void simt_emit_worker_begin(struct simt_listeners *listeners, const struct simt_launch_info *launch,
                            unsigned worker)
{
    listeners->count = 0;
    for (entry *o = __start_simt_observers; o != __stop_simt_observers; o++) {
        assert(listeners->count < SIMT_MAX_OBSERVERS);
        listeners->observer[listeners->count] = *o;
        listeners->state[listeners->count] =
            (*o)->worker_begin != NULL ? (*o)->worker_begin(launch, worker) : NULL;
        listeners->count++;
    }
}

void simt_emit_worker_end(struct simt_listeners *listeners, const struct simt_launch_info *launch)
{
    for (unsigned i = 0; i < listeners->count; i++)
        if (listeners->observer[i]->worker_end != NULL)
            listeners->observer[i]->worker_end(listeners->state[i], launch);
    listeners->count = 0;
}

void simt_emit_block_begin(const struct simt_listeners *to, const struct simt_block_info *block)
{
    EMIT(to, block_begin, block);
}

void simt_emit_block_end(const struct simt_listeners *to, const struct simt_block_info *block)
{
    EMIT(to, block_end, block);
}

void simt_emit_access(const struct simt_listeners *to, const struct simt_access *access)
{
    EMIT(to, access, access);
}

void simt_emit_barrier_arrive(const struct simt_listeners *to,
                              const struct simt_barrier_arrival *arrival)
{
    EMIT(to, barrier_arrive, arrival);
}

void simt_emit_barrier_complete(const struct simt_listeners *to,
                                const struct simt_block_info *block)
{
    EMIT(to, barrier_complete, block);
}

void simt_emit_warp_op(const struct simt_listeners *to, const struct simt_warp_op *op)
{
    EMIT(to, warp_op, op);
}

void simt_emit_fence(const struct simt_listeners *to, const struct simt_fence_event *fence)
{
    EMIT(to, fence, fence);
}

void simt_emit_stored(const struct simt_listeners *to, const struct simt_stored *stored)
{
    EMIT(to, stored, stored);
}

void simt_emit_grid_complete(const struct simt_listeners *to, const struct simt_block_info *block)
{
    EMIT(to, grid_complete, block);
}

void simt_emit_overrun(const struct simt_listeners *to, const struct simt_overrun *overrun)
{
    EMIT(to, overrun, overrun);
}

void simt_emit_lane_exit(const struct simt_listeners *to, const struct simt_lane_exit *left)
{
    EMIT(to, lane_exit, left);
}

void simt_emit_enter(const struct simt_listeners *to, const struct simt_enter *enter)
{
    EMIT(to, enter, enter);
}

void simt_emit_shared_variable(const struct simt_listeners *to,
                               const struct simt_shared_variable *variable)
{
    EMIT(to, shared_variable, variable);
}

void simt_emit_allocated(const struct simt_allocation *allocation)
{
    EMIT_TO_ALL(allocated, allocation);
}

void simt_emit_released(const struct simt_allocation *allocation, enum simt_release result,
                        const void *pc)
{
    EMIT_TO_ALL(released, allocation, result, pc);
}

void simt_emit_stream_op(const struct simt_stream_op *op)
{
    EMIT_TO_ALL(stream_op, op);
}

void simt_emit_copied(const struct simt_host_copy *copy)
{
    EMIT_TO_ALL(copied, copy);
}

void simt_emit_api_result(const struct simt_api_result *result)
{
    EMIT_TO_ALL(api_result, result);
}

void simt_emit_host_access(const struct simt_host_access *access)
{
    EMIT_TO_ALL(host_access, access);
}

int simt_emit_failed(const struct simt_failure *failure)
{
    int told = 0;
    for (entry *o = __start_simt_observers; o != __stop_simt_observers; o++) {
        if ((*o)->failed != NULL) {
            (*o)->failed(failure);
            told = 1;
        }
    }
    return told;
}
