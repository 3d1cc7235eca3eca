// Exercise 03: how many wavefronts does a load take?
//
// Shared memory has 32 banks; float k lies in bank k % 32. One wavefront serves
// a whole warp if its lanes want different banks. Lanes that want different
// cells of one bank are served one after the other: a wavefront each.

#include "exercise.h"

// Does thread tid load in this round, and which cell? As in steps 01, 02, 03.
static int loads(enum addressing how, unsigned block, unsigned stride, unsigned tid, unsigned *cell)
{
    *cell = how == STRIDED ? 2 * stride * tid : tid;
    switch (how) {
    case INTERLEAVED:
        return tid % (2 * stride) == 0;
    case STRIDED:
        return *cell < block;
    default:
        return tid < stride;
    }
}

struct shared_load shared_load_of(enum addressing how, unsigned block, unsigned stride)
{
    struct shared_load load = { 0, 0 };
    unsigned cell;
    // >>> your code
    // Your code here: go over the warps, and in each over its 32 lanes.
    (void)loads, (void)cell, (void)how, (void)block, (void)stride;
    // <<< your code
    return load;
}
