/*
 * Device addresses lie in one reserved range: a table by number. Others
 * (symbols, pinned memory) are few: a hash table.
 */
#include "shadow.h"

#include "simt_memory.h"
#include "sites.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { OTHERS = 4096 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static uintptr_t range_base;
static size_t range_bytes;
static struct chunk **by_number; /* of the device's range */
static struct chunk *others[OTHERS];

static void find_range(void)
{
    simt_memory_range(&range_base, &range_bytes);
    if (range_bytes != 0)
        by_number = cells_reserve((range_bytes >> CHUNK_SHIFT) * sizeof *by_number);
}

/* Where the chunk of an address is noted; NULL if the table is full. */
static struct chunk **place_of(uintptr_t address)
{
    pthread_once(&once, find_range);
    if (address - range_base < range_bytes)
        return by_number != NULL ? &by_number[(address - range_base) >> CHUNK_SHIFT] : NULL;
    const uintptr_t base = address >> CHUNK_SHIFT << CHUNK_SHIFT;
    size_t slot = (address >> CHUNK_SHIFT) * 0x9e3779b97f4a7c15u >> 52;
    for (size_t i = 0; i < OTHERS; i++, slot = (slot + 1) % OTHERS) {
        const struct chunk *chunk = __atomic_load_n(&others[slot], __ATOMIC_ACQUIRE);
        if (chunk == NULL || chunk->base == base)
            return &others[slot];
    }
    return NULL;
}

static uintptr_t base_of(uintptr_t address)
{
    const uintptr_t start = address - range_base < range_bytes ? range_base : 0;
    return start + ((address - start) >> CHUNK_SHIFT << CHUNK_SHIFT);
}

static struct chunk *make(uintptr_t address)
{
    struct chunk *chunk = calloc(1, sizeof *chunk);
    unsigned char *memory = chunk != NULL ? cells_reserve(CHUNK_WORDS + LINES) : NULL;
    if (memory == NULL || cells_make(&chunk->cells, CHUNK_WORDS) != 0) {
        free(chunk);
        return NULL;
    }
    chunk->base = base_of(address);
    chunk->written = memory;
    chunk->lock = memory + CHUNK_WORDS;
    return chunk;
}

struct chunk *shadow_peek(uintptr_t address)
{
    struct chunk **place = place_of(address);
    return place != NULL ? __atomic_load_n(place, __ATOMIC_ACQUIRE) : NULL;
}

struct chunk *shadow_chunk(uintptr_t address)
{
    struct chunk *chunk = shadow_peek(address);
    if (chunk != NULL)
        return chunk;
    pthread_mutex_lock(&lock);
    struct chunk **place = place_of(address);
    if (place != NULL && *place == NULL)
        __atomic_store_n(place, make(address), __ATOMIC_RELEASE);
    chunk = place != NULL ? *place : NULL;
    pthread_mutex_unlock(&lock);
    return chunk;
}

static void mark_byte(struct chunk *chunk, size_t offset, int written)
{
    const unsigned char bit = (unsigned char)(1u << offset % 4);
    if (written)
        chunk->written[offset / 4] |= bit;
    else
        chunk->written[offset / 4] &= (unsigned char)~bit;
}

/* [offset, end) of one chunk. */
static void mark(struct chunk *chunk, size_t offset, size_t end, int written)
{
    for (; offset < end && offset % 4 != 0; offset++)
        mark_byte(chunk, offset, written);
    const size_t words = (end - offset) / 4;
    if (offset < end)
        memset(chunk->written + offset / 4, written ? 0xf : 0, words);
    for (offset += 4 * words; offset < end; offset++)
        mark_byte(chunk, offset, written);
}

/* How many bytes of the range lie in the first chunk's part. */
static size_t bytes_in(const struct chunk *chunk, uintptr_t address, size_t bytes)
{
    const size_t left = CHUNK_BYTES - (size_t)(address - chunk->base);
    return bytes < left ? bytes : left;
}

static void mark_all(uintptr_t address, size_t bytes, int written,
                     struct chunk *(*get)(uintptr_t address))
{
    while (bytes > 0) {
        struct chunk *chunk = get(address);
        const size_t offset = (size_t)(address - base_of(address));
        const size_t left = CHUNK_BYTES - offset, here = bytes < left ? bytes : left;
        if (chunk != NULL)
            mark(chunk, offset, offset + here, written);
        address += here;
        bytes -= here;
    }
}

void shadow_mark(uintptr_t address, size_t bytes, int written)
{
    mark_all(address, bytes, written, shadow_chunk);
}

void shadow_mark_old(uintptr_t address, size_t bytes, int written)
{
    mark_all(address, bytes, written, shadow_peek);
}

size_t shadow_run(uintptr_t address, size_t bytes, int written)
{
    size_t run = 0;
    while (run < bytes) {
        const struct chunk *chunk = shadow_chunk(address + run);
        if (chunk == NULL)
            return written ? bytes : run;
        const size_t offset = (size_t)(address + run - chunk->base);
        const size_t end = offset + bytes_in(chunk, address + run, bytes - run);
        const unsigned char whole = written ? 0xf : 0;
        size_t at = offset;
        while (at < end) {
            if (at % 4 == 0 && at + 4 <= end && chunk->written[at / 4] == whole)
                at += 4;
            else if ((chunk->written[at / 4] >> at % 4 & 1) == (written ? 1 : 0))
                at++;
            else
                return run + (at - offset);
        }
        run += end - offset;
    }
    return run;
}

unsigned shadow_store_bytes(uintptr_t address)
{
    const struct chunk *chunk = shadow_peek(address);
    if (chunk == NULL)
        return 0;
    return site_bytes(cells_look(&chunk->cells, (size_t)(address - chunk->base)).write_site);
}

void shadow_copy_stores(uintptr_t to, uintptr_t from, size_t bytes)
{
    if ((to - from) % CELL_WORD != 0)
        return;
    for (size_t at = 0; at < bytes; at += CELL_WORD) {
        const struct chunk *source = shadow_peek(from + at);
        struct chunk *chunk = shadow_chunk(to + at);
        if (source == NULL || chunk == NULL)
            continue;
        struct cell *cell = &chunk->cells.cell[(to + at - chunk->base) / CELL_WORD];
        if ((cell->set_flags & CELL_PARTS) == 0)
            cell->write_site = cells_look(&source->cells, from + at - source->base).write_site;
    }
}

void shadow_forget_cells(void)
{
    pthread_mutex_lock(&lock);
    for (size_t i = 0; by_number != NULL && i < range_bytes >> CHUNK_SHIFT; i++)
        if (by_number[i] != NULL)
            cells_forget(&by_number[i]->cells);
    for (size_t i = 0; i < OTHERS; i++)
        if (others[i] != NULL)
            cells_forget(&others[i]->cells);
    pthread_mutex_unlock(&lock);
}
