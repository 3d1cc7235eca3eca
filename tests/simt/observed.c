#include "observed.h"

#include "event.h"

struct tally tally;

static void on_access(void *state, const struct simt_access *a)
{
    const unsigned lanes = (unsigned)__builtin_popcount(a->active);
    (void)state;
    if (a->space == SIMT_SPACE_UNKNOWN) {
        tally.unknown++;
    } else if (a->kind == SIMT_LOAD) {
        tally.loads++;
        tally.load_lanes += lanes;
    } else if (a->kind == SIMT_STORE) {
        tally.stores++;
        tally.store_lanes += lanes;
        if (tally.watching)
            *a->watch |= a->active;
    } else {
        tally.atomics++;
        tally.atomic_lanes += lanes;
    }
}

static void on_arrive(void *state, const struct simt_barrier_arrival *a)
{
    (void)state;
    tally.arrivals++;
    tally.last_mask = a->active;
}

static void on_barrier(void *state, const struct simt_block_info *block)
{
    (void)state;
    tally.barriers = (unsigned)block->barriers;
}

static void on_op(void *state, const struct simt_warp_op *op)
{
    (void)state;
    tally.ops++;
    tally.last_mask = op->active;
    for (unsigned i = 0; op->source != NULL && i < 32; i++)
        if (op->active >> i & 1)
            tally.unknown += op->result[i] != op->given[op->source[i]];
}

static void on_fence(void *state, const struct simt_fence_event *fence)
{
    (void)state;
    (void)fence;
    tally.fences++;
}

static void on_leave(void *state, const struct simt_lane_exit *left)
{
    (void)state;
    tally.exits++;
    tally.exit_lanes += (unsigned)__builtin_popcount(left->active);
}

static void on_begin(void *state, const struct simt_block_info *block)
{
    (void)state;
    (void)block;
    tally.begun++;
}

static void on_end(void *state, const struct simt_block_info *block)
{
    (void)state;
    (void)block;
    tally.ended++;
}

/* The store is done and no other lane has stored: every lane sees its own value. */
unsigned *watched_place;

static void on_stored(void *state, const struct simt_stored *stored)
{
    (void)state;
    tally.stored += *watched_place == stored->lane + 1;
}

static void on_variable(void *state, const struct simt_shared_variable *variable)
{
    (void)state;
    tally.offset[tally.variables++] = variable->offset;
}

static void on_grid(void *state, const struct simt_block_info *block)
{
    (void)state;
    (void)block;
    tally.grid++;
}

static void on_launch_end(const struct simt_launch_info *info)
{
    tally.error = info->error;
    tally.lockstep = info->lockstep;
}

static const struct simt_observer observer = { .name = "test",
                                               .access = on_access,
                                               .barrier_arrive = on_arrive,
                                               .barrier_complete = on_barrier,
                                               .warp_op = on_op,
                                               .fence = on_fence,
                                               .lane_exit = on_leave,
                                               .block_begin = on_begin,
                                               .block_end = on_end,
                                               .stored = on_stored,
                                               .shared_variable = on_variable,
                                               .grid_complete = on_grid,
                                               .launch_end = on_launch_end };
SIMT_OBSERVER(observer);
