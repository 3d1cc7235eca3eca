/*
 * What the detectors know of the running launch, its workers and blocks.
 */
#ifndef SIMT_DETECT_STATE_H
#define SIMT_DETECT_STATE_H

#include "cells.h"
#include "event.h"
#include "finding.h"
#include "guess.h"
#include "order.h"
#include "shadow.h"

enum { STATE_VARIABLES = 256, STATE_PENDING = 256, VALUE_BYTES = 16 };

/* A __shared__ variable of the launch. */
struct shared_variable {
    const char *name;
    size_t offset, bytes;
    int dynamic;
};

struct launch_state {
    const struct simt_launch_info *info; /* NULL: nothing runs */
    uint32_t first_block;                /* number of the grid's first block */
    int parallel;                        /* several workers: cells of global memory need locks */
    struct shared_variable variable[STATE_VARIABLES];
    _Atomic unsigned variables;
    _Atomic int bad_access; /* 1: an address that will fault has been told */
};

/* Atomics of a warp that were announced and may publish or take note. */
struct announced {
    unsigned lanes; /* 0: none */
    int shared;
    uintptr_t address[SIMT_WARP_SIZE];
};

struct block_state {
    struct order order;
    const struct simt_block_info *info;
    struct cells cells;            /* of shared memory */
    unsigned char *written;        /* by word of shared memory: a bit for each byte */
    const void *barrier_pc;        /* the last arrival at a barrier */
    unsigned arrived[ORDER_WARPS]; /* who has come since the last one was complete */
    struct announced announced[ORDER_WARPS];
    struct guess guess[ORDER_WARPS];
    unsigned active_mask[ORDER_WARPS]; /* __activemask's last answer; 0: none, or a group since */
};

/* Two threads store to one place and nothing orders them. It is a race unless
 * both store the same value, which is known only when the store is done. */
struct pending {
    struct block_state *block; /* NULL: the entry is free */
    unsigned warp, lane;
    int rival; /* lane of the same instruction that it is compared with, or -1 */
    int have_old, have_new;
    uintptr_t address;
    unsigned bytes;
    unsigned char old_value[VALUE_BYTES], new_value[VALUE_BYTES];
    struct finding *finding; /* what to report; to be freed */
};

struct worker_state {
    struct launch_state *launch; /* the one that runs */
    /* A store to global memory that was announced and may not be done yet: block
     * and warp, see state_store_key; 0: none. Other workers read it. */
    _Atomic uint64_t in_flight;
    struct block_state **block; /* by slot */
    size_t blocks;
    struct chunk *chunk; /* the last one used */
    uintptr_t low, high; /* the last allocation outside of the device's range */
    unsigned variable;   /* the last shared variable used */
    struct pending pending[STATE_PENDING];
    unsigned pendings; /* entries in use */
};

/* The one that runs, or ran last. Any thread. */
struct launch_state *state_launch(void);

/* The block's state; NULL without memory for it. */
static inline struct block_state *state_of(const struct worker_state *worker,
                                           const struct simt_block_info *block)
{
    return block->slot < worker->blocks ? worker->block[block->slot] : NULL;
}

static inline uint64_t state_store_key(uint32_t block, unsigned warp)
{
    return (uint64_t)block << 32 | warp << 1 | 1;
}

/* Waits a moment for a store of another worker's block that is in flight.
 * Returns 1 when it is done, 0 if that took too long. */
int state_await_store(uint32_t block, unsigned warp);

void state_launch_begin(const struct simt_launch_info *launch);
void state_launch_end(void);
void *state_worker_begin(unsigned worker);
void state_block_begin(struct worker_state *worker, const struct simt_block_info *block);
void state_shared_variable(const struct simt_shared_variable *variable);

/* Position of a block, given its number through all launches. */
struct simt_dim3 state_block_index(uint32_t block);
/* Fills who and where of a side. */
void state_fill_side(struct finding_side *side, const void *pc, uint32_t block, unsigned thread);
/* Orders occurrences of one finding: by block, then by thread. */
uint64_t state_rank(uint32_t block, unsigned thread);

#endif
