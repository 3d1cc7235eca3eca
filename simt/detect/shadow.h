/*
 * What is known about each byte and word of memory: the race cells, which
 * bytes were written, and the allocation that holds them.
 *
 * A chunk shadows 1 MiB of addresses. Chunks are made on first use, their pages
 * come from the system on first touch: 8.3 bytes for each byte that a program
 * touches, 14.3 where neighbouring threads touch parts of a word (cells.h).
 */
#ifndef SIMT_DETECT_SHADOW_H
#define SIMT_DETECT_SHADOW_H

#include "cells.h"

#include <stddef.h>
#include <stdint.h>

enum {
    CHUNK_SHIFT = 20,
    CHUNK_BYTES = 1 << CHUNK_SHIFT,
    CHUNK_WORDS = CHUNK_BYTES / 4,
    GRANULE_SHIFT = 16, /* no two device allocations share one of these */
    GRANULES = CHUNK_BYTES >> GRANULE_SHIFT,
    LINE_SHIFT = 7, /* one lock for each 128 bytes */
    LINES = CHUNK_BYTES >> LINE_SHIFT
};

enum granule_state { GRANULE_NONE, GRANULE_LIVE, GRANULE_FREED };

/* The allocation at a granule's addresses, as of `launch`. */
struct granule {
    uint64_t launch; /* plus one; 0: not asked yet */
    uintptr_t base;
    size_t bytes;
    enum granule_state state;
    int always_written; /* managed, pinned or a symbol: the host writes it unseen */
};

struct chunk {
    uintptr_t base; /* of the shadowed addresses */
    struct granule granule[GRANULES];
    unsigned char *lock;    /* [LINES] */
    unsigned char *written; /* [CHUNK_WORDS], a bit for each byte of the word */
    struct cells cells;     /* CHUNK_WORDS of them */
};

/* The chunk of an address; made if there is none. NULL without memory. Any thread. */
struct chunk *shadow_chunk(uintptr_t address);
/* The same without making one: NULL if there is none. */
struct chunk *shadow_peek(uintptr_t address);

/* Marks bytes as written, or as not written. Any address of the shadowed kind. */
void shadow_mark(uintptr_t address, size_t bytes, int written);

/* The same, but only where there is a shadow: elsewhere nothing is written. */
void shadow_mark_old(uintptr_t address, size_t bytes, int written);

/* Length of the longest run from `address` of bytes that were (not) written. */
size_t shadow_run(uintptr_t address, size_t bytes, int written);

/* How wide the last store of a kernel to this byte was, in bytes; 0 if that is not known. */
unsigned shadow_store_bytes(uintptr_t address);
/* The bytes at `to` were copied from `from`: the stores that made them go with them. */
void shadow_copy_stores(uintptr_t to, uintptr_t from, size_t bytes);

/* Forgets who touched what (block numbers start again). Not during a launch. */
void shadow_forget_cells(void);

#endif
