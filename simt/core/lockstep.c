/*
 * The lockstep schedule. Lanes park before each event. When all lanes of the
 * warp that can run are parked, those of the deepest call at the lowest address
 * take their event together: compilers lay code out so that this is where
 * branches come together again.
 *
 * Two things would go wrong with that rule alone. A lane that polls for what a
 * parked neighbour will write never lets it run: steps that only read again
 * what they have read before step aside for the others. And code that is right
 * only in lockstep would never be caught: with a seed, the step is chosen by
 * chance and taken by a part of its lanes.
 */
#include "lockstep.h"

enum { POLLING_STEPS = 32, KEY_DEPTH_SHIFT = 48 };

static uint64_t key_of(const struct block *b, unsigned me, const void *pc, const void *frame)
{
    const uintptr_t depth = ((uintptr_t)b->stack[me]->top - (uintptr_t)frame) / 16;
    return (uint64_t)(0xffff - (depth & 0xffff)) << KEY_DEPTH_SHIFT |
           ((uintptr_t)pc & (((uint64_t)1 << KEY_DEPTH_SHIFT) - 1));
}

static const void *pc_of(uint64_t key)
{
    return (const void *)(uintptr_t)(key & (((uint64_t)1 << KEY_DEPTH_SHIFT) - 1));
}

const void *simt_parked_pc(const struct warp *p, unsigned lane)
{
    return pc_of(p->key[lane]);
}

void simt_settle(struct worker *w, struct block *b, unsigned me)
{
    struct warp *p = &b->warp[me / SIMT_WARP_SIZE];
    const unsigned lane = me % SIMT_WARP_SIZE;
    if (SIMT_LIKELY((p->watched >> lane & 1) == 0))
        return;
    p->watched &= ~(1u << lane);
    const struct simt_stored stored = { &b->info, me / SIMT_WARP_SIZE, lane };
    simt_emit_stored(&w->listeners, &stored);
}

void simt_step(struct worker *w, const void *pc, const void *frame, uint64_t what,
               uintptr_t address)
{
    struct block *b = w->block;
    const unsigned me = b->current, warp = me / SIMT_WARP_SIZE, lane = me % SIMT_WARP_SIZE;
    struct warp *p = &b->warp[warp];
    const uint64_t key = key_of(b, me, pc, frame);
    if (SIMT_UNLIKELY(p->watched != 0))
        simt_settle(w, b, me);
    p->key[lane] = key;
    p->what[lane] = what;
    p->address[lane] = address;
    if (p->round != 0) {
        const unsigned other = simt_first(p->round);
        p->mixed |= p->key[other] != key || p->what[other] != what;
    }
    p->round |= 1u << lane;
    p->parked |= 1u << lane;
    b->ready[warp] |= 1u << lane;
    b->ready_warps |= 1u << warp;
    const unsigned todo = p->todo;
    if (SIMT_UNLIKELY(todo == 0 || b->random != 0 || !SIMT_SHORT_WAY)) {
        simt_wait_slowly(w, b, me);
        return;
    }
    const unsigned next = warp * SIMT_WARP_SIZE + simt_first(todo);
    void *target = b->context[next];
    if (SIMT_UNLIKELY(target == NULL)) {
        simt_wait_slowly(w, b, me);
        return;
    }
    p->todo = todo & (todo - 1);
    w->switches++;
    simt_make_current(b, next);
    simt_switch(&b->context[me], target, &w->site);
}

/* ---- announcements ---- */

static void announce_access(struct worker *w, struct block *b, unsigned warp, unsigned lanes,
                            uint64_t what, const void *pc)
{
    struct warp *p = &b->warp[warp];
    const enum simt_step_kind kind = (enum simt_step_kind)(what & 0xf);
    unsigned watch = 0;
    const struct simt_access access = {
        .block = &b->info,
        .warp = warp,
        .active = lanes,
        .kind = kind == SIMT_STEP_LOAD    ? SIMT_LOAD
                : kind == SIMT_STEP_STORE ? SIMT_STORE
                                          : SIMT_ATOMIC_ACCESS,
        .space = (enum simt_space)(what >> 4 & 0xf),
        .bytes = (unsigned)(what >> 32),
        .is_volatile = (int)(what >> 8 & 1),
        .is_packed = (int)(what >> 9 & 1),
        .op = (enum simt_atomic)(what >> 12 & 0xf),
        .type = (enum simt_type)(what >> 16 & 0xf),
        .scope = (enum simt_scope)(what >> 20 & 0xf),
        .pc = pc,
        .address = p->address,
        .watch = kind == SIMT_STEP_STORE ? &watch : NULL,
    };
    simt_emit_access(&w->listeners, &access);
    p->watched |= watch & lanes;
}

