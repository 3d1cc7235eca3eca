/*
 * Accesses to memory: bounds, alignment, values that nobody wrote, races.
 */
#ifndef SIMT_DETECT_MEMORY_H
#define SIMT_DETECT_MEMORY_H

#include "padding.h"
#include "race.h"
#include "state.h"

/* The lanes of one instruction that touch one space. */
void memory_access(struct worker_state *worker, struct block_state *block,
                   const struct simt_access *access);

/* ---- between the files of this part ------------------------------------------------ */

/* One lane of the access. */
struct lane_access {
    struct worker_state *worker;
    struct block_state *block;
    const struct simt_access *access;
    unsigned lane, thread;
    uintptr_t address;
};

/* Who a warp's access is to the race detector, but for the thread. oldest: see race_actor. */
struct race_actor memory_actor(struct block_state *block, uint32_t oldest,
                               const struct simt_access *access);

/* What is wrong with it, gathered over the words that it touches. */
struct outcome {
    uint64_t
        missing; /* a bit for each byte that nothing was written to; the last for all further */
    int raced;
    struct race_other other;
};

/* Notes the part of the access that lies in the word number `word`, which starts at `start`.
 * `written` has, by word, a bit for each byte that is known to hold something; NULL: all do. */
void word_access(const struct lane_access *at, const struct race_actor *me, struct cells *cells,
                 unsigned char *written, size_t word, uintptr_t start, struct outcome *out);

/* 1 if the access misses more than the gaps between the members of a struct, which may be
 * copied with it. [low, high) are the addresses that `store` may be asked about. */
int misses_values(const struct lane_access *at, const struct outcome *out, uintptr_t low,
                  uintptr_t high, padding_store *store);

/* Returns the lanes that may go on: those that stay inside of what they touch. */
unsigned shared_bounds(struct worker_state *worker, struct block_state *block,
                       const struct simt_access *access);
void report_shared_bounds(const struct lane_access *at);
void shared_access(struct worker_state *worker, struct block_state *block,
                   const struct simt_access *access, unsigned lanes);
void global_access(struct worker_state *worker, struct block_state *block,
                   const struct simt_access *access);
/* An address in none of the device's spaces, or one that no allocation holds. */
void foreign_access(const struct lane_access *at);
/* An address in the device's range with no live allocation around it. */
void outside_access(const struct lane_access *at);

/* A finding about one lane's access: `here` and `object` are filled in, the
 * name's text and advice too. Returns 0 when it is known and no text is needed. */
int memory_finding(const struct lane_access *at, enum finding_name name, struct finding *finding);

/* Two accesses race: reports it, or, for two stores, waits for their values. */
void race_found(const struct lane_access *at, const struct race_other *other,
                const struct race_actor *me);

/* ---- values (values.c) ---------------------------------------------------------------- */

/* Notes a store whose value decides. `rival` is the other lane of the same
 * instruction, or -1. `finding` is the caller's. */
void values_wait(const struct lane_access *at, const struct race_other *other, int rival,
                 const struct finding *finding);
/* The lane has done its store. */
void values_stored(struct worker_state *worker, struct block_state *block, unsigned warp,
                   unsigned lane);
/* The warp goes on: all its stores are done. */
void values_settle(struct worker_state *worker, struct block_state *block, unsigned warp);

#endif
