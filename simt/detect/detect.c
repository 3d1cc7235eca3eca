/*
 * The observer: hands events to the detectors, prints at the end of each
 * launch, and gives a program with findings exit status 1.
 */
#define _GNU_SOURCE
#include "detect.h"

#include "barrier.h"
#include "failure.h"
#include "host.h"
#include "memory.h"
#include "overrun.h"
#include "publish.h"
#include "report.h"
#include "streams.h"
#include "warp_ops.h"

#include <stdlib.h>
#include <unistd.h>

static struct {
    pid_t owner; /* the process that reports: not a forked child */
    int quiet, status;
} program;

static void launch_begin(const struct simt_launch_info *launch)
{
    state_launch_begin(launch);
    host_launched(launch);
    streams_launched(launch);
}

static void launch_end(const struct simt_launch_info *launch)
{
    overrun_settle(launch);
    if (!program.quiet)
        report_new();
    state_launch_end();
}

static void *worker_begin(const struct simt_launch_info *launch, unsigned worker)
{
    (void)launch;
    return state_worker_begin(worker);
}

static void block_begin(void *state, const struct simt_block_info *block)
{
    state_block_begin(state, block);
}

/* The block's state, NULL if there was no memory for one. */
static struct block_state *block_of(void *state, const struct simt_block_info *block)
{
    return state != NULL ? state_of(state, block) : NULL;
}

static void finish_atomics(struct block_state *b, unsigned warp)
{
    struct announced *a = &b->announced[warp];
    for (unsigned lanes = a->lanes; lanes != 0; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(lanes);
        publish_acquire(&b->order, warp * SIMT_WARP_SIZE + lane, a->address[lane], a->shared);
    }
    a->lanes = 0;
}

/* The warp goes on after its last access: stores and atomics are done. */
static void settle(struct worker_state *worker, struct block_state *b, unsigned warp)
{
    worker->in_flight = 0;
    if (worker->pendings != 0)
        values_settle(worker, b, warp);
    if (b->announced[warp].lanes != 0)
        finish_atomics(b, warp);
}

static void announce_atomics(struct block_state *b, const struct simt_access *access)
{
    struct announced *a = &b->announced[access->warp];
    a->shared = access->space == SIMT_SPACE_SHARED;
    for (unsigned lanes = access->active; lanes != 0; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(lanes);
        a->address[lane] = access->address[lane];
        publish_atomic(&b->order, access->warp * SIMT_WARP_SIZE + lane, access->address[lane],
                       a->shared);
    }
    a->lanes |= access->active;
}

static void access_memory(void *state, const struct simt_access *access)
{
    struct worker_state *worker = state;
    struct block_state *b = block_of(state, access->block);
    if (b == NULL)
        return;
    settle(worker, b, access->warp);
    if (worker->launch->parallel && access->kind == SIMT_STORE)
        worker->in_flight = state_store_key(b->order.block, access->warp);
    memory_access(worker, b, access);
    streams_access(worker, b, access);
    if (access->kind == SIMT_ATOMIC_ACCESS)
        announce_atomics(b, access);
}

static void stored(void *state, const struct simt_stored *done)
{
    struct block_state *b = block_of(state, done->block);
    if (b != NULL)
        values_stored(state, b, done->warp, done->lane);
}

static void barrier_arrive(void *state, const struct simt_barrier_arrival *arrival)
{
    struct block_state *b = block_of(state, arrival->block);
    if (b == NULL)
        return;
    settle(state, b, arrival->warp);
    barrier_arrived(b, arrival);
}

static void barrier_complete(void *state, const struct simt_block_info *block)
{
    struct block_state *b = block_of(state, block);
    if (b != NULL)
        barrier_completed(b);
}

static void grid_complete(void *state, const struct simt_block_info *block)
{
    struct block_state *b = block_of(state, block);
    if (b != NULL)
        publish_grid_complete(&b->order);
}

