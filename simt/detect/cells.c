#define _GNU_SOURCE
#include "cells.h"

#include "spin.h"

#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

enum { NO_THREAD = 0xffff };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* ---- memory ----------------------------------------------------------------------- */

void *cells_reserve(size_t bytes)
{
    void *place = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return place != MAP_FAILED ? place : NULL;
}

static void release(void *place, size_t bytes)
{
    if (place != NULL)
        munmap(place, bytes);
}

int cells_make(struct cells *cells, size_t words)
{
    memset(cells, 0, sizeof *cells);
    cells->cell = cells_reserve(words * sizeof *cells->cell);
    cells->words = cells->cell != NULL ? words : 0;
    return cells->cell != NULL ? 0 : -1;
}

void cells_drop(struct cells *cells)
{
    release(cells->cell, cells->words * sizeof *cells->cell);
    release(cells->parts, cells->words * sizeof *cells->parts);
    release(cells->bytes, cells->words * sizeof *cells->bytes);
    memset(cells, 0, sizeof *cells);
}

void cells_forget(struct cells *cells)
{
    /* The pages go back, and come again full of zeros. */
    madvise(cells->cell, cells->words * sizeof *cells->cell, MADV_DONTNEED);
    cells->used = cells->unused = 0;
}

/* The first word in parts makes room for all; 0, or -1 without memory. */
static int make_parts(struct cells *cells)
{
    if (__atomic_load_n(&cells->parts, __ATOMIC_ACQUIRE) != NULL)
        return 0;
    pthread_mutex_lock(&lock);
    if (cells->bytes == NULL)
        cells->bytes = cells_reserve(cells->words * sizeof *cells->bytes);
    if (cells->bytes != NULL && cells->parts == NULL)
        __atomic_store_n(&cells->parts, cells_reserve(cells->words * sizeof *cells->parts),
                         __ATOMIC_RELEASE);
    const int made = cells->parts != NULL;
    pthread_mutex_unlock(&lock);
    return made ? 0 : -1;
}

/* ---- cells of bytes ------------------------------------------------------------------ */

/* No more than one for each word, so there is always room. */
static uint32_t take_number(struct cells *cells)
{
    spin_lock(&cells->lock);
    const uint32_t number = cells->unused != 0 ? cells->unused : ++cells->used;
    if (cells->unused != 0)
        cells->unused = cells->bytes[number - 1][0].other;
    spin_unlock(&cells->lock);
    return number;
}

static void give_number(struct cells *cells, uint32_t number)
{
    spin_lock(&cells->lock);
    cells->bytes[number - 1][0].other = cells->unused;
    cells->unused = number;
    spin_unlock(&cells->lock);
}

/* ---- a word as four cells --------------------------------------------------------------- */

static void unpack(const struct cells *cells, size_t word, struct cell byte[CELL_WORD])
{
    const struct cell *own = &cells->cell[word];
    if (own->set_flags & CELL_BYTES) {
        /* Who only looks may come in between: then it is some other word's. */
        const uint32_t number = own->other;
        memcpy(byte, cells->bytes[number - 1 < cells->words ? number - 1 : 0],
               sizeof *cells->bytes);
        return;
    }
    const int in_parts = (own->set_flags & CELL_PARTS) != 0;
    for (unsigned i = 0; i < CELL_WORD; i++) {
        byte[i] = *own;
        if (!in_parts)
            continue;
        const struct parts *parts = &cells->parts[word];
        byte[i].set_flags &= (uint8_t)~CELL_PARTS;
        byte[i].write_thread = parts->thread[i];
        byte[i].set_lanes = parts->lanes[i];
        if (parts->thread[i] == NO_THREAD)
            byte[i].write_block = 0;
        if (parts->lanes[i] == 0)
            byte[i].set_block = 0;
    }
}

/* What does not count any more looks the same in all bytes. */
static void clear_history(struct cell *c, uint32_t oldest)
{
    if (c->write_block < oldest) {
        c->write_block = c->write_tick = 0;
        c->write_thread = 0;
    }
    if (c->set_block < oldest) {
        c->set_block = c->set_tick = c->set_lanes = c->other = 0;
        c->set_site = 0;
        c->set_warp = c->set_flags = 0;
    }
}

/* The site counts also where the write is history: padding.h asks for it. */
static int same_write(const struct cell *a, const struct cell *b)
{
    const int live = a->write_block != 0 && b->write_block != 0;
    return (a->write_site == b->write_site || a->write_site == 0 || b->write_site == 0) &&
           (!live || (a->write_block == b->write_block && a->write_tick == b->write_tick));
}

