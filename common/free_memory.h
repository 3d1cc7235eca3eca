/*
 * How much memory a program may still take.
 */
#ifndef FREE_MEMORY_H
#define FREE_MEMORY_H

#include <stddef.h>

/* Bytes of host memory that can be had without swapping, as far as the system tells:
 * the least of free memory, the container's limit and the process's limit.
 * SIZE_MAX when it tells nothing. */
size_t free_memory(void);

/* "3.5 GiB": bytes for a reader. Returns text. */
char *memory_words(char *text, size_t size, size_t bytes);

#endif