static void warp_op(void *state, const struct simt_warp_op *op)
{
    struct block_state *b = block_of(state, op->block);
    if (b == NULL)
        return;
    settle(state, b, op->warp);
    warp_op_completed(b, op);
}

static void fence(void *state, const struct simt_fence_event *event)
{
    struct block_state *b = block_of(state, event->block);
    if (b == NULL)
        return;
    settle(state, b, event->warp);
    for (unsigned lanes = event->active; lanes != 0; lanes &= lanes - 1)
        publish_fence(&b->order, event->warp * SIMT_WARP_SIZE + (unsigned)__builtin_ctz(lanes),
                      event->scope);
}

static void lane_exit(void *state, const struct simt_lane_exit *left)
{
    struct block_state *b = block_of(state, left->block);
    if (b != NULL)
        settle(state, b, left->warp);
}

static void overrun(void *state, const struct simt_overrun *event)
{
    (void)state;
    overrun_seen(event);
}

static void shared_variable(void *state, const struct simt_shared_variable *variable)
{
    (void)state;
    state_shared_variable(variable);
}

static void copied(const struct simt_host_copy *copy)
{
    host_copied(copy);
    streams_copied(copy);
}

static void released(const struct simt_allocation *allocation, enum simt_release result,
                     const void *pc)
{
    host_released(allocation, result, pc);
    streams_released();
}

static void failed(const struct simt_failure *failure)
{
    failure_found(failure);
    /* Host code that touched device memory does not come to the end. */
    if (failure->kind != SIMT_FAILED_HOST || program.quiet)
        return;
    report_end();
    _exit(1);
}

/* Programs are linked with -u and this name, so that the linker takes this file. */
extern const struct simt_observer simt_detect_observer;
const struct simt_observer simt_detect_observer = {
    .name = "detect",
    .launch_begin = launch_begin,
    .launch_end = launch_end,
    .worker_begin = worker_begin,
    .block_begin = block_begin,
    .access = access_memory,
    .stored = stored,
    .barrier_arrive = barrier_arrive,
    .barrier_complete = barrier_complete,
    .grid_complete = grid_complete,
    .warp_op = warp_op,
    .fence = fence,
    .overrun = overrun,
    .lane_exit = lane_exit,
    .shared_variable = shared_variable,
    .allocated = host_allocated,
    .released = released,
    .copied = copied,
    .stream_op = streams_op,
    .api_result = host_api_result,
    .host_access = host_accessed,
    .failed = failed,
};
SIMT_OBSERVER(simt_detect_observer);

/* ---- the program's end ------------------------------------------------------------------ */

static void note_status(int status, void *unused)
{
    (void)unused;
    program.status = status;
}

__attribute__((constructor)) static void begin(void)
{
    program.owner = getpid();
    on_exit(note_status, NULL);
}

/* Runs after all that was registered with atexit. */
__attribute__((destructor)) static void end(void)
{
    if (program.quiet || program.owner != getpid())
        return;
    host_ends(program.status);
    report_end();
    if (finding_total() == 0)
        return;
    fflush(NULL);
    _exit(1);
}

/* ---- for programs that ask ---------------------------------------------------------------- */

size_t simt_detect_count(void)
{
    return finding_total();
}

struct request {
    FILE *to;
    size_t from;
};

static void print_asked(const struct finding *finding, void *context)
{
    const struct request *request = context;
    if (finding->number >= request->from)
        report_text(request->to, finding);
}

char *simt_detect_text(size_t from, char *text, size_t bytes)
{
    text[0] = '\0';
    FILE *to = bytes > 1 ? fmemopen(text, bytes, "w") : NULL;
    if (to == NULL)
        return text;
    struct request request = { to, from };
    finding_each(print_asked, &request);
    fclose(to);
    text[bytes - 1] = '\0';
    return text;
}

void simt_detect_quiet(void)
{
    program.quiet = 1;
}