static void announce_barrier(struct worker *w, struct block *b, unsigned warp, unsigned lanes,
                             uint64_t what, const void *pc)
{
    const struct simt_barrier_arrival arrival = {
        .block = &b->info,
        .warp = warp,
        .active = lanes,
        .alive = b->warp[warp].alive,
        .kind = (enum simt_barrier_kind)(what >> 4),
        .pc = pc,
    };
    simt_emit_barrier_arrive(&w->listeners, &arrival);
}

static void announce_active_mask(struct worker *w, struct block *b, unsigned warp, unsigned lanes,
                                 int is_group, const void *pc)
{
    struct warp *p = &b->warp[warp];
    const void *pcs[SIMT_WARP_SIZE];
    for (unsigned i = 0; i < SIMT_WARP_SIZE; i++) {
        pcs[i] = pc;
        p->value[i] = lanes >> i & 1 ? lanes : p->value[i];
    }
    const struct simt_warp_op op = {
        .block = &b->info,
        .warp = warp,
        .kind = SIMT_WARP_ACTIVE_MASK,
        .mask = lanes,
        .active = lanes,
        .alive = p->alive,
        .bytes = 4,
        .is_group = is_group,
        .given = p->value,
        .result = p->value,
        .pc = pc,
        .pcs = pcs,
    };
    simt_emit_warp_op(&w->listeners, &op);
}

static void announce(struct worker *w, struct block *b, unsigned warp, unsigned lanes)
{
    const struct warp *p = &b->warp[warp];
    const unsigned first = simt_first(lanes);
    const uint64_t what = p->what[first];
    const void *pc = pc_of(p->key[first]);
    const struct simt_fence_event fence = { &b->info, warp, lanes, (enum simt_scope)(what >> 4),
                                            pc };
    const struct simt_enter enter = { &b->info, warp, lanes, p->alive, pc };
    switch ((enum simt_step_kind)(what & 0xf)) {
    case SIMT_STEP_BARRIER:
        announce_barrier(w, b, warp, lanes, what, pc);
        break;
    case SIMT_STEP_FENCE:
        simt_emit_fence(&w->listeners, &fence);
        break;
    case SIMT_STEP_ENTER:
        simt_emit_enter(&w->listeners, &enter);
        break;
    case SIMT_STEP_ACTIVE_MASK:
        announce_active_mask(w, b, warp, lanes, what >> 4 != 0, pc);
        break;
    default:
        announce_access(w, b, warp, lanes, what, pc);
    }
}

static void flush_exits(struct worker *w, struct block *b, unsigned warp)
{
    struct warp *p = &b->warp[warp];
    if (p->left == 0)
        return;
    const struct simt_lane_exit left = { &b->info, warp, p->left, p->alive };
    p->left = 0;
    simt_emit_lane_exit(&w->listeners, &left);
}

void simt_lockstep_flush(struct worker *w, struct block *b)
{
    for (unsigned warp = 0; warp < b->warps; warp++)
        flush_exits(w, b, warp);
}

/* ---- choices ---- */

/* The parked lanes among `lanes` that stand before the same event as `one`. */
static unsigned alike(const struct warp *p, unsigned lanes, unsigned one)
{
    const uint64_t key = p->key[one], what = p->what[one];
    unsigned same = 0;
    for (; lanes != 0; lanes &= lanes - 1) {
        const unsigned lane = simt_first(lanes);
        if (p->key[lane] == key && p->what[lane] == what)
            same |= 1u << lane;
    }
    return same;
}

static unsigned lowest(const struct warp *p, unsigned lanes)
{
    unsigned best = simt_first(lanes);
    for (lanes &= lanes - 1; lanes != 0; lanes &= lanes - 1) {
        const unsigned lane = simt_first(lanes);
        if (p->key[lane] < p->key[best])
            best = lane;
    }
    return best;
}

