/*
 * The observer: turns events into counters. Each worker has rows of its own,
 * which are added up when it has finished.
 */
#include "internal.h"

#include "model.h"

#include <pthread.h>
#include <stdlib.h>

struct worker_state {
    struct simt_pcs pcs;
    struct simt_hot hot;
    uint64_t barriers_completed;
    struct simt_branch_state **warps; /* by slot of the block; of each, by warp */
    unsigned slots;
};

/* Of the launch under way, filled by workers that finish. */
static struct {
    pthread_mutex_t lock;
    struct simt_pcs pcs;
    struct simt_hot hot;
} sum = { .lock = PTHREAD_MUTEX_INITIALIZER };

static unsigned count_lanes(uint32_t lanes)
{
    return (unsigned)__builtin_popcount(lanes);
}

/* ---- a launch and its workers -------------------------------------------------- */

static void launch_begin(const struct simt_launch_info *launch)
{
    (void)launch;
    simt_count_report_at_exit();
}

static void *worker_begin(const struct simt_launch_info *launch, unsigned worker)
{
    (void)launch;
    (void)worker;
    return simt_count_need(calloc(1, sizeof(struct worker_state)));
}

static void worker_end(void *state, const struct simt_launch_info *launch)
{
    struct worker_state *w = state;
    (void)launch;
    /* Not at any place in the code: a row of its own. */
    simt_pcs_at(&w->pcs, NULL)->value[SIMT_COUNT_BARRIERS_COMPLETED] = w->barriers_completed;
    pthread_mutex_lock(&sum.lock);
    simt_pcs_merge(&sum.pcs, &w->pcs);
    simt_hot_merge(&sum.hot, &w->hot);
    pthread_mutex_unlock(&sum.lock);
    simt_pcs_free(&w->pcs);
    simt_hot_free(&w->hot);
    for (unsigned i = 0; i < w->slots; i++)
        free(w->warps[i]);
    free(w->warps);
    free(w);
}

static void launch_end(const struct simt_launch_info *launch)
{
    simt_branch_finish(&sum.pcs);
    simt_count_store(launch, &sum.pcs, &sum.hot);
    simt_pcs_free(&sum.pcs);
    simt_hot_free(&sum.hot);
}

/* ---- memory ---------------------------------------------------------------------- */

/* Loads and stores of one space lie side by side in enum simt_counter, in this
 * order. */
enum { REQUESTS, LANES, THIRD, FOURTH };

static void add_shared(uint64_t *first, uint32_t active, struct simt_wavefronts w)
{
    first[REQUESTS]++;
    first[LANES] += count_lanes(active);
    first[THIRD] += w.wavefronts;
    first[FOURTH] += w.conflicts;
}

static void add_global(uint64_t *first, const struct simt_access *a)
{
    const struct simt_sectors s = simt_global_sectors(a->address, a->active, a->bytes);
    first[REQUESTS]++;
    first[LANES] += count_lanes(a->active);
    first[THIRD] += s.sectors;
    first[FOURTH] += s.used;
}

static void keep_largest(uint64_t *most, uint64_t value)
{
    if (value > *most)
        *most = value;
}

static void count_shared(uint64_t *value, const struct simt_access *a)
{
    switch (a->kind) {
    case SIMT_LOAD:
        add_shared(&value[SIMT_COUNT_SHARED_LOAD_REQUESTS], a->active,
                   simt_shared_load(a->address, a->active, a->bytes));
        break;
    case SIMT_STORE:
        add_shared(&value[SIMT_COUNT_SHARED_STORE_REQUESTS], a->active,
                   simt_shared_store(a->address, a->active, a->bytes));
        break;
    case SIMT_ATOMIC_ACCESS:
        add_shared(&value[SIMT_COUNT_SHARED_ATOMIC_REQUESTS], a->active,
                   simt_shared_atomic(a->address, a->active));
        keep_largest(&value[SIMT_COUNT_SHARED_ATOMIC_QUEUE],
                     simt_longest_queue(a->address, a->active));
        break;
    }
}

static void count_global_atomic(struct worker_state *w, uint64_t *value,
                                const struct simt_access *a)
{
    value[SIMT_COUNT_GLOBAL_ATOMIC_REQUESTS]++;
    value[SIMT_COUNT_GLOBAL_ATOMIC_LANES] += count_lanes(a->active);
    value[SIMT_COUNT_GLOBAL_ATOMIC_SECTORS] += simt_global_atomic_sectors(a->address, a->active);
    keep_largest(&value[SIMT_COUNT_GLOBAL_ATOMIC_QUEUE], simt_longest_queue(a->address, a->active));
    simt_hot_add(&w->hot, a->address, a->active);
}

