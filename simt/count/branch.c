/*
 * Branches and divergence, out of the basic blocks that lanes enter.
 *
 * A block that a warp enters is an "execution"; its lanes are remembered until
 * each has entered another block. If they entered different ones, the branch
 * at its end diverged. Whether a block ends in a branch at all is not known
 * from one execution: it is one if, in the whole launch, lanes went on from it
 * in more than one way.
 */
#include "internal.h"

#define LIKELY(x) __builtin_expect(!!(x), 1)

/* Stands for the way out of the kernel. */
static const char the_end;

static void note_way(struct simt_execution *e, const void *way)
{
    struct simt_pc *at = e->at;
    if (at->way[0] != way && at->way[1] != way) {
        if (at->way[0] == NULL)
            at->way[0] = way;
        else if (at->way[1] == NULL)
            at->way[1] = way;
    }
    if (e->way == NULL) {
        e->way = way;
    } else if (e->way != way && !e->diverged) {
        e->diverged = 1;
        at->value[SIMT_COUNT_DIVERGENT_BRANCHES]++;
    }
}

/* Takes the lanes out of the executions that they are in. */
static void go_on(struct simt_branch_state *warp, uint32_t active, const void *way)
{
    uint32_t rest = active & warp->known;
    while (rest != 0) {
        const unsigned entry = warp->of[__builtin_ctz(rest)];
        struct simt_execution *e = &warp->execution[entry];
        rest &= ~e->here;
        e->here &= ~active;
        note_way(e, way);
        if (e->here == 0)
            warp->used &= ~(1u << entry);
    }
    warp->known &= ~active;
}

void simt_branch_enter(struct simt_branch_state *warp, struct simt_pc *to, uint32_t active)
{
    go_on(warp, active, to->pc);
    const unsigned entry = (unsigned)__builtin_ctz(~warp->used);
    warp->used |= 1u << entry;
    warp->known |= active;
    warp->execution[entry] = (struct simt_execution){ .at = to, .here = active };
    if (LIKELY(active == ~0u)) {
        for (unsigned lane = 0; lane < 32; lane++)
            warp->of[lane] = (unsigned char)entry;
    } else {
        for (uint32_t rest = active; rest != 0; rest &= rest - 1)
            warp->of[__builtin_ctz(rest)] = (unsigned char)entry;
    }
}

void simt_branch_exit(struct simt_branch_state *warp, uint32_t active)
{
    go_on(warp, active, &the_end);
}

void simt_branch_finish(struct simt_pcs *pcs)
{
    for (size_t i = 0; pcs->slot != NULL && i < (size_t)1 << pcs->bits; i++) {
        struct simt_pc *at = pcs->slot[i];
        if (at != NULL && at->way[1] != NULL)
            at->value[SIMT_COUNT_BRANCHES] = at->value[SIMT_COUNT_BASIC_BLOCKS];
    }
}
