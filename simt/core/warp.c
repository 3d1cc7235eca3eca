/*
 * Operations of a warp: lanes that name each other in a mask wait until all of
 * them that have not left the kernel stand in the same operation with the same
 * mask. Lanes are independent, so several such groups can be under way at once.
 */
#include "lockstep.h"
#include "schedule.h"

#include "error.h"

#include <string.h>

const char *simt_op_name(enum simt_op op)
{
    static const char *const name[] = {
        "nothing",          "__syncwarp",    "__shfl_sync",  "__shfl_up_sync", "__shfl_down_sync",
        "__shfl_xor_sync",  "__all_sync",    "__any_sync",   "__ballot_sync",  "__match_any_sync",
        "__match_all_sync", "__reduce_sync", "__activemask",
    };
    return name[op];
}

static enum simt_warp_op_kind kind_of(enum simt_op op)
{
    switch (op) {
    case SIMT_OP_SYNC:
        return SIMT_WARP_SYNC;
    case SIMT_OP_ALL:
    case SIMT_OP_ANY:
    case SIMT_OP_BALLOT:
        return SIMT_WARP_VOTE;
    case SIMT_OP_MATCH_ANY:
    case SIMT_OP_MATCH_ALL:
        return SIMT_WARP_MATCH;
    case SIMT_OP_REDUCE:
        return SIMT_WARP_REDUCE;
    case SIMT_OP_ACTIVE_MASK:
        return SIMT_WARP_ACTIVE_MASK;
    default:
        return SIMT_WARP_SHUFFLE;
    }
}

/* For observers: the operation with what went in and what comes out. */
static void announce(struct worker *w, struct block *b, unsigned warp, const struct group *g,
                     const uint64_t *given, const unsigned *operand)
{
    const struct warp *p = &b->warp[warp];
    const enum simt_warp_op_kind kind = kind_of(g->op);
    const int is_shuffle = kind == SIMT_WARP_SHUFFLE;
    unsigned source[SIMT_WARP_SIZE];
    for (unsigned lanes = g->arrived; is_shuffle && lanes != 0; lanes &= lanes - 1) {
        const unsigned lane = simt_first(lanes);
        source[lane] = simt_source_lane(g->op, lane, operand[lane]);
    }
    const struct simt_warp_op op = {
        .block = &b->info,
        .warp = warp,
        .kind = kind,
        .mask = g->mask,
        .active = g->arrived,
        .alive = p->alive,
        .bytes = g->op == SIMT_OP_REDUCE ? 4 : g->detail,
        .width = is_shuffle ? simt_shuffle_width(operand[simt_first(g->arrived)]) : 0,
        .is_group = kind == SIMT_WARP_ACTIVE_MASK && g->detail != 0,
        .source = is_shuffle ? source : NULL,
        .given = kind == SIMT_WARP_SYNC ? NULL : given,
        .result = kind == SIMT_WARP_SYNC ? NULL : p->value,
        .pc = g->site,
        .pcs = &b->site[warp * SIMT_WARP_SIZE],
    };
    simt_emit_warp_op(&w->listeners, &op);
}

static void exchange(struct worker *w, struct block *b, unsigned warp, const struct group *g)
{
    struct warp *p = &b->warp[warp];
    uint64_t given[SIMT_WARP_SIZE];
    unsigned operand[SIMT_WARP_SIZE];
    if (SIMT_LIKELY(!b->lockstep)) {
        simt_group_result(p, g, g->arrived);
        return;
    }
    memcpy(given, p->value, sizeof given);
    memcpy(operand, p->operand, sizeof operand);
    simt_group_result(p, g, g->arrived);
    announce(w, b, warp, g, given, operand);
}

/* All are there: results out, lanes ready, entry free. */
static void complete(struct worker *w, struct block *b, unsigned warp, unsigned entry)
{
    struct warp *p = &b->warp[warp];
    struct group *g = &p->group[entry];
    exchange(w, b, warp, g);
    simt_wake(b, warp, g->arrived);
    g->arrived = 0;
    p->groups &= ~(1u << entry);
    b->idle_rounds = 0;
}

static int is_complete(const struct warp *p, const struct group *g)
{
    return g->op != SIMT_OP_ACTIVE_MASK && g->arrived == (g->mask & p->alive);
}

void simt_groups_check(struct worker *w, struct block *b, unsigned warp)
{
    struct warp *p = &b->warp[warp];
    for (unsigned entries = p->groups; entries != 0; entries &= entries - 1) {
        const unsigned entry = simt_first(entries);
        if (is_complete(p, &p->group[entry]))
            complete(w, b, warp, entry);
    }
}

int simt_active_masks_complete(struct worker *w, struct block *b)
{
    int woken = 0;
    for (unsigned i = 0; i < b->warps; i++) {
        struct warp *p = &b->warp[i];
        for (unsigned entries = p->groups; entries != 0; entries &= entries - 1) {
            const unsigned entry = simt_first(entries);
            if (p->group[entry].op == SIMT_OP_ACTIVE_MASK) {
                complete(w, b, i, entry);
                woken = 1;
            }
        }
    }
    return woken;
}

/* The entry that lanes of this operation gather in; a free one if there is
 * none. At most 32 are in use, one per lane. */
