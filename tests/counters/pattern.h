/*
 * Access patterns of one warp: what the model of shared and global memory is
 * held against. The program that an NVIDIA GPU runs (patterns.cu) and the test
 * that reads the recording both take them from here.
 */
#ifndef PATTERN_H
#define PATTERN_H

#ifdef __cplusplus
extern "C" {
#endif

enum { PATTERN_IDLE = -1, PATTERN_CELLS = 1024 };

/* How many there are. */
unsigned pattern_count(void);

/* A word without spaces or commas, such as stride_2. */
const char *pattern_name(unsigned pattern);

/* The element that a lane of 0..31 accesses, 0 <= element < PATTERN_CELLS, or
 * PATTERN_IDLE for a lane that stays out. */
int pattern_cell(unsigned pattern, unsigned lane);

#ifdef __cplusplus
}
#endif

#endif
