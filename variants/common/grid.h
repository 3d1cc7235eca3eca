/*
 * How many blocks a variant launches when it has to choose for itself.
 */
#ifndef GRID_H
#define GRID_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { GRID_MOST = 8192 }; /* blocks; every device so far holds fewer at once */

/* As many blocks of that many threads as the current device holds at once, by threads and
 * block slots, but no more than leaves each thread `each` of the n elements. At least 1, at
 * most GRID_MOST. */
unsigned grid_for(size_t n, unsigned block, size_t each);

/* Multiprocessors of the current device; at least 1. */
unsigned grid_multiprocessors(void);

/* Compute capability of the current device, times ten: 90 for 9.0. */
unsigned grid_capability(void);

/* Ends the program with status 3 and a line that names `idea` when the current device's
 * compute capability (times ten) is lower than `least`. */
void grid_require_capability(unsigned least, const char *idea);

#ifdef __cplusplus
}
#endif

#endif
