#include "memory.h"

#include "name_place.h"
#include "site.h"
#include "sites.h"

#include <stdio.h>
#include <string.h>

enum { SHARED_MARGIN = 64 * 1024, NEAR_STRUCT = 16 };

static const char *verb(enum race_kind kind)
{
    return kind == RACE_READ ? "read" : kind == RACE_WRITE ? "written" : "updated by an atomic";
}

/* Just before or behind the block's shared memory: the core sees no space there. */
static int near_shared(const struct lane_access *at)
{
    const struct simt_block_info *info = at->block->info;
    return info->shared != NULL && at->address - (uintptr_t)info->shared + SHARED_MARGIN <
                                       info->shared_bytes + 2 * (uintptr_t)SHARED_MARGIN;
}

static char *name_object(const struct lane_access *at, char *text, size_t room)
{
    if (at->access->space == SIMT_SPACE_SHARED || near_shared(at))
        return name_shared((long long)(at->address - (uintptr_t)at->block->info->shared),
                           at->access->bytes, text, room);
    return name_global(at->address, at->access->bytes, text, room);
}

static void fill(const struct lane_access *at, enum finding_name name, struct finding *f)
{
    const uint32_t block = at->block->order.block;
    memset(f, 0, sizeof *f);
    f->name = name;
    f->kernel = at->worker->launch->info->kernel->name;
    f->rank = state_rank(block, at->thread);
    state_fill_side(&f->here, at->access->pc, block, at->thread);
    name_object(at, f->object, sizeof f->object);
}

int memory_finding(const struct lane_access *at, enum finding_name name, struct finding *finding)
{
    const uint64_t rank = state_rank(at->block->order.block, at->thread);
    if (finding_known(name, at->access->pc, NULL, rank))
        return 0;
    fill(at, name, finding);
    return 1;
}

static void explain_race(struct finding *f, const struct lane_access *at,
                         const struct race_other *other)
{
    const int shared = at->access->space == SIMT_SPACE_SHARED;
    const int same_block = other->block == at->block->order.block;
    const int same_warp = same_block && other->has_thread &&
                          other->thread / SIMT_WARP_SIZE == at->thread / SIMT_WARP_SIZE;
    snprintf(f->message, sizeof f->message, "%s",
             same_warp ? "a lane of the same warp: lanes run on their own, nothing orders the two"
             : same_block ? "of another warp, with no barrier between"
                          : "of another block, and nothing orders blocks");
    if (same_warp)
        snprintf(f->advice, sizeof f->advice,
                 "put __syncwarp() between the two (volatile orders nothing), or shuffle the "
                 "value with __shfl_down_sync");
    else if (!shared && same_block)
        snprintf(f->advice, sizeof f->advice,
                 "put __syncthreads() between the two, where all threads of the block reach it");
    if (other->kind == RACE_ATOMIC || at->access->kind == SIMT_ATOMIC_ACCESS)
        snprintf(f->advice, sizeof f->advice,
                 same_block ? "wait at __syncthreads() before a plain access to what others "
                              "update with atomics, or use an atomic here as well"
                            : "read it in the next kernel, or use an atomic here as well");
}

static void fill_race(const struct lane_access *at, const struct race_other *other,
                      const struct race_actor *me, struct finding *f)
{
    const int shared = at->access->space == SIMT_SPACE_SHARED;
    fill(at, shared ? FINDING_SHARED_RACE : FINDING_GLOBAL_RACE, f);
    f->symmetric = 1;
    f->here.what = verb(me->kind);
    f->other.what = verb(other->kind);
    f->other.pc = site_address(other->site);
    f->other.pc_is_call = 1;
    f->other.has_block = 1;
    f->other.block = state_block_index(other->block);
    if (other->has_thread)
        state_fill_side(&f->other, f->other.pc, other->block, other->thread);
    explain_race(f, at, other);
    if (me->kind == RACE_READ && other->kind == RACE_ATOMIC)
        f->guess = f->here.pc;
    else if (me->kind == RACE_ATOMIC && other->kind == RACE_READ)
        f->guess = f->other.pc != NULL ? f->other.pc : f->here.pc;
}

