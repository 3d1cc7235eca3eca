/*
 * Global memory: cells may be touched by several workers at once, so each is
 * locked with its neighbours while it is compared and noted.
 */
#include "memory.h"

#include "name_place.h"
#include "sites.h"
#include "spin.h"

#include <stdio.h>

/* ---- bounds ---------------------------------------------------------------------------- */

/* Asks the registry once for each launch: allocations do not change during one. */
static void ask(struct granule *g, uint64_t launch, uintptr_t address)
{
    struct simt_allocation a;
    if (!simt_memory_find((const void *)address, &a)) {
        g->state = GRANULE_NONE;
        return; /* perhaps only this address is outside: ask again for the next */
    }
    g->base = (uintptr_t)a.base;
    g->bytes = a.bytes;
    g->state = a.freed ? GRANULE_FREED : GRANULE_LIVE;
    g->always_written = a.kind != SIMT_MEMORY_DEVICE;
    __atomic_store_n(&g->launch, launch, __ATOMIC_RELEASE);
}

/* The allocation's bounds around an address of the device's range, as known. */
static struct granule *granule_of(const struct worker_state *worker, struct chunk *chunk,
                                  uintptr_t address)
{
    const uint64_t launch = worker->launch->info->id + 1;
    struct granule *g = &chunk->granule[(address - chunk->base) >> GRANULE_SHIFT];
    if (__atomic_load_n(&g->launch, __ATOMIC_ACQUIRE) != launch)
        ask(g, launch, address);
    return g;
}

static int is_inside(const struct granule *g, uintptr_t address, unsigned bytes)
{
    return g->state == GRANULE_LIVE && address - g->base < g->bytes &&
           bytes <= g->bytes - (address - g->base);
}

/* Symbols and pinned memory: many can share a granule, so the worker keeps the
 * last one. */
static int is_inside_other(struct worker_state *worker, uintptr_t address, unsigned bytes)
{
    struct simt_allocation a;
    if (address >= worker->low && address + bytes <= worker->high)
        return 1;
    if (!simt_memory_find((const void *)address, &a) || a.freed)
        return 0;
    worker->low = (uintptr_t)a.base;
    worker->high = worker->low + a.bytes;
    return address + bytes <= worker->high;
}

/* ---- values that nobody wrote ------------------------------------------------------------ */

static void report_uninit(const struct lane_access *at)
{
    struct finding f;
    if (!memory_finding(at, FINDING_GLOBAL_UNINIT, &f))
        return;
    snprintf(f.message, sizeof f.message, "%.250s is %s, but nothing has been written to it",
             f.object, at->access->kind == SIMT_LOAD ? "read" : "updated");
    finding_add(&f);
}

/* ---- an instruction ------------------------------------------------------------------------- */

/* One word of a lane's access; `out` gathers what is wrong. */
static void access_word(const struct lane_access *at, const struct race_actor *me, uintptr_t start,
                        int always_written, struct outcome *out)
{
    struct chunk *chunk = shadow_chunk(start);
    if (chunk == NULL)
        return;
    const size_t word = (size_t)(start - chunk->base) / CELL_WORD;
    unsigned char *lock = &chunk->lock[(start - chunk->base) >> LINE_SHIFT];
    if (at->worker->launch->parallel)
        spin_lock(lock);
    cells_touch(&chunk->cells.cell[word]);
    word_access(at, me, &chunk->cells, always_written ? NULL : chunk->written, word, start, out);
    if (at->worker->launch->parallel)
        spin_unlock(lock);
}

static unsigned store_bytes(uintptr_t address, const void *context)
{
    (void)context;
    return shadow_store_bytes(address);
}

/* g: the allocation, NULL: the host writes it unseen. */
static void access_lane(const struct lane_access *at, const struct race_actor *me,
                        const struct granule *g)
{
    struct outcome out = { 0, 0, { .block = 0 } };
    const uintptr_t end = at->address + at->access->bytes;
    for (uintptr_t start = at->address / CELL_WORD * CELL_WORD; start < end; start += CELL_WORD)
        access_word(at, me, start, g == NULL, &out);
    if (out.missing != 0 && misses_values(at, &out, g->base, g->base + g->bytes, store_bytes))
        report_uninit(at);
    if (out.raced)
        race_found(at, &out.other, me);
}

/* Lanes of whole words that follow each other in one line of an allocation:
 * one look-up, one lock. Returns the lanes that are left for the general way. */
static unsigned access_line(const struct worker_state *worker, const struct simt_access *a,
                            struct race_actor *me)
{
    const unsigned first = (unsigned)__builtin_ctz(a->active);
    const uintptr_t line = a->address[first] >> LINE_SHIFT;
    struct chunk *chunk = worker->chunk;
    if (chunk == NULL || a->address[first] - chunk->base >= CHUNK_BYTES)
        return a->active;
    const struct granule *g = granule_of(worker, chunk, a->address[first]);
    unsigned char *lock = &chunk->lock[(a->address[first] - chunk->base) >> LINE_SHIFT];
    unsigned rest = 0;
    if (worker->launch->parallel)
        spin_lock(lock);
    cells_touch(&chunk->cells.cell[(a->address[first] - chunk->base) / CELL_WORD]);
    for (unsigned lanes = a->active; lanes != 0; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(lanes);
        const uintptr_t address = a->address[lane];
        const size_t word = (size_t)(address - chunk->base) / CELL_WORD;
        me->thread = a->warp * SIMT_WARP_SIZE + lane;
        if (address >> LINE_SHIFT != line || address % CELL_WORD != 0 ||
            !is_inside(g, address, CELL_WORD) ||
            (a->kind == SIMT_LOAD && chunk->written[word] != 0xf && !g->always_written) ||
            !race_access_fresh(&chunk->cells.cell[word], me))
            rest |= 1u << lane;
        else if (a->kind != SIMT_LOAD)
            chunk->written[word] = 0xf;
    }
    if (worker->launch->parallel)
        spin_unlock(lock);
    return rest;
}

static void access_general(const struct lane_access *at, struct race_actor *me)
{
    const struct granule *g = NULL;
    if (!simt_memory_is_device((const void *)at->address)) {
        if (!is_inside_other(at->worker, at->address, at->access->bytes)) {
            foreign_access(at);
            return;
        }
    } else {
        struct chunk *chunk = at->worker->chunk;
        if (chunk == NULL || at->address - chunk->base >= CHUNK_BYTES)
            chunk = at->worker->chunk = shadow_chunk(at->address);
        if (chunk == NULL)
            return;
        g = granule_of(at->worker, chunk, at->address);
        if (!is_inside(g, at->address, at->access->bytes)) {
            outside_access(at);
            return;
        }
        if (g->always_written)
            g = NULL;
    }
    access_lane(at, me, g);
}

void global_access(struct worker_state *worker, struct block_state *block,
                   const struct simt_access *a)
{
    struct race_actor me = memory_actor(block, worker->launch->first_block, a);
    unsigned lanes = a->active;
    if (a->bytes == CELL_WORD && me.kind != RACE_ATOMIC && me.kind != RACE_NONE)
        lanes = access_line(worker, a, &me);
    for (; lanes != 0; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(lanes);
        me.thread = a->warp * SIMT_WARP_SIZE + lane;
        const struct lane_access at = { worker, block, a, lane, me.thread, a->address[lane] };
        access_general(&at, &me);
    }
}
