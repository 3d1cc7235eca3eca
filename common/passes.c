#include "passes.h"

#include <limits.h>

enum {
    GRID_LIMIT = INT_MAX, /* blocks in x, of every device */
    FLOATS_PER_LOAD = 4,
    /* Loads per thread up to which one block is at least as quick as many and a
     * second launch: on an H200 with blocks of 256 threads both take 6.8 us at 8. */
    SINGLE_BLOCK_LOADS = 8,
};

static size_t divide_up(size_t n, size_t by)
{
    return n / by + (n % by != 0);
}

bool passes_is_one(size_t elements_per_block)
{
    return elements_per_block == ONE_PASS || elements_per_block == ONE_BY_ONE;
}

unsigned passes_first_blocks(const struct step *step, const struct passes *passes)
{
    return passes_is_one(step->elements_per_block) ? 0 : passes->blocks[0];
}

/* Blocks of one pass over n floats. */
static size_t blocks_for(const struct step *step, size_t n, unsigned resident)
{
    if (passes_is_one(step->elements_per_block) || n == 0) {
        return 1;
    }
    if (step->elements_per_block != GRID_STRIDE) {
        return divide_up(n, step->elements_per_block);
    }
    const size_t per_trip = (size_t)step->block * FLOATS_PER_LOAD;
    const size_t busy = divide_up(n, per_trip);
    return busy <= SINGLE_BLOCK_LOADS ? 1 : busy < resident ? busy : resident;
}

int passes_plan(const struct step *step, size_t n, unsigned resident, struct passes *passes,
                struct failure *why)
{
    passes->count = 0;
    if (step->block == 0 || step->elements_per_block == 1) {
        return fail(why, EXIT_WRONG,
                    "the step's table says block %u, elements_per_block %zu: that "
                    "makes no progress",
                    step->block, step->elements_per_block);
    }
    do {
        const size_t blocks = blocks_for(step, n, resident);
        if (blocks > GRID_LIMIT) {
            return fail(why, EXIT_WRONG, "%zu floats need %zu blocks, a grid has at most %d", n,
                        blocks, GRID_LIMIT);
        }
        passes->n[passes->count] = n;
        passes->blocks[passes->count++] = (unsigned)blocks;
        n = blocks;
    } while (n > 1);
    return 0;
}

double passes_chain(const struct step *step, const struct passes *passes)
{
    double chain = step->elements_per_block == ONE_BY_ONE ? (double)passes->n[0] : 0;
    for (unsigned k = 0; k < passes->count; k++) {
        const double threads = (double)passes->blocks[k] * step->block;
        const double each = (double)passes->n[k] / threads;
        chain += !passes_is_one(step->elements_per_block) && each > 1 ? each : 0;
    }
    return chain;
}
