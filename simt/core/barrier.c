/*
 * __syncthreads and its three relatives: completes when every lane of the
 * block that has not left the kernel stands at it.
 */
#include "schedule.h"

#include "error.h"
#include "site.h"

#include <stdio.h>

enum { PLAIN, COUNT, AND, OR };

static const char *const kind_name[] = { "__syncthreads", "__syncthreads_count",
                                         "__syncthreads_and", "__syncthreads_or" };

void simt_barrier_complete(struct block *b)
{
    switch (b->barrier_kind) {
    case AND:
        b->result = b->predicate == (int)b->arrived;
        break;
    case OR:
        b->result = b->predicate != 0;
        break;
    default:
        b->result = b->predicate;
    }
    b->barriers++;
    b->arrived = 0;
    b->predicate = 0;
    b->barrier_site = NULL;
    b->idle_rounds = 0;
    for (unsigned i = 0; i < b->warps; i++)
        simt_wake(b, i, b->warp[i].alive);
}

/* The lane came to a barrier by another address than the first one did: fine
 * for the first lane and for a copy of the same source line. */
static void check_site(struct worker *w, struct block *b, const void *site, int kind)
{
    if (b->arrived == 0) {
        b->barrier_site = site;
        b->barrier_kind = kind;
        if (atomic_load_explicit(&w->launch->stop, memory_order_relaxed))
            simt_stop_here(w, w->site, 1);
        return;
    }
    if (b->barrier_kind == kind && simt_site_same(b->barrier_site, site))
        return;
    char here[300], there[300], text[sizeof here + sizeof there + 160];
    simt_site_text(site, here, sizeof here);
    simt_site_text(b->barrier_site, there, sizeof there);
    snprintf(
        text, sizeof text,
        "barrier divergence: this thread is at the %s here, while %u threads of its block wait "
        "at the %s at %s",
        kind_name[kind], b->arrived, kind_name[b->barrier_kind], there);
    simt_fail_listing(w, SIMT_ERROR_LAUNCH_FAILURE, site,
                      "all threads of a block must reach the same __syncthreads: move it out of "
                      "the branch",
                      text);
}

/* Inlined into each entry below, so that the kind costs nothing. */
static inline int arrive(const void *site, int kind, int predicate)
{
    struct worker *w = simt_self;
    if (SIMT_UNLIKELY(w == NULL || w->block == NULL))
        return predicate != 0;
    struct block *b = w->block;
    const unsigned me = b->current;
    w->site = site;
    if (SIMT_UNLIKELY(b->barrier_site != site || (kind != PLAIN && b->barrier_kind != kind)))
        check_site(w, b, site, kind);
    if (kind != PLAIN)
        b->predicate += predicate != 0;
    if (++b->arrived == b->alive)
        simt_barrier_complete(b);
    else
        simt_unready(b, me);
    simt_wait(w, b, me);
    w->site = NULL;
    return b->result;
}

void simt_barrier(void)
{
    arrive(SIMT_CALLER, PLAIN, 0);
}

int simt_barrier_count(int predicate)
{
    return arrive(SIMT_CALLER, COUNT, predicate);
}

int simt_barrier_and(int predicate)
{
    return arrive(SIMT_CALLER, AND, predicate);
}

int simt_barrier_or(int predicate)
{
    return arrive(SIMT_CALLER, OR, predicate);
}
