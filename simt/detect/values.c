/*
 * Two stores to one place that nothing orders are no race if both write the same
 * value: whichever comes last, the result is the same ("found = 1"). What a
 * store writes is known only after it is done.
 */
#include "memory.h"

#include <stdlib.h>
#include <string.h>

static struct pending *free_entry(struct worker_state *worker)
{
    for (unsigned i = 0; i < STATE_PENDING; i++)
        if (worker->pending[i].block == NULL)
            return &worker->pending[i];
    return NULL;
}

/* Is the other store done, so that its value is in memory? Another worker may
 * be just about to do it. */
static int is_done(const struct lane_access *at, const struct race_other *other)
{
    return other->block == at->block->order.block ||
           state_await_store(other->block, other->thread / SIMT_WARP_SIZE);
}

void values_wait(const struct lane_access *at, const struct race_other *other, int rival,
                 const struct finding *finding)
{
    struct worker_state *worker = at->worker;
    if (!is_done(at, other))
        return;
    struct pending *p = free_entry(worker);
    struct finding *copy = p != NULL ? malloc(sizeof *copy) : NULL;
    if (copy == NULL)
        return;
    *copy = *finding;
    *p = (struct pending){ .block = at->block,
                           .warp = at->access->warp,
                           .lane = at->lane,
                           .rival = rival,
                           .address = at->address,
                           .bytes = at->access->bytes < VALUE_BYTES ? at->access->bytes
                                                                    : (unsigned)VALUE_BYTES,
                           .finding = copy };
    worker->pendings++;
    if (rival < 0) {
        memcpy(p->old_value, (const void *)at->address, p->bytes);
        p->have_old = 1;
    }
    if (at->access->watch != NULL)
        *at->access->watch |= 1u << at->lane | (rival >= 0 ? 1u << rival : 0u);
}

static void decide(struct worker_state *worker, struct pending *p)
{
    struct finding *f = p->finding;
    if (p->have_old && p->have_new && memcmp(p->old_value, p->new_value, p->bytes) != 0 &&
        !finding_known(f->name, f->here.pc, f->other.pc, f->rank))
        finding_add(f);
    free(f);
    p->finding = NULL;
    p->block = NULL;
    worker->pendings--;
}

void values_stored(struct worker_state *worker, struct block_state *block, unsigned warp,
                   unsigned lane)
{
    for (unsigned i = 0; i < STATE_PENDING && worker->pendings != 0; i++) {
        struct pending *p = &worker->pending[i];
        if (p->block != block || p->warp != warp)
            continue;
        if (p->rival == (int)lane && !p->have_old) {
            memcpy(p->old_value, (const void *)p->address, p->bytes);
            p->have_old = 1;
        } else if (p->lane == lane && !p->have_new) {
            memcpy(p->new_value, (const void *)p->address, p->bytes);
            p->have_new = 1;
        }
        if (p->have_old && p->have_new)
            decide(worker, p);
    }
}

void values_settle(struct worker_state *worker, struct block_state *block, unsigned warp)
{
    for (unsigned i = 0; i < STATE_PENDING && worker->pendings != 0; i++) {
        struct pending *p = &worker->pending[i];
        if (p->block != block || p->warp != warp)
            continue;
        if (!p->have_new) {
            memcpy(p->new_value, (const void *)p->address, p->bytes);
            p->have_new = 1;
        }
        decide(worker, p);
    }
}
