/*
 * Observed launches: every event of a lane is a place where it stops, and the
 * lanes of a warp that stand before the same event take it together.
 */
#ifndef SIMT_LOCKSTEP_H
#define SIMT_LOCKSTEP_H

#include "schedule.h"

enum simt_step_kind {
    SIMT_STEP_LOAD,
    SIMT_STEP_STORE,
    SIMT_STEP_ATOMIC,
    SIMT_STEP_BARRIER,
    SIMT_STEP_FENCE,
    SIMT_STEP_ENTER,
    SIMT_STEP_ACTIVE_MASK
};

/* An event's description in one word, so that two compare at once. */
static inline uint64_t simt_what(enum simt_step_kind kind, unsigned detail)
{
    return (uint64_t)kind | (uint64_t)detail << 4;
}

static inline uint64_t simt_what_access(enum simt_step_kind kind, enum simt_space space,
                                        unsigned bytes, int is_volatile)
{
    return (uint64_t)kind | (uint64_t)space << 4 | (uint64_t)(is_volatile != 0) << 8 |
           (uint64_t)bytes << 32;
}

/* Added to simt_what_access: the type needs no alignment to its size. */
#define SIMT_WHAT_PACKED ((uint64_t)1 << 9)

static inline uint64_t simt_what_atomic(enum simt_space space, unsigned bytes, enum simt_atomic op,
                                        enum simt_type type, enum simt_scope scope)
{
    return simt_what_access(SIMT_STEP_ATOMIC, space, bytes, 0) | (uint64_t)op << 12 |
           (uint64_t)type << 16 | (uint64_t)scope << 20;
}

/* The stack pointer of the function that called this one: how deep it is. */
#define SIMT_FRAME __builtin_dwarf_cfa()

/* The running lane, inside the core, stops before an event. Returns when its
 * warp has taken it, and has left the core then. */
SIMT_HIDDEN void simt_step(struct worker *w, const void *pc, const void *frame, uint64_t what,
                           uintptr_t address);

/* In an observed launch that is to be stopped: 1 when it is time to. A runaway
 * goes on for a few steps, so that its loop is seen. */
SIMT_HIDDEN int simt_lockstep_stops(struct worker *w, struct block *b);

/* The running lane has come back into the core: its last store is done. */
SIMT_HIDDEN void simt_settle(struct worker *w, struct block *b, unsigned me);

/* The next lane of the block, which has ready lanes; SIMT_NOBODY if all of them
 * were found polling and now wait for the others. */
enum { SIMT_NOBODY = ~0u };
SIMT_HIDDEN unsigned simt_lockstep_pick(struct worker *w, struct block *b);
/* Announces lanes that have ended, before their block does. */
SIMT_HIDDEN void simt_lockstep_flush(struct worker *w, struct block *b);

/* Where an address lies, seen from the running lane. */
SIMT_HIDDEN enum simt_space simt_space_slowly(const struct block *b, uintptr_t address);

static inline enum simt_space simt_space_of(const struct worker *w, const struct block *b,
                                            uintptr_t address)
{
    if (address - (uintptr_t)b->shared < SIMT_SHARED_SPAN)
        return SIMT_SPACE_SHARED;
    if (address - w->arena < w->arena_bytes)
        return SIMT_SPACE_GLOBAL;
    return simt_space_slowly(b, address);
}

#endif
