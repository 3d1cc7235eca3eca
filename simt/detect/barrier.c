#include "barrier.h"

#include <stdio.h>
#include <string.h>

void barrier_arrived(struct block_state *b, const struct simt_barrier_arrival *arrival)
{
    b->barrier_pc = arrival->pc;
    b->arrived[arrival->warp] |= arrival->active;
}

static unsigned first_missing(const struct block_state *b)
{
    unsigned thread = 0;
    while (b->arrived[thread / SIMT_WARP_SIZE] >> thread % SIMT_WARP_SIZE & 1)
        thread++;
    return thread;
}

/* The hardware lets the others pass, and what the missing threads should have
 * done is simply not done. */
static void report_exited(const struct block_state *b, unsigned missing)
{
    struct finding f;
    const unsigned first = first_missing(b);
    const uint64_t rank = state_rank(b->order.block, first);
    if (finding_known(FINDING_BARRIER_EXITED, b->barrier_pc, NULL, rank))
        return;
    memset(&f, 0, sizeof f);
    f.name = FINDING_BARRIER_EXITED;
    f.kernel = state_launch()->info->kernel->name;
    f.rank = rank;
    state_fill_side(&f.here, b->barrier_pc, b->order.block, first);
    snprintf(f.message, sizeof f.message,
             "%u of the block's %u threads left the kernel before this barrier, which the others "
             "reach; the first is thread (%u,%u,%u)",
             missing, b->order.threads, f.here.thread.x, f.here.thread.y, f.here.thread.z);
    finding_add(&f);
}

void barrier_completed(struct block_state *b)
{
    unsigned arrived = 0;
    for (unsigned i = 0; i < ORDER_WARPS; i++)
        arrived += (unsigned)__builtin_popcount(b->arrived[i]);
    if (arrived != 0 && arrived < b->order.threads)
        report_exited(b, b->order.threads - arrived);
    memset(b->arrived, 0, sizeof b->arrived);
    order_barrier(&b->order);
}
