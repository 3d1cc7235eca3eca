#include "order.h"

#include <stdlib.h>
#include <string.h>

enum { LANES = SIMT_WARP_SIZE };
static const size_t seen_bytes = sizeof(uint32_t) * LANES * LANES;

void order_begin(struct order *order, uint32_t block, unsigned threads)
{
    order->block = block;
    order->tick = 1;
    order->floor = 0;
    order->threads = threads;
    order->grid_round = 0;
    order->publication = NULL;
    for (unsigned i = 0; i < (threads + LANES - 1) / LANES; i++) {
        order->warp[i].floor = 0;
        order->warp[i].partial = 0;
    }
}

void order_free(struct order *order)
{
    for (unsigned i = 0; i < ORDER_WARPS; i++) {
        free(order->warp[i].seen);
        order->warp[i].seen = NULL;
    }
}

void order_barrier(struct order *order)
{
    order->floor = order->tick++;
}

/* All of `lanes` now know what any of them knew, and each other's past. */
static void join(struct warp_order *warp, unsigned lanes, uint32_t tick)
{
    uint32_t known[LANES] = { 0 };
    for (unsigned lane = 0; lane < LANES; lane++) {
        if ((lanes >> lane & 1) == 0)
            continue;
        for (unsigned other = 0; other < LANES; other++)
            if (warp->seen[lane * LANES + other] > known[other])
                known[other] = warp->seen[lane * LANES + other];
    }
    for (unsigned lane = 0; lane < LANES; lane++) {
        if (lanes >> lane & 1)
            known[lane] = tick;
    }
    for (unsigned lane = 0; lane < LANES; lane++) {
        if (lanes >> lane & 1)
            memcpy(&warp->seen[lane * LANES], known, sizeof known);
    }
}

void order_warp_sync(struct order *order, unsigned warp, unsigned lanes, unsigned alive)
{
    struct warp_order *w = &order->warp[warp];
    const uint32_t tick = order->tick++;
    if ((alive & ~lanes) == 0) {
        w->floor = tick;
        return;
    }
    if (w->seen == NULL)
        w->seen = malloc(seen_bytes);
    if (w->seen == NULL)
        return;
    if (!w->partial)
        memset(w->seen, 0, seen_bytes);
    w->partial = 1;
    join(w, lanes, tick);
}
