/* How many atomics each address of global memory gets. */
#include "internal.h"

#include <stdlib.h>

enum { BITS = 15, CELLS = 1 << BITS, MOST_FOLLOWED = CELLS / 4 * 3 };

/* The cell of an address; NULL if it is new and there is no room. */
static struct simt_hot_cell *cell_of(struct simt_hot *hot, uintptr_t address)
{
    if (hot->cell == NULL && (hot->cell = calloc(CELLS, sizeof *hot->cell)) == NULL)
        return NULL;
    size_t i = (size_t)((uint64_t)address * 0x9e3779b97f4a7c15u >> (64 - BITS));
    while (hot->cell[i].lanes != 0 && hot->cell[i].address != address)
        i = (i + 1) % CELLS;
    if (hot->cell[i].lanes == 0) {
        if (hot->count >= MOST_FOLLOWED)
            return NULL;
        hot->count++;
        hot->cell[i].address = address;
    }
    return &hot->cell[i];
}

static void add(struct simt_hot *hot, uintptr_t address, uint64_t lanes)
{
    struct simt_hot_cell *cell = cell_of(hot, address);
    if (cell != NULL)
        cell->lanes += lanes;
}

/* Lanes next to each other often want the same address: one look-up for them. */
void simt_hot_add(struct simt_hot *hot, const uintptr_t *address, uint32_t active)
{
    uintptr_t at = 0;
    uint64_t lanes = 0;
    for (uint32_t rest = active; rest != 0; rest &= rest - 1) {
        const uintptr_t next = address[__builtin_ctz(rest)];
        if (lanes > 0 && next != at) {
            add(hot, at, lanes);
            lanes = 0;
        }
        at = next;
        lanes++;
    }
    if (lanes > 0)
        add(hot, at, lanes);
}

void simt_hot_merge(struct simt_hot *hot, const struct simt_hot *from)
{
    for (size_t i = 0; from->cell != NULL && i < CELLS; i++)
        if (from->cell[i].lanes != 0)
            add(hot, from->cell[i].address, from->cell[i].lanes);
}

uint64_t simt_hot_most(const struct simt_hot *hot)
{
    uint64_t most = 0;
    for (size_t i = 0; hot->cell != NULL && i < CELLS; i++)
        if (hot->cell[i].lanes > most)
            most = hot->cell[i].lanes;
    return most;
}

void simt_hot_free(struct simt_hot *hot)
{
    free(hot->cell);
    *hot = (struct simt_hot){ 0 };
}