/* The lane of this very instruction that the other access is, or -1. */
static int rival_of(const struct lane_access *at, const struct race_other *other)
{
    const unsigned lane = other->thread % SIMT_WARP_SIZE;
    if (!other->has_thread || other->block != at->block->order.block ||
        other->thread / SIMT_WARP_SIZE != at->access->warp ||
        (at->access->active >> lane & 1) == 0 || site_address(other->site) != at->access->pc ||
        lane >= at->lane)
        return -1;
    return other->tick == at->block->order.tick ? (int)lane : -1;
}

void race_found(const struct lane_access *at, const struct race_other *other,
                const struct race_actor *me)
{
    struct finding f;
    if (me->kind == RACE_WRITE && other->kind == RACE_WRITE) {
        fill_race(at, other, me, &f);
        values_wait(at, other, rival_of(at, other), &f);
        return;
    }
    const int shared = at->access->space == SIMT_SPACE_SHARED;
    if (finding_known(shared ? FINDING_SHARED_RACE : FINDING_GLOBAL_RACE, at->access->pc,
                      site_address(other->site), state_rank(at->block->order.block, at->thread)))
        return;
    fill_race(at, other, me, &f);
    finding_add(&f);
}

struct race_actor memory_actor(struct block_state *block, uint32_t oldest,
                               const struct simt_access *access)
{
    static const enum race_kind kinds[] = { RACE_READ, RACE_WRITE, RACE_ATOMIC };
    const uint16_t site = site_number(access->pc, access->bytes);
    const int is_guess = access->kind == SIMT_LOAD && site_is_confirmed(site);
    return (struct race_actor){ &block->order, oldest, 0, site,
                                is_guess ? RACE_NONE : kinds[access->kind] };
}

/* ---- a word ------------------------------------------------------------------------------ */

/* Whole words have one writer at a time or are a race anyway; parts of a word
 * may be written by two workers at once. */
static void note_written(unsigned char *written, unsigned bits)
{
    if (bits == 0xf)
        __atomic_store_n(written, 0xf, __ATOMIC_RELAXED);
    else
        __atomic_fetch_or(written, (unsigned char)bits, __ATOMIC_RELAXED);
}

/* Bits of the bytes that the access reads and nobody wrote. */
static unsigned find_missing(const struct lane_access *at, unsigned char *written, unsigned bits)
{
    const unsigned have = __atomic_load_n(written, __ATOMIC_RELAXED);
    const unsigned missing = at->access->kind == SIMT_STORE ? 0 : bits & ~have;
    if (at->access->kind != SIMT_LOAD || missing != 0)
        note_written(written, bits); /* told once is enough */
    return missing;
}

/* Bits of a word, as bits of the access. */
static uint64_t shift_bits(unsigned bits, uintptr_t word, uintptr_t access)
{
    if (word <= access)
        return bits >> (access - word);
    return word - access < 60 ? (uint64_t)bits << (word - access) : (uint64_t)(bits != 0) << 63;
}

void word_access(const struct lane_access *at, const struct race_actor *me, struct cells *cells,
                 unsigned char *written, size_t word, uintptr_t start, struct outcome *out)
{
    const unsigned bits = cells_bits(at->address, at->address + at->access->bytes, start);
    struct race_other other;
    if (me->kind != RACE_NONE && cells_race(cells, word, bits, me, &other)) {
        out->raced = 1;
        out->other = other;
    }
    if (written != NULL)
        out->missing |= shift_bits(find_missing(at, &written[word], bits), start, at->address);
}

