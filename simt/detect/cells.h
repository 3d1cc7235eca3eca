/*
 * The race cells of a piece of memory, one for each word of four bytes.
 *
 * Where the bytes of a word are touched by different threads, the word is kept in
 * parts: its cell holds what they have in common, and beside it stands which thread
 * wrote each byte and which lanes read it. Bytes that differ in more than that get cells of
 * their own, and the word goes back to one cell when they agree again.
 *
 *     one cell       32 bytes for a word
 *     in parts       56: neighbouring threads with neighbouring char or short
 *     of its bytes  184: bytes touched by different warps, or at different times
 *
 * Memory comes from the system as it is touched. The functions do not lock a
 * word: two threads must not use one word at a time.
 */
#ifndef SIMT_DETECT_CELLS_H
#define SIMT_DETECT_CELLS_H

#include "cell.h"
#include "race.h"

enum { CELL_WORD = 4 }; /* bytes */

struct parts {
    uint32_t lanes[CELL_WORD];  /* set_lanes of each byte; 0: its set is empty */
    uint16_t thread[CELL_WORD]; /* write_thread of each byte, or 0xffff */
};

struct cells {
    size_t words;
    struct cell *cell;
    struct parts *parts;             /* by word; NULL: none is in parts yet */
    struct cell (*bytes)[CELL_WORD]; /* cells of bytes, by number */
    uint32_t used, unused;           /* numbers given out; the first of those given back, or 0 */
    unsigned char lock;              /* for the numbers */
};

/* Cells for so many words, none touched. Returns 0, or -1 without memory. */
int cells_make(struct cells *cells, size_t words);
void cells_drop(struct cells *cells);
/* All untouched again. */
void cells_forget(struct cells *cells);

/* Compares an access to some bytes of a word (a bit for each) with what was
 * there before and notes it. Returns 1 for a race and fills *other, else 0. */
int cells_race(struct cells *cells, size_t word, unsigned bits, const struct race_actor *me,
               struct race_other *other);

/* A copy of the cell of one byte; offset: in bytes from the first word. */
struct cell cells_look(const struct cells *cells, size_t offset);

/* To be called before a cell is read whose page may be new. Reading first would cost two
 * faults, the second with a word to all other cores. */
static inline void cells_touch(struct cell *cell)
{
    __atomic_fetch_or(&cell->set_flags, 0, __ATOMIC_RELAXED);
}

/* Bits of the bytes of [first, end) that lie in the word that starts at `start`. */
static inline unsigned cells_bits(uintptr_t first, uintptr_t end, uintptr_t start)
{
    const unsigned low = first > start ? (unsigned)(first - start) : 0;
    const unsigned high = end - start < CELL_WORD ? (unsigned)(end - start) : (unsigned)CELL_WORD;
    return ((1u << high) - 1) & ~((1u << low) - 1);
}

/* Zeroed pages that cost nothing until they are touched; NULL without. */
void *cells_reserve(size_t bytes);

#endif
