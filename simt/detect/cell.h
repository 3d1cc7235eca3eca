/*
 * A race cell: who touched a word last.
 *
 * A cell belongs to four bytes, or to one byte of a word that some access
 * touched in parts. It keeps the last plain write, and since then a set of readers,
 * or of threads that updated it with atomics.
 *
 * Threads are known by block and linear index. Blocks are numbered through all
 * launches, so that what an earlier launch did is recognised as old. Ticks are a
 * block's own clock (order.h).
 */
#ifndef SIMT_DETECT_CELL_H
#define SIMT_DETECT_CELL_H

#include <stddef.h>
#include <stdint.h>

enum {
    CELL_READS = 1,       /* the set holds readers */
    CELL_ATOMICS = 2,     /* it holds atomic updates */
    CELL_OTHER_WARP = 4,  /* another warp of the block was in the set as well: `other` */
    CELL_OTHER_BLOCK = 8, /* another block was: `other` is its number */
    CELL_OTHER_READS = 16,
    CELL_OTHER_ATOMICS = 32 /* what those others did */
};

struct cell {
    uint32_t write_block; /* 0: none */
    uint32_t write_tick;
    uint16_t write_thread;
    uint16_t write_site;
    uint32_t set_block; /* 0: none */
    uint32_t set_tick;
    uint32_t set_lanes; /* of set_warp */
    uint16_t set_site;
    uint8_t set_warp;
    uint8_t set_flags;
    uint32_t other; /* thread << 16 | site, or a block */
};

/* Cells of single bytes, for words that were touched in parts. */
struct cells_of_bytes {
    struct cell *cell;    /* four for each word; NULL: no word is split */
    unsigned char *split; /* by word: 1 if its cells are those of its bytes */
};

/* Gives a word cells for its bytes, which start as copies of its own. Returns
 * 0, or -1 without memory. words: how many the memory has in all. */
int cells_split(struct cells_of_bytes *bytes, size_t words, size_t word, const struct cell *own);

#endif
