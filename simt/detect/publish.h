/*
 * Order across blocks, and inside of a block by other means than barriers: a
 * fence followed by an atomic publishes what came before it (a release), and
 * an atomic on the same address takes note of it (an acquire). A ticket, a
 * lock, a counter that all blocks wait on are made of these. Volatile accesses
 * publish nothing.
 *
 * All state belongs to the running launch; the functions lock as needed. A
 * program without fences pays two tests for each atomic.
 */
#ifndef SIMT_DETECT_PUBLISH_H
#define SIMT_DETECT_PUBLISH_H

#include "order.h"

/* A launch begins: its blocks have the numbers first, ..., first + blocks - 1. */
void publish_begin(uint32_t first, uint64_t blocks, int cooperative);
void publish_end(void);

/* `thread` fences: what it did up to now, and what was ordered before that,
 * can be published. */
void publish_fence(struct order *order, unsigned thread, enum simt_scope scope);

/* `thread` is about to do an atomic at `address`. shared: in the block's shared memory. */
void publish_atomic(struct order *order, unsigned thread, uintptr_t address, int shared);

/* It is done, and has seen what was released before, perhaps since it was announced: even the
 * very first release of the launch. */
void publish_acquire(struct order *order, unsigned thread, uintptr_t address, int shared);

/* The block goes on after grid.sync(). */
void publish_grid_complete(struct order *order);

/* 1 if what any thread of `block` did at `tick` lies before a grid barrier that `order` has
 * passed. It need not be another block. tick 0: not known. */
int publish_ordered_by_grid(const struct order *order, uint32_t block, uint32_t tick);

/* 1 if what `thread` of `block` did at `tick` was published to `me` of
 * `order`, or is ordered by a grid barrier. tick 0: the thread and tick are not
 * known; then any publication of that block will do. */
int publish_ordered(struct order *order, unsigned me, uint32_t block, unsigned thread,
                    uint32_t tick);

#endif