int misses_values(const struct lane_access *at, const struct outcome *out, uintptr_t low,
                  uintptr_t high, padding_store *store)
{
    const uintptr_t end = at->address + at->access->bytes;
    low = at->address - low > NEAR_STRUCT ? at->address - NEAR_STRUCT : low;
    high = high - end > NEAR_STRUCT ? end + NEAR_STRUCT : high;
    for (uint64_t rest = out->missing; rest != 0;) {
        const unsigned first = (unsigned)__builtin_ctzll(rest);
        const uint64_t behind = ~(rest >> first);
        const unsigned run = behind != 0 ? (unsigned)__builtin_ctzll(behind) : 64;
        if (run == at->access->bytes ||
            !padding_is_likely(at->address + first, run, low, high, store, at))
            return 1;
        rest = first + run < 64 ? rest >> (first + run) << (first + run) : 0;
    }
    return 0;
}

/* ---- alignment ------------------------------------------------------------------------- */

static int is_power_of_two(unsigned bytes)
{
    return bytes != 0 && (bytes & (bytes - 1)) == 0 && bytes <= 16;
}

static void report_misaligned(const struct lane_access *at)
{
    struct finding f;
    at->worker->launch->bad_access = 1;
    if (!memory_finding(at, FINDING_MISALIGNED, &f))
        return;
    snprintf(f.message, sizeof f.message,
             "an access of %u bytes at address %#llx, which is not a multiple of %u: %.200s",
             at->access->bytes, (unsigned long long)at->address, at->access->bytes, f.object);
    finding_add(&f);
}

static void check_alignment(struct worker_state *worker, struct block_state *block,
                            const struct simt_access *a)
{
    uintptr_t all = 0;
    for (unsigned lanes = a->active; lanes != 0; lanes &= lanes - 1)
        all |= a->address[__builtin_ctz(lanes)];
    if ((all & (a->bytes - 1)) == 0 || a->is_packed)
        return;
    for (unsigned lanes = a->active; lanes != 0; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(lanes);
        const struct lane_access at = {
            worker, block, a, lane, a->warp * SIMT_WARP_SIZE + lane, a->address[lane]
        };
        if ((at.address & (a->bytes - 1)) != 0)
            report_misaligned(&at);
    }
}

/* ---- the constant and unknown spaces ------------------------------------------------------- */

static void report_constant_write(const struct lane_access *at)
{
    struct finding f;
    at->worker->launch->bad_access = 1;
    if (!memory_finding(at, FINDING_CONSTANT_WRITE, &f))
        return;
    snprintf(f.message, sizeof f.message, "%.150s is __constant__: a kernel cannot write to it",
             f.object);
    finding_add(&f);
}

static void each_lane(struct worker_state *worker, struct block_state *block,
                      const struct simt_access *a, void (*check)(const struct lane_access *at))
{
    for (unsigned lanes = a->active; lanes != 0; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(lanes);
        const struct lane_access at = {
            worker, block, a, lane, a->warp * SIMT_WARP_SIZE + lane, a->address[lane]
        };
        check(&at);
    }
}

static void nowhere_access(const struct lane_access *at)
{
    if (near_shared(at))
        report_shared_bounds(at);
    else if (simt_memory_is_device((const void *)at->address))
        outside_access(at);
    else
        foreign_access(at);
}

void memory_access(struct worker_state *worker, struct block_state *block,
                   const struct simt_access *a)
{
    if (a->space == SIMT_SPACE_LOCAL)
        return;
    if (is_power_of_two(a->bytes) && a->bytes > 1)
        check_alignment(worker, block, a);
    if (a->kind == SIMT_LOAD)
        guess_load(&block->guess[a->warp], a);
    else if (a->kind == SIMT_ATOMIC_ACCESS)
        guess_atomic(&block->guess[a->warp], a);
    switch (a->space) {
    case SIMT_SPACE_SHARED:
        shared_access(worker, block, a, shared_bounds(worker, block, a));
        break;
    case SIMT_SPACE_GLOBAL:
    case SIMT_SPACE_SYMBOL:
        global_access(worker, block, a);
        break;
    case SIMT_SPACE_CONSTANT:
        if (a->kind != SIMT_LOAD)
            each_lane(worker, block, a, report_constant_write);
        break;
    default:
        each_lane(worker, block, a, nowhere_access);
    }
}
