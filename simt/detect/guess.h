/*
 * Plain reads that are only a guess: a loop of atomicCAS may begin with an ordinary read,
 *
 *     int old = *address, expected;
 *     do {
 *         expected = old;
 *         old = atomicCAS(address, expected, ...);
 *     } while (old != expected);
 *
 * because the atomic corrects it. CUDA's own guide writes so. Once an atomicCAS goes where the
 * same lane has just read, the site of the read is confirmed: what it reads from then on is not
 * compared with others, and what was found before is dropped. The atomic is compared.
 */
#ifndef SIMT_DETECT_GUESS_H
#define SIMT_DETECT_GUESS_H

#include "event.h"

#include <stdint.h>

enum { GUESS_LOADS = 2 };

/* The last loads of each lane of a warp, of a size that atomicCAS has. */
struct guess {
    uint16_t site[GUESS_LOADS][SIMT_WARP_SIZE]; /* 0: none */
    uintptr_t address[GUESS_LOADS][SIMT_WARP_SIZE];
};

void guess_load(struct guess *guess, const struct simt_access *load);
/* Confirms the site of a load from where an atomicCAS goes now, and the atomic's own. */
void guess_atomic(const struct guess *guess, const struct simt_access *atomic);

#endif
