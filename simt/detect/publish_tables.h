/*
 * What publish.c knows of a launch: its blocks' fences and fenced atomics, and the
 * addresses of these. One thread at a time.
 */
#ifndef SIMT_DETECT_PUBLISH_TABLES_H
#define SIMT_DETECT_PUBLISH_TABLES_H

#include "order.h"

#include <stddef.h>

/* How far a fence of a thread reaches back: its own accesses up to `tick`, its
 * warp's up to `warp_floor`, its block's up to `floor`. tick 0: no fence yet. */
struct mark {
    uint32_t tick, warp_floor, floor;
};

/* A fenced atomic. */
struct release {
    uint32_t tick, floor; /* of the block, at the atomic */
    uint32_t location, position;
    uint16_t thread;
    struct mark mark[2]; /* of the thread: for its block, for the device */
};

/* What a block knows of a location: all releases there up to `position`,
 * learned by `thread` at `tick`. */
struct knowledge {
    uint32_t location, position;
    uint32_t tick;
    uint16_t thread;
};

struct publication {
    uint32_t block;
    unsigned threads;
    struct mark *mark[2]; /* by thread: for its block, for the device */
    struct release *log;
    size_t releases, log_room;
    struct knowledge *known;
    size_t known_count, known_room;
};

/* An address that releases went to. */
struct location {
    uintptr_t address;
    uint32_t block; /* of shared memory: whose; else 0 */
    uint32_t position;
    struct knowledge *passed_on; /* what the releasing threads knew */
    size_t passed_count, passed_room;
};

/* The publication of a block; NULL if there is none. */
struct publication *publication_find(uint32_t block);
/* The block's own; made if there is none. NULL without memory. */
struct publication *publication_of(struct order *order);

/* The number of a location: 1, 2, ...; 0 if it is not known (and `make` is 0) or there is no
 * memory. block: of shared memory whose, else 0. */
uint32_t location_number(uintptr_t address, uint32_t block, int make);
struct location *location_at(uint32_t number);
/* How many there are. Any thread. */
size_t locations_known(void);

/* The launch is over. */
void publish_tables_clear(void);

/* Room for one more of `size` bytes in a list of `count`; NULL without memory. */
void *publish_grow(void *list, size_t count, size_t *room, size_t size);

#endif
