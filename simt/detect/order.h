/*
 * What is ordered before what: the clock of one block.
 *
 * A block counts ticks. Whatever orders some of its threads (a barrier, a warp
 * sync, a fence) ends a tick, and an access is stamped with the tick in which it
 * happened. `floor` is the last tick that lies before a barrier: all of it is
 * ordered before what any thread does now. A warp has a floor of its own, for
 * syncs of all its lanes; syncs of some lanes fill a table of who has seen whom.
 *
 * Fences, atomics and grid barriers order across blocks: publish.h.
 */
#ifndef SIMT_DETECT_ORDER_H
#define SIMT_DETECT_ORDER_H

#include "simt/simt.h"

#include <stdint.h>

enum { ORDER_WARPS = SIMT_MAX_BLOCK / SIMT_WARP_SIZE };

struct publication;

struct warp_order {
    uint32_t floor;
    int partial;    /* 1: `seen` counts */
    uint32_t *seen; /* [reader * 32 + writer]: the writer's last tick that is ordered before */
};

struct order {
    uint32_t block; /* its number through all launches, never 0 */
    uint32_t tick, floor;
    unsigned threads;
    uint32_t grid_round; /* grid barriers passed */
    struct warp_order warp[ORDER_WARPS];
    struct publication *publication; /* NULL: no thread has fenced or met a release */
};

/* A block begins. *order is zeroed memory or was used before. */
void order_begin(struct order *order, uint32_t block, unsigned threads);
/* Frees what order_begin and the others allocated; the publication stays. */
void order_free(struct order *order);

void order_barrier(struct order *order);
/* Lanes of a warp sync; alive: all lanes of it that have not left. */
void order_warp_sync(struct order *order, unsigned warp, unsigned lanes, unsigned alive);

/* 1 if what `thread` of this block did at `tick` is ordered by barriers and
 * warp syncs before what `me` does now. */
static inline int order_in_block(const struct order *order, unsigned thread, uint32_t tick,
                                 unsigned me)
{
    if (tick <= order->floor || thread == me)
        return 1;
    if (thread / SIMT_WARP_SIZE != me / SIMT_WARP_SIZE)
        return 0;
    const struct warp_order *warp = &order->warp[me / SIMT_WARP_SIZE];
    if (tick <= warp->floor)
        return 1;
    return warp->partial &&
           warp->seen[me % SIMT_WARP_SIZE * SIMT_WARP_SIZE + thread % SIMT_WARP_SIZE] >= tick;
}

#endif
