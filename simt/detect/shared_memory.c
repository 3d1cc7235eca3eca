/*
 * Shared memory: no other worker touches a block's, so nothing is locked.
 */
#include "memory.h"

#include "name_place.h"
#include "sites.h"

#include <stdio.h>

/* ---- bounds -------------------------------------------------------------------------- */

static int holds(const struct shared_variable *v, size_t offset, unsigned bytes)
{
    return offset - v->offset < v->bytes && bytes <= v->bytes - (offset - v->offset);
}

void report_shared_bounds(const struct lane_access *at)
{
    struct finding f;
    const struct shared_variable *v =
        find_variable((long long)(at->address - (uintptr_t)at->block->info->shared));
    at->worker->launch->bad_access = 1;
    if (!memory_finding(at, FINDING_SHARED_BOUNDS, &f))
        return;
    const size_t elements = v != NULL ? v->bytes / at->access->bytes : 0;
    if (v == NULL)
        snprintf(f.message, sizeof f.message, "the block has no shared memory at this address");
    else if (v->dynamic && v->bytes == 0)
        snprintf(f.message, sizeof f.message,
                 "%.150s, but the launch gives 0 bytes of dynamic shared memory", f.object);
    else if (v->dynamic)
        snprintf(f.message, sizeof f.message,
                 "%.150s is outside of the %zu bytes (%zu elements) of dynamic shared memory that "
                 "the launch gives",
                 f.object, v->bytes, elements);
    else
        snprintf(f.message, sizeof f.message, "%.150s is outside of %s, which has %zu element%s",
                 f.object, v->name, elements, elements == 1 ? "" : "s");
    if (v != NULL && v->dynamic)
        snprintf(f.advice, sizeof f.advice,
                 "the third launch parameter is the size in bytes: threads * sizeof(float)");
    finding_add(&f);
}

static int find_holding(struct worker_state *worker, size_t offset, unsigned bytes)
{
    for (unsigned i = 0; i < worker->launch->variables; i++) {
        if (!holds(&worker->launch->variable[i], offset, bytes))
            continue;
        worker->variable = i;
        return 1;
    }
    return 0;
}

unsigned shared_bounds(struct worker_state *worker, struct block_state *block,
                       const struct simt_access *a)
{
    unsigned good = a->active;
    for (unsigned lanes = a->active; lanes != 0; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(lanes);
        const size_t offset = (size_t)(a->address[lane] - (uintptr_t)block->info->shared);
        if ((worker->variable < worker->launch->variables &&
             holds(&worker->launch->variable[worker->variable], offset, a->bytes)) ||
            find_holding(worker, offset, a->bytes))
            continue;
        const struct lane_access at = {
            worker, block, a, lane, a->warp * SIMT_WARP_SIZE + lane, a->address[lane]
        };
        report_shared_bounds(&at);
        good &= ~(1u << lane);
    }
    return good;
}

/* ---- values that nobody wrote ----------------------------------------------------------- */

static void report_uninit(const struct lane_access *at)
{
    struct finding f;
    if (!memory_finding(at, FINDING_SHARED_UNINIT, &f))
        return;
    snprintf(f.message, sizeof f.message,
             "%.150s is %s, but no thread of this block has written to it", f.object,
             at->access->kind == SIMT_LOAD ? "read" : "updated");
    finding_add(&f);
}

/* ---- an instruction ------------------------------------------------------------------------ */

static unsigned store_bytes(uintptr_t address, const void *context)
{
    const struct block_state *b = ((const struct lane_access *)context)->block;
    const size_t offset = (size_t)(address - (uintptr_t)b->info->shared);
    return site_bytes(cells_look(&b->cells, offset).write_site);
}

static void access_lane(const struct lane_access *at, const struct race_actor *me)
{
    struct block_state *b = at->block;
    struct outcome out = { 0, 0, { .block = 0 } };
    const uintptr_t shared = (uintptr_t)b->info->shared, end = at->address + at->access->bytes;
    for (size_t word = (at->address - shared) / CELL_WORD; shared + word * CELL_WORD < end; word++)
        word_access(at, me, &b->cells, b->written, word, shared + word * CELL_WORD, &out);
    if (out.missing != 0 &&
        misses_values(at, &out, shared, shared + b->info->shared_bytes, store_bytes))
        report_uninit(at);
    if (out.raced)
        race_found(at, &out.other, me);
}

/* A word per lane, nothing special: what reductions do most. Returns 0 where
 * the general way is needed. */
static inline int access_plain(struct block_state *b, const struct simt_access *a,
                               uintptr_t address, const struct race_actor *me)
{
    const size_t offset = (size_t)(address - (uintptr_t)b->info->shared);
    const size_t word = offset / CELL_WORD;
    if (a->bytes != CELL_WORD || offset % CELL_WORD != 0 || me->kind == RACE_NONE ||
        (a->kind != SIMT_STORE && b->written[word] != 0xf) ||
        !race_access_fresh(&b->cells.cell[word], me))
        return 0;
    b->written[word] = 0xf;
    return 1;
}

void shared_access(struct worker_state *worker, struct block_state *block,
                   const struct simt_access *a, unsigned lanes)
{
    /* Cells that another block left in this memory are history. */
    struct race_actor me = memory_actor(block, block->order.block, a);
    for (; lanes != 0; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(lanes);
        me.thread = a->warp * SIMT_WARP_SIZE + lane;
        if (access_plain(block, a, a->address[lane], &me))
            continue;
        const struct lane_access at = { worker, block, a, lane, me.thread, a->address[lane] };
        access_lane(&at, &me);
    }
}
