/*
 * What is known about each byte and word of memory: the race cells, which
 * bytes were written, and the allocation that holds them.
 *
 * A chunk shadows 1 MiB of addresses. Chunks are made on first use, their pages
 * come from the system on first touch: 8.3 bytes for each byte that a program
 * touches, and 32 more for each byte that it touches with accesses of less
 * than four bytes.
 */
#ifndef SIMT_DETECT_SHADOW_H
#define SIMT_DETECT_SHADOW_H

#include "cell.h"

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
    struct cell *cell;      /* [CHUNK_WORDS] */
    struct cells_of_bytes bytes;
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

/* Forgets who touched what (block numbers start again). Not during a launch. */
void shadow_forget_cells(void);

static inline void shadow_lock(unsigned char *lock)
{
    while (__atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE) != 0)
        while (__atomic_load_n(lock, __ATOMIC_RELAXED) != 0)
            ;
}

static inline void shadow_unlock(unsigned char *lock)
{
    __atomic_store_n(lock, 0, __ATOMIC_RELEASE);
}

#endif
