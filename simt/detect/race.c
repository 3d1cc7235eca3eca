#include "race.h"

#include "publish.h"

enum { LANES = SIMT_WARP_SIZE };

static int is_ordered(const struct race_actor *me, uint32_t block, unsigned thread, uint32_t tick)
{
    if (block == me->order->block && order_in_block(me->order, thread, tick, me->thread))
        return 1;
    return publish_ordered(me->order, me->thread, block, thread, tick);
}

/* ---- against the last write ------------------------------------------------------ */

static int races_with_write(const struct cell *c, const struct race_actor *me,
                            struct race_other *other)
{
    if (c->write_block < me->oldest ||
        is_ordered(me, c->write_block, c->write_thread, c->write_tick))
        return 0;
    *other = (struct race_other){ RACE_WRITE, c->write_block,  c->write_tick,
                                  1,          c->write_thread, c->write_site };
    return 1;
}

/* ---- against the set ----------------------------------------------------------------- */

/* Who else was in the set came before its last member: with that one, all of them lie before
 * a grid barrier, or before this launch. */
static int is_set_history(const struct cell *c, const struct race_actor *me)
{
    return c->set_block < me->oldest ||
           publish_ordered_by_grid(me->order, c->set_block, c->set_tick);
}

/* What of these kinds (CELL_READS, CELL_ATOMICS) an access of mine races with;
 * 0 for nothing. */
static unsigned concerned(const struct race_actor *me, unsigned kinds)
{
    switch (me->kind) {
    case RACE_READ:
        return kinds & CELL_ATOMICS;
    case RACE_ATOMIC:
        return kinds & CELL_READS;
    default:
        return kinds & (CELL_READS | CELL_ATOMICS);
    }
}

static enum race_kind kind_of(unsigned kinds)
{
    return (kinds & CELL_READS) != 0 ? RACE_READ : RACE_ATOMIC;
}

static unsigned kinds_of_others(const struct cell *c)
{
    return ((c->set_flags & CELL_OTHER_READS) != 0 ? (unsigned)CELL_READS : 0u) |
           ((c->set_flags & CELL_OTHER_ATOMICS) != 0 ? (unsigned)CELL_ATOMICS : 0u);
}

static int races_with_lanes(const struct cell *c, const struct race_actor *me,
                            struct race_other *other)
{
    const unsigned kinds = concerned(me, c->set_flags);
    for (unsigned lanes = kinds != 0 ? c->set_lanes : 0; lanes != 0; lanes &= lanes - 1) {
        const unsigned thread = c->set_warp * LANES + (unsigned)__builtin_ctz(lanes);
        if (is_ordered(me, c->set_block, thread, c->set_tick))
            continue;
        *other = (struct race_other){ kind_of(kinds), c->set_block, c->set_tick, 1,
                                      thread,         c->set_site };
        return 1;
    }
    return 0;
}

/* Someone of another block was in the set before. */
static int races_with_block(const struct cell *c, const struct race_actor *me,
                            struct race_other *other)
{
    const unsigned kinds = concerned(me, kinds_of_others(c));
    if ((c->set_flags & CELL_OTHER_BLOCK) == 0 || kinds == 0 || c->other < me->oldest ||
        c->other == me->order->block || is_ordered(me, c->other, 0, 0))
        return 0;
    *other = (struct race_other){ kind_of(kinds), c->other, 0, 0, 0, 0 };
    return 1;
}

/* Someone of another warp of my block was. */
static int races_with_warp(const struct cell *c, const struct race_actor *me,
                           struct race_other *other)
{
    const unsigned kinds = concerned(me, kinds_of_others(c)), thread = c->other >> 16;
    if ((c->set_flags & (CELL_OTHER_WARP | CELL_OTHER_BLOCK)) != CELL_OTHER_WARP || kinds == 0 ||
        c->set_block != me->order->block || thread / LANES == me->thread / LANES ||
        is_ordered(me, c->set_block, thread, c->set_tick))
        return 0;
    *other = (struct race_other){ kind_of(kinds), c->set_block,      c->set_tick, 1,
                                  thread,         (uint16_t)c->other };
    return 1;
}

static int races_with_set(const struct cell *c, const struct race_actor *me,
                          struct race_other *other)
{
    if (is_set_history(c, me))
        return 0;
    return races_with_lanes(c, me, other) || races_with_block(c, me, other) ||
           races_with_warp(c, me, other);
}

/* ---- noting the access -------------------------------------------------------------------- */

static unsigned first_thread(const struct cell *c)
{
    return c->set_warp * LANES + (unsigned)__builtin_ctz(c->set_lanes);
}

static unsigned flag_of(const struct race_actor *me)
{
    return me->kind == RACE_ATOMIC ? CELL_ATOMICS : CELL_READS;
}

/* The set starts anew with me; `others` are the CELL_OTHER flags that stay. */
static void start_set(struct cell *c, const struct race_actor *me, unsigned others)
{
    c->set_block = me->order->block;
    c->set_tick = me->order->tick;
    c->set_lanes = 1u << me->thread % LANES;
    c->set_site = me->site;
    c->set_warp = (uint8_t)(me->thread / LANES);
    c->set_flags = (uint8_t)(flag_of(me) | others);
}

