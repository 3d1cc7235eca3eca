/*
 * How a sum of n floats is split into passes ("kernel decomposition"): each pass
 * leaves one sum per block, and the next pass sums these, until one is left.
 */
#ifndef PASSES_H
#define PASSES_H

#include "fail.h"
#include "harness.h"

#include <stdbool.h>
#include <stddef.h>

enum { MAX_PASSES = 64 };

struct passes {
    unsigned count;              /* at least 1 */
    size_t n[MAX_PASSES];        /* floats that pass k reads */
    unsigned blocks[MAX_PASSES]; /* blocks it launches, and floats it writes */
};

/* Does the value of a step's table say that one launch makes the whole sum? */
bool passes_is_one(size_t elements_per_block);

/* Blocks of the first pass as a report has them; 0 where the step chooses its own. */
unsigned passes_first_blocks(const struct step *step, const struct passes *passes);

/* Plans the passes of a step for n floats on a device that holds `resident` blocks
 * of it at once:
 *  - blocks that cover elements_per_block floats: as many as n needs;
 *  - GRID_STRIDE: what the device holds, but no more than leaves four floats per thread, and
 *    one block as long as that is quicker than a second launch;
 *  - ONE_PASS, ONE_BY_ONE: one launch.
 * Returns 0, or EXIT_WRONG when the step's table makes no progress or needs
 * more blocks than a grid has. */
int passes_plan(const struct step *step, size_t n, unsigned resident, struct passes *passes,
                struct failure *why);

/* How many additions a thread makes one after the other before the block's tree,
 * summed over all passes: the chain of reference_tree_rounds. */
double passes_chain(const struct step *step, const struct passes *passes);

#endif
