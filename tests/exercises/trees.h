/*
 * The kernels that the analysis exercises are compared with.
 */
#ifndef TREES_H
#define TREES_H

#include "exercise.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One block of step 03's tree, or the same with its last warp unrolled, on
 * values that count their own depth: returns the longest chain of additions. */
cudaError_t run_tree(unsigned block, int last_warp_unrolled, unsigned *depth);

/* One block that loads partial[k] as the round of this stride does, once. */
cudaError_t run_round(enum addressing how, unsigned block, unsigned stride);

/* threads count themselves by atomics, contributor i at d_counters[i % addresses]. */
cudaError_t run_count(enum contributor who, unsigned threads, unsigned block, unsigned addresses,
                      unsigned *d_counters);

#ifdef __cplusplus
}
#endif

#endif
