/* A table of counter rows by code address. */
#include "internal.h"

#include <stdlib.h>

enum { FIRST_BITS = 6 };

void *simt_count_need(void *memory)
{
    if (memory == NULL) {
        fputs("simt: no memory left for counters\n", stderr);
        abort();
    }
    return memory;
}

static size_t place_of(const struct simt_pcs *pcs, const void *pc)
{
    return (size_t)((uint64_t)(uintptr_t)pc * 0x9e3779b97f4a7c15u >> (64 - pcs->bits));
}

/* The slot that holds pc, or the free one where it belongs. */
static struct simt_pc **find(const struct simt_pcs *pcs, const void *pc)
{
    const size_t mask = ((size_t)1 << pcs->bits) - 1;
    size_t i = place_of(pcs, pc);
    while (pcs->slot[i] != NULL && pcs->slot[i]->pc != pc)
        i = (i + 1) & mask;
    return &pcs->slot[i];
}

static void grow(struct simt_pcs *pcs)
{
    struct simt_pcs bigger = { .bits = pcs->slot == NULL ? FIRST_BITS : pcs->bits + 1 };
    bigger.slot = simt_count_need(calloc((size_t)1 << bigger.bits, sizeof(struct simt_pc *)));
    bigger.count = pcs->count;
    for (size_t i = 0; pcs->slot != NULL && i < (size_t)1 << pcs->bits; i++)
        if (pcs->slot[i] != NULL)
            *find(&bigger, pcs->slot[i]->pc) = pcs->slot[i];
    free(pcs->slot);
    *pcs = bigger;
}

struct simt_pc *simt_pcs_at(struct simt_pcs *pcs, const void *pc)
{
    if (pcs->slot == NULL || 2 * pcs->count >= (size_t)1 << pcs->bits)
        grow(pcs);
    struct simt_pc **slot = find(pcs, pc);
    if (*slot == NULL) {
        *slot = simt_count_need(calloc(1, sizeof **slot));
        (*slot)->pc = pc;
        pcs->count++;
    }
    return *slot;
}

static void merge_ways(struct simt_pc *into, const struct simt_pc *from)
{
    for (unsigned k = 0; k < 2; k++) {
        const void *way = from->way[k];
        if (way == NULL || into->way[0] == way)
            continue;
        if (into->way[0] == NULL)
            into->way[0] = way;
        else if (into->way[1] == NULL)
            into->way[1] = way;
    }
}

void simt_pcs_merge(struct simt_pcs *pcs, const struct simt_pcs *from)
{
    for (size_t i = 0; from->slot != NULL && i < (size_t)1 << from->bits; i++) {
        if (from->slot[i] == NULL)
            continue;
        struct simt_pc *into = simt_pcs_at(pcs, from->slot[i]->pc);
        simt_count_merge(into->value, from->slot[i]->value);
        merge_ways(into, from->slot[i]);
    }
}

void simt_pcs_free(struct simt_pcs *pcs)
{
    for (size_t i = 0; pcs->slot != NULL && i < (size_t)1 << pcs->bits; i++)
        free(pcs->slot[i]);
    free(pcs->slot);
    *pcs = (struct simt_pcs){ 0 };
}
