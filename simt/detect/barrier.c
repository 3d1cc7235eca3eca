#include "barrier.h"

#include <stdio.h>
#include <string.h>

void barrier_arrived(struct block_state *b, const struct simt_barrier_arrival *arrival)
{
    b->barrier_pc = arrival->pc;
}

/* The hardware lets the others pass, and what the missing threads should have
 * done is simply not done. */
static void report_exited(const struct block_state *b)
{
    struct finding f;
    const uint64_t rank = state_rank(b->order.block, b->first_exited);
    if (finding_known(FINDING_BARRIER_EXITED, b->barrier_pc, NULL, rank))
        return;
    memset(&f, 0, sizeof f);
    f.name = FINDING_BARRIER_EXITED;
    f.kernel = detect_launch.info->kernel->name;
    f.rank = rank;
    state_fill_side(&f.here, b->barrier_pc, b->order.block, b->first_exited);
    snprintf(f.message, sizeof f.message,
             "%u of the block's %u threads left the kernel before this barrier, which the others "
             "reach; the first is thread (%u,%u,%u)",
             b->exited, b->order.threads, f.here.thread.x, f.here.thread.y, f.here.thread.z);
    finding_add(&f);
}

void barrier_completed(struct block_state *b)
{
    if (b->exited != 0 && b->barrier_pc != NULL)
        report_exited(b);
    order_barrier(&b->order);
}

void barrier_lanes_left(struct block_state *b, const struct simt_lane_exit *left)
{
    const unsigned first = left->warp * SIMT_WARP_SIZE + (unsigned)__builtin_ctz(left->active);
    if (b->exited == 0 || first < b->first_exited)
        b->first_exited = first;
    b->exited += (unsigned)__builtin_popcount(left->active);
}
