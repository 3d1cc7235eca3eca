/*
 * Who runs next: the slow half of giving way. The fast half, a jump to the
 * next ready lane of the same block, is simt_wait in schedule.h.
 */
#include "lockstep.h"
#include "schedule.h"

#include "error.h"

#ifdef SIMT_ASAN
#include <sanitizer/common_interface_defs.h>
#endif

_Thread_local struct worker *simt_self;
_Thread_local struct simt_dim3 threadIdx, blockIdx, blockDim, gridDim;

enum { IDLE_ROUNDS = 64, MAX_RESIDENT = 64 };

void simt_wake(struct block *b, unsigned warp, unsigned lanes)
{
    if (lanes == 0)
        return;
    b->ready[warp] |= lanes;
    b->ready_warps |= 1u << warp;
}

void simt_unready(struct block *b, unsigned warp, unsigned lanes)
{
    if ((b->ready[warp] &= ~lanes) == 0)
        b->ready_warps &= ~(1u << warp);
}

/* A small generator (xorshift), one per block: the same schedule whichever
 * worker runs it. */
unsigned simt_draw(struct block *b, unsigned below)
{
    uint64_t x = b->random;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    b->random = x;
    return (unsigned)((x >> 32) * below >> 32);
}

unsigned simt_pick_bit(struct block *b, unsigned bits)
{
    if (b->random == 0)
        return simt_first(bits);
    for (unsigned skip = simt_draw(b, (unsigned)__builtin_popcount(bits)); skip > 0; skip--)
        bits &= bits - 1;
    return simt_first(bits);
}

static unsigned pick_ready(struct block *b)
{
    const unsigned warp = simt_pick_bit(b, b->ready_warps);
    const unsigned lane = simt_pick_bit(b, b->ready[warp]);
    simt_unready(b, warp, 1u << lane);
    return warp * SIMT_WARP_SIZE + lane;
}

/* All lanes that stepped back become ready again. */
static void recall_later(struct block *b)
{
    for (unsigned warps = b->later_warps; warps != 0; warps &= warps - 1) {
        const unsigned warp = simt_first(warps);
        simt_wake(b, warp, b->warp[warp].later);
        b->warp[warp].later = 0;
    }
    b->later_warps = 0;
}

static unsigned count_resident(const struct worker *w)
{
    unsigned count = 0;
    const struct block *b = w->resident;
    do {
        count++;
        b = b->next;
    } while (b != w->resident);
    return count;
}

/* Takes the next block of the grid; NULL when all are taken. */
static struct block *next_block(struct worker *w)
{
    struct launch *launch = w->launch;
    if (atomic_load_explicit(&launch->next_block, memory_order_relaxed) >= launch->blocks)
        return NULL;
    const uint64_t number = atomic_fetch_add_explicit(&launch->next_block, 1, memory_order_relaxed);
    return number < launch->blocks ? simt_block_start(w, number) : NULL;
}

/* The lanes of w->block only wait for what other blocks will do: lets another
 * resident block run, or brings one more onto this worker, as a GPU would
 * have it resident beside this one. */
static void rotate_blocks(struct worker *w)
{
    struct block *b = w->block;
    b->idle_rounds = 0;
    if (b->next == w->resident &&
        (w->launch->config.cooperative || count_resident(w) < MAX_RESIDENT)) {
        struct block *fresh = next_block(w);
        if (fresh != NULL) {
            simt_block_enter(w, fresh);
            return;
        }
    }
    simt_block_enter(w, b->next);
}

static int has_work(const struct block *b)
{
    return b->ready_warps != 0 || b->later_warps != 0;
}

/* Told at the place of a lane that waits for another warp operation's lanes, if
 * there is one. */
static void deadlock(struct worker *w)
{
    struct block *b = w->block;
    const void *site = b->barrier_site;
    for (unsigned i = b->warps; i-- > 0;) {
        if (b->warp[i].groups != 0) {
            const struct group *g = &b->warp[i].group[simt_first(b->warp[i].groups)];
            site = g->site;
            b->current = i * SIMT_WARP_SIZE + simt_first(g->arrived);
        }
    }
    simt_fail_listing(w, SIMT_FAILED_DEADLOCK, SIMT_ERROR_LAUNCH_TIMEOUT, site,
                      "every thread of the block must reach the same barriers, and every lane "
                      "named in a mask the same warp operation",
                      "deadlock: no thread of this block can run on");
}

