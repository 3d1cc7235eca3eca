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
 *
 * Just: among the lane's last GUESS_LOADS loads of 2, 4 or 8 bytes. Of those of one place it is the
 * last one, as an earlier one may be used for something else, or any of the last GUESS_NEAR (a
 * first look that may spare the loop). A part of the place will do: a compiler reads a pair in
 * two loads. So a value that is used as it was read is not told where an atomicCAS on its place
 * follows that soon.
 */
#ifndef SIMT_DETECT_GUESS_H
#define SIMT_DETECT_GUESS_H

#include "event.h"

#include <stdint.h>

enum { GUESS_LOADS = 8, GUESS_NEAR = 2 };

/* The last loads of each lane of a warp, of a size that atomicCAS has. A block begins with sites
 * of 0. */
struct guess {
    uint16_t site[SIMT_WARP_SIZE][GUESS_LOADS];    /* 0: none */
    uint32_t address[SIMT_WARP_SIZE][GUESS_LOADS]; /* its low half tells places apart */
    uint8_t next[SIMT_WARP_SIZE];                  /* counts loads, modulo 256 */
};

void guess_load(struct guess *guess, const struct simt_access *load);
/* Confirms the site of a load from where an atomicCAS goes now, and the atomic's own. */
void guess_atomic(const struct guess *guess, const struct simt_access *atomic);

#endif