/* With a seed: any of the events that lanes stand before, and often not by all
 * of its lanes at once. */
static unsigned choose_by_chance(struct block *b, const struct warp *p, unsigned lanes)
{
    const unsigned one = simt_pick_bit(b, lanes);
    unsigned group = alike(p, lanes, one);
    if (simt_draw(b, 4) == 0)
        group &= simt_draw(b, ~0u) | 1u << one;
    return group;
}

static unsigned choose_group(struct block *b, const struct warp *p, unsigned lanes)
{
    if (b->random != 0)
        return choose_by_chance(b, p, lanes);
    if (lanes == p->round && !p->mixed)
        return lanes;
    return alike(p, lanes, lowest(p, lanes));
}

/* 1 if the step can be one of polling: it reads what it has read before. */
static int may_poll(struct warp *p, unsigned group)
{
    const unsigned first = simt_first(group);
    const uint64_t what = p->what[first];
    const enum simt_step_kind kind = (enum simt_step_kind)(what & 0xf);
    if (kind == SIMT_STEP_ENTER || kind == SIMT_STEP_FENCE)
        return 0;
    const int repeats = kind == SIMT_STEP_ATOMIC || kind == SIMT_STEP_LOAD;
    int known = 0;
    for (unsigned i = 0; i < 4; i++)
        known |= p->polled[i] == p->address[first];
    if (!repeats || !known) {
        p->idle = 0;
        p->polled[p->address[first] / 4 % 4] = repeats ? p->address[first] : 0;
        return 0;
    }
    return ++p->idle > POLLING_STEPS;
}

/* The lanes stay parked, but all others run before them. */
static void step_aside(struct block *b, unsigned warp, unsigned group)
{
    struct warp *p = &b->warp[warp];
    p->idle = 0;
    p->later |= group;
    b->later_warps |= 1u << warp;
}

/* Chooses the lanes of the warp that step next, and announces their event. 0
 * if they step aside instead. */
static unsigned next_group(struct worker *w, struct block *b, unsigned warp)
{
    struct warp *p = &b->warp[warp];
    const unsigned ready = b->ready[warp], running = ready & ~p->parked;
    const unsigned group = running != 0 ? running : choose_group(b, p, ready);
    simt_unready(b, warp, group);
    if (running != 0)
        return running; /* started or woken: on to their first event */
    p->round = p->mixed = 0;
    if (may_poll(p, group)) {
        step_aside(b, warp, group);
        return 0;
    }
    p->parked &= ~group;
    announce(w, b, warp, group);
    return group;
}

int simt_lockstep_stops(struct worker *w, struct block *b)
{
    const unsigned lane = b->current % SIMT_WARP_SIZE;
    const uint64_t key = b->warp[b->current / SIMT_WARP_SIZE].key[lane];
    if (atomic_load(&w->launch->stop) != SIMT_STOP_TIME || pc_of(key) != w->site)
        return 1; /* not for time, or not before an event */
    return simt_loop_seen(w, w->site, 1, ~key >> KEY_DEPTH_SHIFT & 0xffff);
}

unsigned simt_lockstep_pick(struct worker *w, struct block *b)
{
    if (SIMT_UNLIKELY(atomic_load_explicit(&w->launch->stop, memory_order_relaxed)) &&
        simt_lockstep_stops(w, b))
        simt_stop_here(w, w->site, 1);
    for (;;) {
        unsigned warp = b->step_warp;
        struct warp *p = &b->warp[warp];
        if (p->todo == 0 && b->ready_warps == 0)
            return SIMT_NOBODY;
        if (p->todo == 0) {
            flush_exits(w, b, warp);
            if (b->ready[warp] == 0 || (b->random != 0 && simt_draw(b, 8) == 0)) {
                warp = b->step_warp = simt_pick_bit(b, b->ready_warps);
                p = &b->warp[warp];
            }
            p->todo = next_group(w, b, warp);
        }
        if (p->todo != 0) {
            const unsigned lane = simt_pick_bit(b, p->todo);
            p->todo &= ~(1u << lane);
            return warp * SIMT_WARP_SIZE + lane;
        }
    }
}