/* A resident block that has something to run, or NULL. */
static struct block *find_resident(struct worker *w)
{
    struct block *candidate = w->resident;
    if (candidate == NULL)
        return NULL;
    do {
        if (has_work(candidate))
            return candidate;
        candidate = candidate->next;
    } while (candidate != w->resident);
    return NULL;
}

/* w->block has no lane that can run. Finds another block that has, or a new
 * one, or waits for the grid. Returns 0 when there is nothing left. */
static int leave_block(struct worker *w)
{
    struct block *b = w->block;
    if (b->alive == 0) {
        simt_block_finish(w, b);
    } else if (b->at_grid != b->alive) {
        deadlock(w);
    }
    for (;;) {
        if (atomic_load_explicit(&w->launch->stop, memory_order_relaxed))
            simt_stop_here(w, w->site, 1);
        struct block *found = find_resident(w);
        if (found == NULL)
            found = next_block(w);
        if (found != NULL) {
            simt_block_enter(w, found);
            return 1;
        }
        if (w->resident == NULL)
            return 0;
        if (!simt_grid_wake(w) && !simt_grid_wait(w))
            deadlock(w);
    }
}

/* Makes w->block one whose ready set is not empty; 0 when there is none. */
static int find_ready(struct worker *w)
{
    while (w->block->ready_warps == 0) {
        struct block *b = w->block;
        if (simt_active_masks_complete(w, b))
            continue;
        if (b->later_warps != 0) {
            if (atomic_load_explicit(&w->launch->stop, memory_order_relaxed) &&
                (!b->lockstep || simt_lockstep_stops(w, b)))
                simt_stop_here(w, w->site, 1);
            recall_later(b);
            if (++b->idle_rounds > IDLE_ROUNDS)
                rotate_blocks(w);
        } else if (!leave_block(w)) {
            return 0;
        }
    }
    return 1;
}

/* Lanes of a step have been taken and have yet to run. */
static int in_step(const struct block *b)
{
    return b->lockstep && b->warp[b->step_warp].todo != 0;
}

static __attribute__((noinline)) int choose_slowly(struct worker *w)
{
    if (w->block == NULL) {
        struct block *first = next_block(w);
        if (first == NULL)
            return 0;
        simt_block_enter(w, first);
    }
    unsigned next;
    do {
        if (!in_step(w->block) && w->block->ready_warps == 0 && !find_ready(w))
            return 0;
        next = w->block->lockstep ? simt_lockstep_pick(w, w->block) : pick_ready(w->block);
    } while (next == SIMT_NOBODY);
    simt_make_current(w->block, next);
    return 1;
}

/* Chooses the next lane to run on this worker, of this block or of another,
 * and makes it current. Returns 0 when the worker has nothing left to do. */
static inline int choose(struct worker *w)
{
    struct block *b = w->block;
    if (SIMT_UNLIKELY(b == NULL || b->ready_warps == 0 || !b->direct))
        return choose_slowly(w);
    simt_make_current(b, simt_take_first(b));
    return 1;
}

static void fiber_main(void *stack);

/* Gives the current lane a stack if it has none. */
static void *context_of_current(struct worker *w)
{
    struct block *b = w->block;
    const unsigned next = b->current;
    if (b->context[next] != NULL)
        return b->context[next];
    struct stack *stack = simt_stack_take(&w->stacks);
    if (stack == NULL)
        simt_fail(w, SIMT_FAILED_OTHER, SIMT_ERROR_MEMORY_ALLOCATION, NULL,
                  "run fewer threads at once, or set SIMT_STACK to less than 64k",
                  "no memory for the stacks of the waiting threads");
    b->stack[next] = stack;
    return simt_fiber_make(stack, fiber_main);
}

/* To the current lane. Told to a sanitizer, the switch has not ended before the
 * new fiber has said so, and only then may a signal come. */
static void switch_lanes(struct worker *w, void **save, void *target)
{
#ifdef SIMT_ASAN
    void *fake;
    const void *volatile nothing;
    const struct stack *stack = w->block->stack[w->block->current];
    __sanitizer_start_switch_fiber(&fake, stack->low, (size_t)(stack->top - stack->low));
    simt_switch(save, target, &nothing);
    __sanitizer_finish_switch_fiber(fake, NULL, NULL);
    simt_leave(w);
#else
    simt_switch(save, target, &w->site);
#endif
}

