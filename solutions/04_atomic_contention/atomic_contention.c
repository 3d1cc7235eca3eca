// Exercise 04: the queue at one address
//
// Atomics on different addresses proceed side by side; those on one address
// stand in line. The longest line sets the time. So it matters who adds to the
// total: every thread, one lane per warp, or one thread per block.

#include "exercise.h"

struct contention contention_of(enum contributor who, unsigned threads, unsigned block,
                                unsigned addresses)
{
    struct contention c = { 0, 0.0 };
    // >>> your code
    const unsigned members = who == EACH_THREAD ? 1 : who == EACH_WARP ? 32 : block;
    const unsigned contributors = (threads + members - 1) / members;
    const unsigned leaders = (threads + block - 1) / block;
    c.queue = (contributors + addresses - 1) / addresses;
    c.slowdown = (double)c.queue / ((leaders + addresses - 1) / addresses);
    // <<< your code
    return c;
}
