/*
 * Barriers, warp synchronisation, votes, fences, time and traps.
 *
 * Where CUDA's function and the core's have one signature, the declaration
 * gives the core's function CUDA's name: no wrapper stands between the user's
 * line and the core.
 */
#ifndef SIMT_SYNC_H
#define SIMT_SYNC_H

#include <time.h>

#include "base.h"

/* Barriers in two branches are two barriers: clang must not make one of them. */
#if defined(__has_attribute)
#if __has_attribute(nomerge)
#define SIMT_NOT_MERGED __attribute__((nomerge))
#endif
#endif
#ifndef SIMT_NOT_MERGED
#define SIMT_NOT_MERGED
#endif

extern "C" {
SIMT_NOT_MERGED void __syncthreads(void) SIMT_NAMED(simt_barrier);
SIMT_NOT_MERGED int __syncthreads_count(int predicate) SIMT_NAMED(simt_barrier_count);
SIMT_NOT_MERGED int __syncthreads_and(int predicate) SIMT_NAMED(simt_barrier_and);
SIMT_NOT_MERGED int __syncthreads_or(int predicate) SIMT_NAMED(simt_barrier_or);
void __syncwarp(unsigned mask = 0xffffffffu) SIMT_NAMED(simt_warp_sync);
unsigned __activemask(void) SIMT_NAMED(simt_active_mask);
int __all_sync(unsigned mask, int predicate) SIMT_NAMED(simt_vote_all);
int __any_sync(unsigned mask, int predicate) SIMT_NAMED(simt_vote_any);
unsigned __ballot_sync(unsigned mask, int predicate) SIMT_NAMED(simt_vote_ballot);
void __nanosleep(unsigned ns) SIMT_NAMED(simt_nanosleep);
}

SIMT_INLINE void __threadfence_block(void)
{
    simt_fence(SIMT_SCOPE_BLOCK);
}

SIMT_INLINE void __threadfence(void)
{
    simt_fence(SIMT_SCOPE_DEVICE);
}

SIMT_INLINE void __threadfence_system(void)
{
    simt_fence(SIMT_SCOPE_SYSTEM);
}

[[noreturn]] SIMT_INLINE void __trap(void)
{
    simt_trap("__trap()");
}

/* No debugger stops a lane: without one a GPU's program ends here. */
[[noreturn]] SIMT_INLINE void __brkpt(void)
{
    simt_trap("__brkpt()");
}

/* An event for a profiler, which has none of these here. */
SIMT_INLINE void __prof_trigger(int)
{
}

/* A clock of 1 GHz, as cudaDeviceProp.clockRate says. clock() is the host's. */
SIMT_INLINE long long clock64(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (long long)now.tv_sec * 1000000000 + now.tv_nsec;
}

#endif
