/*
 * __syncthreads and its three relatives: completes when every lane of the
 * block that has not left the kernel stands at it. A lane may leave before the
 * block's first barrier, as the bounds check of many programs does. One that
 * leaves between barriers skipped those that others still wait at: the hardware
 * lets them go on, but that is a barrier in a branch, and an error here. In
 * observed launches the observers judge that.
 */
#include "lockstep.h"
#include "schedule.h"

#include "error.h"
#include "site.h"

#include <stdio.h>

static const char *const kind_name[] = {
    [SIMT_BARRIER_PLAIN] = "__syncthreads",
    [SIMT_BARRIER_COUNT] = "__syncthreads_count",
    [SIMT_BARRIER_AND] = "__syncthreads_and",
    [SIMT_BARRIER_OR] = "__syncthreads_or",
};

static void desertion(struct worker *w, struct block *b) __attribute__((noreturn));

static void desertion(struct worker *w, struct block *b)
{
    char text[200];
    snprintf(text, sizeof text,
             "barrier divergence: %u of the block's threads %s at the %s here, and %u left the "
             "kernel without it, after an earlier barrier",
             b->arrived, b->arrived == 1 ? "waits" : "wait", kind_name[b->barrier_kind],
             b->departed);
    simt_fail(w, SIMT_FAILED_BARRIER, SIMT_ERROR_LAUNCH_FAILURE, b->barrier_site,
              "all threads of a block must reach the same __syncthreads: move it out of the branch",
              "%s", text);
}

void simt_barrier_complete(struct worker *w, struct block *b)
{
    if (SIMT_UNLIKELY(b->departed != 0) && !b->lockstep)
        desertion(w, b);
    switch (b->barrier_kind) {
    case SIMT_BARRIER_AND:
        b->result = b->predicate == (int)b->arrived;
        break;
    case SIMT_BARRIER_OR:
        b->result = b->predicate != 0;
        break;
    default:
        b->result = b->predicate;
    }
    b->barriers++;
    b->arrived = 0;
    b->predicate = 0;
    b->idle_rounds = 0;
    if (SIMT_UNLIKELY(b->lockstep)) {
        b->info.barriers = b->barriers;
        simt_emit_barrier_complete(&w->listeners, &b->info);
    }
    for (unsigned i = 0; i < b->warps; i++)
        simt_wake(b, i, b->warp[i].alive);
}

static void divergence(struct worker *w, struct block *b, const void *site,
                       enum simt_barrier_kind kind) __attribute__((noreturn));

static void divergence(struct worker *w, struct block *b, const void *site,
                       enum simt_barrier_kind kind)
{
    char there[300], text[sizeof there + 200];
    simt_site_text(b->barrier_site, there, sizeof there);
    snprintf(
        text, sizeof text,
        "barrier divergence: this thread is at the %s here, while %u %s of its block %s at the "
        "%s at %s",
        kind_name[kind], b->arrived, b->arrived == 1 ? "thread" : "threads",
        b->arrived == 1 ? "waits" : "wait", kind_name[b->barrier_kind], there);
    w->failure.other = b->barrier_site;
    simt_fail_listing(w, SIMT_FAILED_BARRIER, SIMT_ERROR_LAUNCH_FAILURE, site,
                      "all threads of a block must reach the same __syncthreads: move it out of "
                      "the branch",
                      text);
}

/* Compilers copy a call, for example when they unroll a loop: then its copies
 * have one source position. Looked up once per pair. */
static int is_copy(struct worker *w, const void *first, const void *other)
{
    const uintptr_t hash = ((uintptr_t)first * 3 ^ (uintptr_t)other) / 2;
    struct alias *alias = &w->alias[(hash ^ hash >> 5) % SIMT_ALIASES];
    if (alias->first == first && alias->other == other)
        return 1;
    if (!simt_site_same(first, other))
        return 0;
    *alias = (struct alias){ first, other };
    return 1;
}

/* The lane came to a barrier by another address than the last one did. */
static void check_site(struct worker *w, struct block *b, const void *site,
                       enum simt_barrier_kind kind)
{
    if (b->arrived == 0) {
        b->barrier_site = site;
        b->barrier_copy = NULL;
        b->barrier_kind = kind;
    } else if (b->barrier_kind != kind || !is_copy(w, b->barrier_site, site)) {
        divergence(w, b, site, kind);
    } else {
        b->barrier_copy = site;
    }
}

static __attribute__((noinline)) void complete_and_wait(struct worker *w, struct block *b,
                                                        unsigned me)
{
    if (atomic_load_explicit(&w->launch->stop, memory_order_relaxed))
        simt_stop_here(w, b->barrier_site, 1);
    simt_barrier_complete(w, b);
    simt_wait(w, b, me);
}

/* The lane arrives and waits. Every way out is a tail call. */
static inline void arrive(struct worker *w, struct block *b)
{
    const unsigned me = b->current;
    if (SIMT_UNLIKELY(++b->arrived == b->alive)) {
        complete_and_wait(w, b, me);
        return;
    }
    simt_wait(w, b, me);
}

/* For the first lane, and for those that come by another address. */
static __attribute__((noinline)) void arrive_elsewhere(struct worker *w, const void *site)
{
    check_site(w, w->block, site, SIMT_BARRIER_PLAIN);
    arrive(w, w->block);
}

/* Observed: the lanes of a warp that come together are announced together. */
static __attribute__((noinline)) void arrive_in_step(struct worker *w, const void *site,
                                                     const void *frame, enum simt_barrier_kind kind)
{
    if (w->block->lockstep) {
        simt_step(w, site, frame, simt_what(SIMT_STEP_BARRIER, kind), 0);
        simt_enter(w, site);
    }
    if (w->block->barrier_kind != kind || site != w->block->barrier_site)
        check_site(w, w->block, site, kind);
    arrive(w, w->block);
}

void simt_barrier(void)
{
    struct worker *w = simt_self;
    if (SIMT_UNLIKELY(w == NULL || w->block == NULL))
        return;
    struct block *b = w->block;
    const void *site = SIMT_CALLER;
    simt_enter(w, site);
    if (SIMT_UNLIKELY(!b->direct))
        arrive_in_step(w, site, SIMT_FRAME, SIMT_BARRIER_PLAIN);
    else if (SIMT_LIKELY(site == b->barrier_site || site == b->barrier_copy))
        arrive(w, b);
    else
        arrive_elsewhere(w, site);
}

static int arrive_with(const void *site, const void *frame, enum simt_barrier_kind kind,
                       int predicate)
{
    struct worker *w = simt_self;
    if (w == NULL || w->block == NULL)
        return predicate != 0;
    struct block *b = w->block;
    simt_enter(w, site);
    b->predicate += predicate != 0;
    arrive_in_step(w, site, frame, kind);
    return b->result;
}

int simt_barrier_count(int predicate)
{
    return arrive_with(SIMT_CALLER, SIMT_FRAME, SIMT_BARRIER_COUNT, predicate);
}

int simt_barrier_and(int predicate)
{
    return arrive_with(SIMT_CALLER, SIMT_FRAME, SIMT_BARRIER_AND, predicate);
}

int simt_barrier_or(int predicate)
{
    return arrive_with(SIMT_CALLER, SIMT_FRAME, SIMT_BARRIER_OR, predicate);
}
