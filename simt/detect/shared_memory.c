/*
 * Shared memory: no other worker touches a block's, so nothing is locked.
 */
#include "memory.h"

#include "name_place.h"
#include "sites.h"

#include <stdio.h>

/* ---- bounds -------------------------------------------------------------------------- */

static int holds(const struct shared_variable *v, size_t offset, unsigned bytes)
{
    return offset - v->offset < v->bytes && bytes <= v->bytes - (offset - v->offset);
}

void report_shared_bounds(const struct lane_access *at)
{
    struct finding f;
    const struct shared_variable *v =
        find_variable((long long)(at->address - (uintptr_t)at->block->info->shared));
    detect_launch.bad_access = 1;
    if (!memory_finding(at, FINDING_SHARED_BOUNDS, &f))
        return;
    const size_t elements = v != NULL ? v->bytes / at->access->bytes : 0;
    if (v == NULL)
        snprintf(f.message, sizeof f.message, "the block has no shared memory at this address");
    else if (v->dynamic && v->bytes == 0)
        snprintf(f.message, sizeof f.message,
                 "%.150s, but the launch gives 0 bytes of dynamic shared memory", f.object);
    else if (v->dynamic)
        snprintf(f.message, sizeof f.message,
                 "%.150s is outside of the %zu bytes (%zu elements) of dynamic shared memory that "
                 "the launch gives",
                 f.object, v->bytes, elements);
    else
        snprintf(f.message, sizeof f.message, "%.150s is outside of %s, which has %zu element%s",
                 f.object, v->name, elements, elements == 1 ? "" : "s");
    if (v != NULL && v->dynamic)
        snprintf(f.advice, sizeof f.advice,
                 "the third launch parameter is the size in bytes: threads * sizeof(float)");
    finding_add(&f);
}

static int find_holding(struct worker_state *worker, size_t offset, unsigned bytes)
{
    for (unsigned i = 0; i < detect_launch.variables; i++) {
        if (!holds(&detect_launch.variable[i], offset, bytes))
            continue;
        worker->variable = i;
        return 1;
    }
    return 0;
}

unsigned shared_bounds(struct worker_state *worker, struct block_state *block,
                       const struct simt_access *a)
{
    unsigned good = a->active;
    for (unsigned lanes = a->active; lanes != 0; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(lanes);
        const size_t offset = (size_t)(a->address[lane] - (uintptr_t)block->info->shared);
        if ((worker->variable < detect_launch.variables &&
             holds(&detect_launch.variable[worker->variable], offset, a->bytes)) ||
            find_holding(worker, offset, a->bytes))
            continue;
        const struct lane_access at = {
            worker, block, a, lane, a->warp * SIMT_WARP_SIZE + lane, a->address[lane]
        };
        report_shared_bounds(&at);
        good &= ~(1u << lane);
    }
    return good;
}

/* ---- values that nobody wrote ----------------------------------------------------------- */

static void report_uninit(const struct lane_access *at)
{
    struct finding f;
    if (!memory_finding(at, FINDING_SHARED_UNINIT, &f))
        return;
    snprintf(f.message, sizeof f.message,
             "%.150s is %s, but no thread of this block has written to it", f.object,
             at->access->kind == SIMT_LOAD ? "read" : "updated");
    finding_add(&f);
}

/* Bits of the bytes that the access touches in one word. */
static unsigned bits_in_word(size_t offset, unsigned bytes, size_t word)
{
    const size_t low = offset > 4 * word ? offset - 4 * word : 0;
    const size_t end = offset + bytes - 4 * word < 4 ? offset + bytes - 4 * word : 4;
    return ((1u << end) - 1) & ~((1u << low) - 1);
}

static void note_written(struct block_state *b, size_t word, unsigned bits)
{
    const uint32_t mine = b->order.block << 4;
    if ((b->written[word] & ~0xfu) != mine)
        b->written[word] = mine;
    b->written[word] |= bits;
}

static int is_written(const struct block_state *b, size_t word, unsigned bits)
{
    return (b->written[word] & ~0xfu) == b->order.block << 4 && (b->written[word] & bits) == bits;
}

static int check_word(const struct lane_access *at, size_t word, unsigned bits)
{
    const int written = at->access->kind == SIMT_STORE || is_written(at->block, word, bits);
    if (at->access->kind != SIMT_LOAD || !written)
        note_written(at->block, word, bits); /* told once is enough */
    return written;
}

/* ---- races ---------------------------------------------------------------------------------- */

static int race_bytes(struct block_state *b, size_t word, unsigned bits,
                      const struct race_actor *me, struct race_other *other)
{
    int found = 0;
    for (unsigned byte = 0; byte < 4; byte++) {
        struct race_other one;
        if ((bits >> byte & 1) && race_access(&b->bytes.cell[4 * word + byte], me, &one)) {
            *other = one;
            found = 1;
        }
    }
    return found;
}

static int race_word(struct block_state *b, size_t word, unsigned bits, const struct race_actor *me,
                     struct race_other *other)
{
    const int split = b->bytes.cell != NULL && b->bytes.split[word];
    if (!split && bits == 0xf)
        return !race_access_fresh(&b->cell[word], me) && race_access(&b->cell[word], me, other);
    if (!split && cells_split(&b->bytes, b->words, word, &b->cell[word]) != 0)
        return 0;
    return race_bytes(b, word, bits, me, other);
}

static void access_lane(const struct lane_access *at, struct race_actor *me)
{
    const size_t offset = (size_t)(at->address - (uintptr_t)at->block->info->shared);
    const size_t last = (offset + at->access->bytes - 1) / 4;
    struct race_other other;
    int written = 1, raced = 0;
    for (size_t word = offset / 4; word <= last; word++) {
        const unsigned bits = bits_in_word(offset, at->access->bytes, word);
        written &= check_word(at, word, bits);
        raced |= race_word(at->block, word, bits, me, &other);
    }
    if (!written)
        report_uninit(at);
    if (raced)
        race_found(at, &other, me);
}

/* A word per lane, nothing special: what reductions do most. Returns 0 where
 * the general way is needed. */
static inline int access_plain(struct block_state *b, const struct simt_access *a,
                               uintptr_t address, const struct race_actor *me)
{
    const size_t offset = (size_t)(address - (uintptr_t)b->info->shared), word = offset / 4;
    const uint32_t full = b->order.block << 4 | 0xf;
    if (a->bytes != 4 || offset % 4 != 0 || b->bytes.cell != NULL ||
        (a->kind != SIMT_STORE && b->written[word] != full))
        return 0;
    if (!race_access_fresh(&b->cell[word], me))
        return 0;
    b->written[word] = full;
    return 1;
}

void shared_access(struct worker_state *worker, struct block_state *block,
                   const struct simt_access *a, unsigned lanes)
{
    static const enum race_kind kinds[] = { RACE_READ, RACE_WRITE, RACE_ATOMIC };
    /* Cells that another block left in this memory are history. */
    struct race_actor me = { &block->order, block->order.block, 0, site_number(a->pc),
                             kinds[a->kind] };
    for (; lanes != 0; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(lanes);
        me.thread = a->warp * SIMT_WARP_SIZE + lane;
        if (access_plain(block, a, a->address[lane], &me))
            continue;
        const struct lane_access at = { worker, block, a, lane, me.thread, a->address[lane] };
        access_lane(&at, &me);
    }
}
