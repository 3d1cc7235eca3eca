/*
 * An observer that counts warp events and lanes; for one worker only.
 */
#ifndef OBSERVED_H
#define OBSERVED_H

#include <stddef.h>

struct tally {
    unsigned loads, load_lanes, stores, store_lanes, atomics, atomic_lanes;
    unsigned arrivals, barriers, ops, fences, exits, exit_lanes, begun, ended;
    unsigned unknown, stored, variables, grid;
    unsigned last_mask;
    size_t offset[4];
    int error, lockstep;
    int watching;
};

/* Since the test last cleared it. */
extern struct tally tally;

/* With tally.watching: the place that the lanes store to, each its number and one. */
extern unsigned *watched_place;

#endif