static void count_global(struct worker_state *w, uint64_t *value, const struct simt_access *a)
{
    if (a->kind == SIMT_LOAD)
        add_global(&value[SIMT_COUNT_GLOBAL_LOAD_REQUESTS], a);
    else if (a->kind == SIMT_STORE)
        add_global(&value[SIMT_COUNT_GLOBAL_STORE_REQUESTS], a);
    else
        count_global_atomic(w, value, a);
}

static void count_access(void *state, const struct simt_access *a)
{
    struct worker_state *w = state;
    uint64_t *value = simt_pcs_at(&w->pcs, a->pc)->value;
    switch (a->space) {
    case SIMT_SPACE_SHARED:
        count_shared(value, a);
        break;
    case SIMT_SPACE_GLOBAL:
    case SIMT_SPACE_SYMBOL:
        count_global(w, value, a);
        break;
    case SIMT_SPACE_CONSTANT:
        value[SIMT_COUNT_CONSTANT_LOAD_REQUESTS]++;
        break;
    case SIMT_SPACE_LOCAL:   /* registers, as a rule */
    case SIMT_SPACE_UNKNOWN: /* no memory of a GPU */
        break;
    }
}

/* ---- control ---------------------------------------------------------------------- */

static void count_barrier(void *state, const struct simt_barrier_arrival *arrival)
{
    struct worker_state *w = state;
    simt_pcs_at(&w->pcs, arrival->pc)->value[SIMT_COUNT_BARRIERS]++;
}

static void count_barrier_completed(void *state, const struct simt_block_info *block)
{
    struct worker_state *w = state;
    (void)block;
    w->barriers_completed++;
}

static void count_warp_op(void *state, const struct simt_warp_op *op)
{
    static const enum simt_counter counter[] = {
        [SIMT_WARP_SYNC] = SIMT_COUNT_WARP_SYNCS,   [SIMT_WARP_SHUFFLE] = SIMT_COUNT_SHUFFLES,
        [SIMT_WARP_VOTE] = SIMT_COUNT_VOTES,        [SIMT_WARP_MATCH] = SIMT_COUNT_MATCHES,
        [SIMT_WARP_REDUCE] = SIMT_COUNT_REDUCTIONS,
    };
    struct worker_state *w = state;
    if (op->kind != SIMT_WARP_ACTIVE_MASK)
        simt_pcs_at(&w->pcs, op->pc)->value[counter[op->kind]]++;
}

static void count_fence(void *state, const struct simt_fence_event *fence)
{
    struct worker_state *w = state;
    simt_pcs_at(&w->pcs, fence->pc)->value[SIMT_COUNT_FENCES]++;
}

/* What the warps of the block in this slot are at. Nothing is left of the block
 * before: all its lanes have left. */
static struct simt_branch_state *warp_of(struct worker_state *w, const struct simt_block_info *b,
                                         unsigned warp)
{
    if (b->slot >= w->slots) {
        w->warps =
            simt_count_need(realloc(w->warps, (b->slot + 1) * sizeof(struct simt_branch_state *)));
        while (w->slots <= b->slot)
            w->warps[w->slots++] = NULL;
    }
    if (w->warps[b->slot] == NULL)
        w->warps[b->slot] =
            simt_count_need(calloc(SIMT_MAX_BLOCK / 32, sizeof(struct simt_branch_state)));
    return &w->warps[b->slot][warp];
}

static void count_enter(void *state, const struct simt_enter *enter)
{
    struct worker_state *w = state;
    struct simt_pc *at = simt_pcs_at(&w->pcs, enter->pc);
    at->value[SIMT_COUNT_BASIC_BLOCKS]++;
    at->value[SIMT_COUNT_BASIC_BLOCK_LANES] += count_lanes(enter->active);
    simt_branch_enter(warp_of(w, enter->block, enter->warp), at, enter->active);
}

static void count_exit(void *state, const struct simt_lane_exit *left)
{
    struct worker_state *w = state;
    simt_branch_exit(warp_of(w, left->block, left->warp), left->active);
}

extern const struct simt_observer simt_count_observer; /* linkers pull it in by name */
const struct simt_observer simt_count_observer = {
    .name = "count",
    .launch_begin = launch_begin,
    .launch_end = launch_end,
    .worker_begin = worker_begin,
    .worker_end = worker_end,
    .access = count_access,
    .barrier_arrive = count_barrier,
    .barrier_complete = count_barrier_completed,
    .warp_op = count_warp_op,
    .fence = count_fence,
    .enter = count_enter,
    .lane_exit = count_exit,
};
SIMT_OBSERVER(simt_count_observer);
