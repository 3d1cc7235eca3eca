/*
 * A race cell: who touched a word last.
 *
 * A cell belongs to four bytes, or to one byte of a word that is touched in parts
 * (cells.h). It keeps the last plain write, and since then a set of readers, or of
 * threads that updated it with atomics.
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
    CELL_OTHER_ATOMICS = 32, /* what those others did */
    CELL_PARTS = 64,         /* the word is kept in parts: not for race_access */
    CELL_BYTES = 128         /* these are whole cells, of the number in `other` */
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

#endif
