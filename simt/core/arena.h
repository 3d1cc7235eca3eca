/* Between the two halves of the device's memory: addresses (arena.c) and the
 * registry of what lies where (memory.c). */
#ifndef SIMT_ARENA_H
#define SIMT_ARENA_H

#include <stddef.h>

/* A free range of `bytes` of accessible memory, 256-byte aligned, with an
 * inaccessible page behind it; NULL without. *pages and *page_bytes are what to
 * give back. Under the registry's lock. */
__attribute__((visibility("hidden"))) unsigned char *
simt_arena_take(size_t bytes, unsigned char **pages, size_t *page_bytes);
__attribute__((visibility("hidden"))) void simt_arena_give(unsigned char *pages, size_t page_bytes);
/* Bytes that the device can hold: SIMT_MEMORY, or nine tenths of the least of the machine's
 * available memory, the container's limit and the process's limit. */
__attribute__((visibility("hidden"))) size_t simt_arena_total(void);

#endif
