/*
 * What one instruction of a warp costs in memory: pure functions of the lanes'
 * addresses. Each rule was read off an H200's counters and is held against them
 * (docs/data/h200_patterns.csv).
 *
 * `address` has 32 elements, by lane; bit l of `active` says that lane l takes
 * part. `bytes` per lane: 1, 2, 4, 8 or 16; addresses are multiples of it.
 */
#ifndef SIMT_COUNT_MODEL_H
#define SIMT_COUNT_MODEL_H

#include <stdint.h>

enum { SIMT_BANKS = 32, SIMT_BANK_BYTES = 4, SIMT_SECTOR_BYTES = 32 };

/* Passes through shared memory. */
struct simt_wavefronts {
    unsigned wavefronts;
    unsigned conflicts; /* those of them that bank conflicts cost */
};

/* 32 banks of 4 bytes hand out one word each per pass; lanes that want the same
 * word share it. Lanes go together as long as they can want 128 bytes at most:
 *  - up to 4 bytes: the warp;
 *  - 8 bytes: half a warp, or the warp if its neighbours agree: each lane l wants
 *    the same address as lane l ^ 1 or one of the two is idle; or so with l ^ 2;
 *  - 16 bytes: a quarter, or a half if the warp's neighbours agree. */
struct simt_wavefronts simt_shared_load(const uintptr_t *address, uint32_t active, unsigned bytes);

/* The same, but agreement does not help: 8 bytes go by halves, 16 by quarters. Of lanes that
 * write the same word one wins, at no cost. */
struct simt_wavefronts simt_shared_store(const uintptr_t *address, uint32_t active, unsigned bytes);

/* An atomic serves one lane of each bank per pass, whatever its word. */
struct simt_wavefronts simt_shared_atomic(const uintptr_t *address, uint32_t active);

struct simt_sectors {
    unsigned sectors; /* pieces of 32 bytes that are moved */
    unsigned used;    /* distinct bytes of them that a lane wants */
};

/* A load or store of global memory moves each sector that it touches once. */
struct simt_sectors simt_global_sectors(const uintptr_t *address, uint32_t active, unsigned bytes);

/* An atomic on global memory moves a sector once for each lane in the longest
 * queue for one address in it. */
unsigned simt_global_atomic_sectors(const uintptr_t *address, uint32_t active);

/* The most lanes that want one and the same address: an atomic serves them one
 * after the other. 0 for no lanes. */
unsigned simt_longest_queue(const uintptr_t *address, uint32_t active);

/* The bank of an address in shared memory. */
static inline unsigned simt_bank(uintptr_t address)
{
    return (unsigned)(address / SIMT_BANK_BYTES % SIMT_BANKS);
}

#endif