static int same_set(const struct cell *a, const struct cell *b)
{
    return a->set_block == b->set_block && a->set_tick == b->set_tick &&
           a->set_site == b->set_site && a->set_warp == b->set_warp &&
           a->set_flags == b->set_flags && a->other == b->other;
}

static void take_write(struct cell *to, const struct cell *from)
{
    to->write_block = from->write_block;
    to->write_tick = from->write_tick;
    to->write_site = from->write_site;
}

/* The cell of what the bytes have in common: the first write and the first set.
 * Returns 1, or 0 if they have too little. */
static int find_common(const struct cell byte[CELL_WORD], struct cell *common)
{
    *common = byte[0];
    for (unsigned i = 1; i < CELL_WORD; i++) {
        const struct cell *c = &byte[i];
        if (!same_write(c, common) ||
            (c->set_block != 0 && common->set_block != 0 && !same_set(c, common)))
            return 0;
        if (c->write_block > common->write_block ||
            (common->write_block == 0 && common->write_site == 0))
            take_write(common, c);
        if (c->set_block != 0 && common->set_block == 0) {
            const struct cell write = *common;
            *common = *c;
            take_write(common, &write);
        }
    }
    return 1;
}

static int are_equal(const struct cell byte[CELL_WORD])
{
    for (unsigned i = 1; i < CELL_WORD; i++)
        if (memcmp(&byte[i], &byte[0], sizeof byte[0]) != 0)
            return 0;
    return 1;
}

static void store_parts(struct cells *cells, size_t word, const struct cell byte[CELL_WORD],
                        const struct cell *common)
{
    struct parts *parts = &cells->parts[word];
    for (unsigned i = 0; i < CELL_WORD; i++) {
        parts->thread[i] = byte[i].write_block != 0 ? byte[i].write_thread : (uint16_t)NO_THREAD;
        parts->lanes[i] = byte[i].set_block != 0 ? byte[i].set_lanes : 0;
    }
    cells->cell[word] = *common;
    cells->cell[word].set_flags |= CELL_PARTS;
}

static void store_bytes(struct cells *cells, size_t word, const struct cell byte[CELL_WORD],
                        uint32_t number)
{
    if (number == 0)
        number = take_number(cells);
    memcpy(cells->bytes[number - 1], byte, sizeof *cells->bytes);
    cells->cell[word].set_flags = CELL_PARTS | CELL_BYTES;
    cells->cell[word].other = number;
}

static void pack(struct cells *cells, size_t word, struct cell byte[CELL_WORD], uint32_t oldest)
{
    const struct cell *own = &cells->cell[word];
    const uint32_t number = own->set_flags & CELL_BYTES ? own->other : 0;
    struct cell common;
    for (unsigned i = 0; i < CELL_WORD; i++)
        clear_history(&byte[i], oldest);
    const int equal = are_equal(byte);
    if (!equal && !find_common(byte, &common)) {
        store_bytes(cells, word, byte, number);
        return;
    }
    if (number != 0)
        give_number(cells, number);
    if (equal)
        cells->cell[word] = byte[0];
    else
        store_parts(cells, word, byte, &common);
}

/* ---- an access --------------------------------------------------------------------------- */

static int race_parts(struct cells *cells, size_t word, unsigned bits, const struct race_actor *me,
                      struct race_other *other)
{
    struct cell byte[CELL_WORD];
    int found = 0;
    unpack(cells, word, byte);
    for (unsigned i = 0; i < CELL_WORD; i++) {
        struct race_other one;
        if ((bits >> i & 1) && race_access(&byte[i], me, &one)) {
            *other = one;
            found = 1;
        }
    }
    pack(cells, word, byte, me->oldest);
    return found;
}

int cells_race(struct cells *cells, size_t word, unsigned bits, const struct race_actor *me,
               struct race_other *other)
{
    struct cell *own = &cells->cell[word];
    if ((own->set_flags & CELL_PARTS) == 0 && bits == (1u << CELL_WORD) - 1)
        return !race_access_fresh(own, me) && race_access(own, me, other);
    return make_parts(cells) == 0 ? race_parts(cells, word, bits, me, other) : 0;
}

struct cell cells_look(const struct cells *cells, size_t offset)
{
    struct cell byte[CELL_WORD];
    unpack(cells, offset / CELL_WORD, byte);
    return byte[offset % CELL_WORD];
}