void simt_wait_slowly(struct worker *w, struct block *from, unsigned me)
{
    choose(w); /* there is work: this lane itself has not ended */
    simt_run_current(w, from, me);
}

void simt_run_current(struct worker *w, struct block *from, unsigned me)
{
    if (w->block == from && from->current == me) {
        simt_leave(w);
        return;
    }
    void *target = context_of_current(w);
    switch_lanes(w, &from->context[me], target);
}

void simt_give_way(struct worker *w, const void *site)
{
    struct block *b = w->block;
    const unsigned me = b->current, warp = me / SIMT_WARP_SIZE;
    b->warp[warp].later |= 1u << me % SIMT_WARP_SIZE;
    b->later_warps |= 1u << warp;
    b->site[me] = site;
    simt_wait(w, b, me);
}

/* The lane leaves the kernel; others may have waited for that only. */
static void lane_exit(struct worker *w, struct block *b, unsigned me)
{
    const unsigned warp = me / SIMT_WARP_SIZE;
    if (SIMT_UNLIKELY(b->lockstep)) {
        simt_settle(w, b, me);
        b->warp[warp].left |= 1u << me % SIMT_WARP_SIZE;
    }
    b->warp[warp].alive &= ~(1u << me % SIMT_WARP_SIZE);
    b->alive--;
    b->departed += b->barriers != 0;
    b->idle_rounds = 0;
    atomic_store_explicit(&w->exits, atomic_load_explicit(&w->exits, memory_order_relaxed) + 1,
                          memory_order_relaxed);
    if (SIMT_UNLIKELY(b->warp[warp].groups != 0))
        simt_groups_check(w, b, warp);
    if (SIMT_UNLIKELY(b->arrived == b->alive && b->arrived != 0))
        simt_barrier_complete(w, b);
    if (SIMT_UNLIKELY(b->at_grid != 0))
        simt_grid_lane_left(b);
}

/* Goes on with the current lane, for good. */
static void jump_to_current(struct worker *w)
{
    void *unused;
    const struct block *b = w->block;
#ifdef SIMT_ASAN
    const void *volatile nothing;
    const struct stack *stack = b->stack[b->current];
    __sanitizer_start_switch_fiber(NULL, stack->low, (size_t)(stack->top - stack->low));
    simt_switch(&unused, b->context[b->current], &nothing);
#else
    simt_switch(&unused, b->context[b->current], &w->site);
#endif
}

/* Goes home for good. The worker's own code counts as the core. */
static void jump_home(struct worker *w)
{
    void *unused;
    const void *volatile nothing;
#ifdef SIMT_ASAN
    __sanitizer_start_switch_fiber(NULL, w->home_low, w->home_bytes);
#endif
    simt_switch(&unused, w->home, &nothing);
}

/* Runs lanes that have not started on this stack, one after the other, as long
 * as the next lane to run is such a one: a lane that never waits needs no stack
 * of its own. The current lane is the first of them, except in a worker's first
 * fiber, which has yet to choose one. */
static void fiber_main(void *stack)
{
    struct worker *w = simt_self;
    int chosen = !w->starting;
    w->starting = 0;
#ifdef SIMT_ASAN
    __sanitizer_finish_switch_fiber(NULL, NULL, NULL);
#endif
    for (; chosen || choose(w); chosen = 0) {
        struct block *b = w->block;
        if (!chosen && b->context[b->current] != NULL) {
            simt_stack_give(&w->stacks, stack);
            jump_to_current(w);
        }
        b->stack[b->current] = stack;
        simt_leave(w);
        w->launch->entry(w->launch->closure);
        simt_enter(w, SIMT_IN_CORE);
        b = w->block;
        lane_exit(w, b, b->current);
    }
    simt_stack_give(&w->stacks, stack);
    jump_home(w);
}

void simt_leave_home(struct worker *w, struct stack *stack)
{
    void *target = simt_fiber_make(stack, fiber_main);
    const void *volatile nothing;
    w->starting = 1;
#ifdef SIMT_ASAN
    void *fake;
    __sanitizer_start_switch_fiber(&fake, stack->low, (size_t)(stack->top - stack->low));
    simt_switch(&w->home, target, &nothing);
    __sanitizer_finish_switch_fiber(fake, NULL, NULL);
#else
    simt_switch(&w->home, target, &nothing);
#endif
}

void simt_go_home(struct worker *w)
{
    jump_home(w);
    __builtin_unreachable();
}
