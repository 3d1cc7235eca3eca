/*
 * Whether an access races with an earlier one to the same cell.
 *
 * Two accesses race if they come from different threads, one of them at least
 * writes, not both are atomics, and nothing orders them. The check does not
 * look at which came first by chance: what is kept in the cell is compared by
 * what is ordered, so every schedule finds the same pairs of places.
 */
#ifndef SIMT_DETECT_RACE_H
#define SIMT_DETECT_RACE_H

#include "cell.h"
#include "order.h"

/* RACE_NONE: an access that nothing races with (guess.h). */
enum race_kind { RACE_READ, RACE_WRITE, RACE_ATOMIC, RACE_NONE };

/* Who accesses: a lane of the block whose clock is `order`. */
struct race_actor {
    struct order *order;
    uint32_t oldest; /* the first block of this launch: older cells are history */
    unsigned thread;
    uint16_t site;
    enum race_kind kind;
};

/* The other side of a race. */
struct race_other {
    enum race_kind kind;
    uint32_t block, tick;
    int has_thread;
    unsigned thread;
    uint16_t site; /* 0: not known */
};

/* Compares with the cell, which is not in parts, and notes the access there. Returns 1
 * for a race and fills *other, else 0. */
int race_access(struct cell *cell, const struct race_actor *me, struct race_other *other);

/* Notes a write of a cell; what was known of reads before it is history. */
static inline void race_note_write(struct cell *cell, const struct race_actor *me)
{
    cell->write_block = me->order->block;
    cell->write_tick = me->order->tick;
    cell->write_thread = (uint16_t)me->thread;
    cell->write_site = me->site;
    cell->set_block = 0;
    cell->set_flags = 0;
}

/* Notes a read of a cell that nobody has read since the last barrier. */
static inline void race_note_read(struct cell *cell, const struct race_actor *me)
{
    cell->set_block = me->order->block;
    cell->set_tick = me->order->tick;
    cell->set_lanes = 1u << me->thread % SIMT_WARP_SIZE;
    cell->set_site = me->site;
    cell->set_warp = (uint8_t)(me->thread / SIMT_WARP_SIZE);
    cell->set_flags = CELL_READS;
}

/* The common case, inlined: a read or write of a cell that nobody else in this
 * launch has touched since the last barrier. Returns 1 if it was that and is
 * noted, else 0: call race_access. */
static inline int race_access_fresh(struct cell *cell, const struct race_actor *me)
{
    const struct order *order = me->order;
    const uint32_t bit = 1u << me->thread % SIMT_WARP_SIZE;
    const unsigned warp = me->thread / SIMT_WARP_SIZE;
    const unsigned others = cell->set_flags & (CELL_OTHER_WARP | CELL_OTHER_BLOCK);
    const int mine = cell->set_block == order->block;
    if (me->kind == RACE_ATOMIC || (cell->set_flags & CELL_PARTS) ||
        (cell->write_block >= me->oldest &&
         (cell->write_block != order->block ||
          (cell->write_tick > order->floor && cell->write_thread != me->thread))))
        return 0;
    const int old = cell->set_block < me->oldest ||
                    (mine && cell->set_tick <= order->floor && !(others & CELL_OTHER_BLOCK));
    if (me->kind == RACE_WRITE) {
        if (!old && !(mine && cell->set_lanes == bit && cell->set_warp == warp && others == 0))
            return 0;
        race_note_write(cell, me);
        return 1;
    }
    if (mine && (cell->set_flags & CELL_ATOMICS))
        return 0;
    if (old)
        race_note_read(cell, me);
    else if (mine && cell->set_tick == order->tick && cell->set_warp == warp)
        cell->set_lanes |= bit;
    else
        return 0;
    return 1;
}

#endif
