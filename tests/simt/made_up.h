/*
 * Made-up events for the tests of the counters: one launch of one block, whose warps do
 * what each test says.
 */
#ifndef MADE_UP_H
#define MADE_UP_H

#include "count.h"
#include "event.h"

#include <stdint.h>

/* The launch between begin_launch and end_launch. */
extern struct simt_config config;
extern struct simt_launch_info launch;
extern struct simt_block_info block;
extern struct simt_listeners listeners;

/* Places in the code: any addresses that differ. */
extern const char code[16];

/* A launch of one block of the kernel "made_up". */
void begin_launch(unsigned threads);

/* Ends it; `counted` is what was counted, and value one of its counters. */
void end_launch(void);
extern struct simt_count_launch counted;
uint64_t value(enum simt_counter counter);

/* Lane l of `active` accesses base + l * step. */
void access_memory(enum simt_access_kind kind, enum simt_space space, unsigned active,
                   unsigned bytes, uintptr_t base, unsigned step);

/* The lanes `active` of warp 0 enter the basic block at code[place], or end. */
void enter(unsigned place, unsigned active);
void leave(unsigned active);

#endif
