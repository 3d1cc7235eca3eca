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
    for (unsigned warp = 0; warp < block / 32; warp++) {
        unsigned wanted[32] = { 0 }, busiest = 0; // lanes per bank: all cells differ
        for (unsigned tid = 32 * warp; tid < 32 * warp + 32; tid++) {
            if (loads(how, block, stride, tid, &cell) && ++wanted[cell % 32] > busiest)
                busiest = wanted[cell % 32];
        }
        load.requests += busiest > 0;
        load.wavefronts += busiest;
    }
    // <<< your code
    return load;
}
