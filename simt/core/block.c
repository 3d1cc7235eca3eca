/* A block's life on a worker: made, entered, left, finished. */
#include "lockstep.h"
#include "schedule.h"

#include "error.h"

#include <stdlib.h>
#include <string.h>

static struct block *new_block(struct worker *w)
{
    struct block *b = w->spare;
    if (b != NULL) {
        w->spare = b->next;
        return b;
    }
    b = calloc(1, sizeof *b);
    if (b != NULL && (b->shared = simt_shared_create()) == NULL) {
        free(b);
        b = NULL;
    }
    if (b == NULL)
        simt_fail(w, SIMT_FAILED_OTHER, SIMT_ERROR_MEMORY_ALLOCATION, NULL,
                  "run fewer blocks at once", "no memory for another resident block");
    b->info.slot = w->slots++;
    return b;
}

static struct simt_dim3 position(uint64_t number, const struct simt_dim3 *size)
{
    struct simt_dim3 at = { (unsigned)number, 0, 0 };
    if (size->y != 1 || size->z != 1) {
        at.x = (unsigned)(number % size->x);
        at.y = (unsigned)(number / size->x % size->y);
        at.z = (unsigned)(number / size->x / size->y);
    }
    return at;
}

/* Never 0: 0 stands for the ascending schedule. */
static uint64_t seed_of(uint64_t seed, uint64_t number)
{
    if (seed == 0)
        return 0;
    uint64_t x = seed * 0x9e3779b97f4a7c15u + number * 0xd1342543de82ef95u;
    x ^= x >> 31;
    x *= 0xbf58476d1ce4e5b9u;
    x ^= x >> 29;
    return x != 0 ? x : 1;
}

static void ready_all(struct block *b)
{
    b->ready_warps = b->warps == 32 ? ~0u : (1u << b->warps) - 1;
    for (unsigned i = 0; i < b->warps; i++) {
        const unsigned lanes = b->threads - i * SIMT_WARP_SIZE;
        b->ready[i] = lanes >= SIMT_WARP_SIZE ? ~0u : (1u << lanes) - 1;
        b->warp[i].alive = b->ready[i];
        b->warp[i].later = 0;
        b->warp[i].at_grid = 0;
        b->warp[i].groups = 0;
        b->warp[i].parked = b->warp[i].todo = b->warp[i].round = b->warp[i].mixed = 0;
        b->warp[i].left = b->warp[i].watched = b->warp[i].idle = 0;
    }
}

static void join_ring(struct worker *w, struct block *b)
{
    if (w->resident == NULL) {
        b->next = b->previous = b;
        w->resident = b;
        return;
    }
    b->next = w->resident;
    b->previous = w->resident->previous;
    b->previous->next = b;
    b->next->previous = b;
}

static void announce_begin(struct worker *w, struct block *b)
{
    b->info.launch = &b->launch->info;
    b->info.number = b->number;
    b->info.index = b->index;
    b->info.worker = w->number;
    b->info.shared = b->shared;
    b->info.shared_bytes = SIMT_SHARED_SPAN;
    b->info.barriers = 0;
    simt_emit_block_begin(&w->listeners, &b->info);
}

struct block *simt_block_start(struct worker *w, uint64_t number)
{
    struct launch *launch = w->launch;
    struct block *b = new_block(w);
    b->launch = launch;
    b->threads = b->alive = launch->threads;
    b->warps = launch->warps;
    b->number = number;
    b->index = position(number, &launch->config.grid);
    b->arrived = b->at_grid = b->idle_rounds = 0;
    b->barrier_site = NULL;
    b->predicate = 0;
    b->barriers = 0;
    b->departed = 0;
    b->later_warps = 0;
    b->random = seed_of(launch->seed, number);
    b->lockstep = launch->wanted != 0;
    b->step_warp = 0;
    b->direct = b->random == 0 && !b->lockstep && SIMT_SHORT_WAY;
    ready_all(b);
    memset(b->context, 0, b->threads * sizeof b->context[0]);
    simt_shared_begin(b);
    join_ring(w, b);
    w->blocks++;
    if (b->lockstep)
        announce_begin(w, b);
    return b;
}

void simt_block_enter(struct worker *w, struct block *b)
{
    w->block = b;
    blockIdx = b->index;
}

static void leave_ring(struct worker *w, struct block *b)
{
    if (b->next == b) {
        w->resident = NULL;
    } else {
        b->next->previous = b->previous;
        b->previous->next = b->next;
        if (w->resident == b)
            w->resident = b->next;
    }
    b->next = w->spare;
    w->spare = b;
}

void simt_block_finish(struct worker *w, struct block *b)
{
    w->barriers += b->barriers;
    if (b->lockstep) {
        simt_lockstep_flush(w, b);
        simt_emit_block_end(&w->listeners, &b->info);
    }
    leave_ring(w, b);
    if (w->launch->config.cooperative)
        simt_grid_block_done(w->launch);
}

void simt_blocks_drop(struct worker *w)
{
    while (w->resident != NULL)
        leave_ring(w, w->resident);
}