/* The CELL_OTHER flags for a set that becomes the others. */
static unsigned as_others(const struct cell *c)
{
    return ((c->set_flags & CELL_READS) != 0 ? (unsigned)CELL_OTHER_READS : 0u) |
           ((c->set_flags & CELL_ATOMICS) != 0 ? (unsigned)CELL_OTHER_ATOMICS : 0u);
}

static unsigned other_flags(const struct cell *c)
{
    return c->set_flags &
           (CELL_OTHER_WARP | CELL_OTHER_BLOCK | CELL_OTHER_READS | CELL_OTHER_ATOMICS);
}

/* Those lanes of the set (of my own warp) that nothing orders before me. */
static unsigned unordered_lanes(const struct cell *c, const struct race_actor *me)
{
    unsigned rest = 0;
    if (c->set_tick <= me->order->warp[c->set_warp].floor)
        return 0;
    for (unsigned lanes = c->set_lanes; lanes != 0; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(lanes), thread = c->set_warp * LANES + lane;
        if (thread == me->thread || !order_in_block(me->order, thread, c->set_tick, me->thread))
            rest |= 1u << lane;
    }
    return rest;
}

/* Joins a set that holds threads of my own warp. */
static void join_lanes(struct cell *c, const struct race_actor *me)
{
    const unsigned rest = unordered_lanes(c, me), others = other_flags(c);
    if (rest != 0) {
        c->set_lanes = rest | 1u << me->thread % LANES;
        c->set_flags = (uint8_t)(c->set_flags | flag_of(me));
        c->set_site = me->site;
    } else if (others == 0 && (c->set_flags & (CELL_READS | CELL_ATOMICS)) != flag_of(me)) {
        /* Ordered before me, but not before other warps; and they may race
         * with it where they do not race with me. */
        const unsigned become = CELL_OTHER_WARP | as_others(c);
        c->other = first_thread(c) << 16 | c->set_site;
        start_set(c, me, become);
    } else {
        start_set(c, me, others);
    }
}

/* The set is another block's. It becomes the `other`, unless it is ordered
 * before me; then who was the other stays it. */
static void follow_block(struct cell *c, const struct race_actor *me)
{
    const unsigned others = other_flags(c) & ~(unsigned)CELL_OTHER_WARP;
    if (is_ordered(me, c->set_block, first_thread(c), c->set_tick)) {
        start_set(c, me, (others & CELL_OTHER_BLOCK) != 0 ? others : 0);
        return;
    }
    const unsigned become = CELL_OTHER_BLOCK | as_others(c);
    c->other = c->set_block;
    start_set(c, me, become | (others & CELL_OTHER_BLOCK ? others : 0));
}

static void follow_warp(struct cell *c, const struct race_actor *me)
{
    const unsigned others = other_flags(c), become = CELL_OTHER_WARP | as_others(c);
    if ((others & CELL_OTHER_BLOCK) == 0)
        c->other = first_thread(c) << 16 | c->set_site;
    start_set(c, me, others | become);
}

/* A barrier of my block lies between the set and me. */
static void follow_barrier(struct cell *c, const struct race_actor *me)
{
    const unsigned others = other_flags(c) & ~(unsigned)CELL_OTHER_WARP;
    if ((others & CELL_OTHER_BLOCK) != 0) {
        start_set(c, me, others);
    } else if ((c->set_flags & (CELL_READS | CELL_ATOMICS) & ~flag_of(me)) != 0) {
        /* Other blocks may race with it where they do not race with me. */
        const unsigned become = CELL_OTHER_BLOCK | as_others(c);
        c->other = c->set_block;
        start_set(c, me, become);
    } else {
        start_set(c, me, 0);
    }
}

static void note_in_set(struct cell *c, const struct race_actor *me)
{
    if (is_set_history(c, me))
        start_set(c, me, 0);
    else if (c->set_block != me->order->block)
        follow_block(c, me);
    else if (c->set_tick <= me->order->floor)
        follow_barrier(c, me);
    else if (c->set_warp == me->thread / LANES)
        join_lanes(c, me);
    else
        follow_warp(c, me);
}

static void note(struct cell *c, const struct race_actor *me)
{
    if (me->kind != RACE_WRITE) {
        note_in_set(c, me);
        return;
    }
    c->write_block = me->order->block;
    c->write_tick = me->order->tick;
    c->write_thread = (uint16_t)me->thread;
    c->write_site = me->site;
    c->set_block = 0;
    c->set_flags = 0;
}

int race_access(struct cell *cell, const struct race_actor *me, struct race_other *other)
{
    if (races_with_set(cell, me, other)) {
        cell->set_block = 0; /* told: what mixes with it would only confuse */
        cell->set_flags = 0;
        note(cell, me);
        return 1;
    }
    const int found = races_with_write(cell, me, other);
    note(cell, me);
    return found;
}