static unsigned find_group(struct warp *p, enum simt_op op, unsigned mask, unsigned detail,
                           const void *site)
{
    for (unsigned entries = p->groups; entries != 0; entries &= entries - 1) {
        const unsigned entry = simt_first(entries);
        const struct group *g = &p->group[entry];
        if (g->op == op && g->mask == mask && g->detail == detail &&
            (op != SIMT_OP_ACTIVE_MASK || g->site == site))
            return entry;
    }
    const unsigned entry = simt_first(~p->groups);
    p->groups |= 1u << entry;
    p->group[entry] = (struct group){ op, mask, 0, detail, site };
    return entry;
}

static void check_mask(struct worker *w, enum simt_op op, unsigned mask, unsigned lane,
                       const void *site)
{
    if (SIMT_LIKELY(mask >> lane & 1))
        return;
    simt_fail(w, SIMT_FAILED_MASK, SIMT_ERROR_LAUNCH_FAILURE, site,
              "every lane that makes the call must be in the mask it passes",
              "%s: lane %u calls it with mask 0x%08x, which does not name lane %u",
              simt_op_name(op), lane, mask, lane);
}

/* Operand in, result out. */
static uint64_t operate(const void *site, enum simt_op op, unsigned mask, unsigned detail,
                        uint64_t value, unsigned operand, unsigned *operand_out)
{
    struct worker *w = simt_self;
    struct block *b = w->block;
    const unsigned me = b->current, warp = me / SIMT_WARP_SIZE, lane = me % SIMT_WARP_SIZE;
    struct warp *p = &b->warp[warp];
    simt_enter(w, site);
    check_mask(w, op, mask, lane, site);
    if (SIMT_UNLIKELY(b->lockstep))
        simt_settle(w, b, me);
    p->value[lane] = value;
    p->operand[lane] = operand;
    const unsigned entry = find_group(p, op, mask, detail, site);
    p->group[entry].arrived |= 1u << lane;
    b->site[me] = site;
    if (is_complete(p, &p->group[entry]))
        complete(w, b, warp, entry);
    simt_wait(w, b, me);
    if (operand_out != NULL)
        *operand_out = p->operand[lane];
    return p->value[lane];
}

static int on_host(void)
{
    return simt_self == NULL || simt_self->block == NULL;
}

void simt_warp_sync(unsigned mask)
{
    if (!on_host())
        operate(SIMT_CALLER, SIMT_OP_SYNC, mask, 0, 0, 0, NULL);
}

static unsigned who_is_here(const void *site, const void *frame, unsigned is_group)
{
    if (on_host())
        return 1;
    struct worker *w = simt_self;
    if (!w->block->lockstep)
        return (unsigned)operate(site, SIMT_OP_ACTIVE_MASK, ~0u, is_group, 0, 0, NULL);
    struct block *b = w->block;
    const unsigned me = b->current;
    simt_enter(w, site);
    simt_step(w, site, frame, simt_what(SIMT_STEP_ACTIVE_MASK, is_group), 0);
    return (unsigned)b->warp[me / SIMT_WARP_SIZE].value[me % SIMT_WARP_SIZE];
}

unsigned simt_active_mask(void)
{
    return who_is_here(SIMT_CALLER, SIMT_FRAME, 0);
}

unsigned simt_coalesced_mask(void)
{
    return who_is_here(SIMT_CALLER, SIMT_FRAME, 1);
}

/* The lane's view of width and operand travels beside the value. */
uint64_t simt_shuffle(unsigned mask, uint64_t value, unsigned bytes, enum simt_shuffle how,
                      unsigned operand, unsigned width)
{
    if (on_host())
        return value;
    const unsigned packed = (operand & 0xffffu) | width << 16;
    return operate(SIMT_CALLER, (enum simt_op)(SIMT_OP_SHUFFLE_IDX + how), mask, bytes, value,
                   packed, NULL);
}

int simt_vote_all(unsigned mask, int predicate)
{
    if (on_host())
        return predicate != 0;
    return (int)operate(SIMT_CALLER, SIMT_OP_ALL, mask, 0, predicate != 0, 0, NULL);
}

int simt_vote_any(unsigned mask, int predicate)
{
    if (on_host())
        return predicate != 0;
    return (int)operate(SIMT_CALLER, SIMT_OP_ANY, mask, 0, predicate != 0, 0, NULL);
}

unsigned simt_vote_ballot(unsigned mask, int predicate)
{
    if (on_host())
        return predicate != 0;
    return (unsigned)operate(SIMT_CALLER, SIMT_OP_BALLOT, mask, 0, predicate != 0, 0, NULL);
}

unsigned simt_match_any(unsigned mask, uint64_t value, unsigned bytes)
{
    if (on_host())
        return 1;
    return (unsigned)operate(SIMT_CALLER, SIMT_OP_MATCH_ANY, mask, bytes, value, 0, NULL);
}

unsigned simt_match_all(unsigned mask, uint64_t value, unsigned bytes, int *predicate)
{
    unsigned all = 1;
    unsigned lanes = 1;
    if (!on_host())
        lanes = (unsigned)operate(SIMT_CALLER, SIMT_OP_MATCH_ALL, mask, bytes, value, 0, &all);
    *predicate = (int)all;
    return lanes;
}

unsigned simt_reduce(unsigned mask, unsigned value, enum simt_reduce how, int is_signed)
{
    if (on_host())
        return value;
    const unsigned detail = (unsigned)how | (is_signed ? 0x100u : 0);
    return (unsigned)operate(SIMT_CALLER, SIMT_OP_REDUCE, mask, detail, value, 0, NULL);
}
