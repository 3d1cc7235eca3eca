/*
 * How much memory a program may still take.
 */
#ifndef FREE_MEMORY_H
#define FREE_MEMORY_H

#include <stddef.h>

/* Bytes of host memory that can be had without swapping, as far as the system tells:
 * the least of free memory, the container's limit and the process's limit.
 * SIZE_MAX when it tells nothing. simt/core/arena.c asks the same for itself: simt knows
 * nothing of the harness, and the harness must know before it asks any GPU. */
size_t free_memory(void);

#endif
