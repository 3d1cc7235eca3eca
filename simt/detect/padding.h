/*
 * Bytes that nobody writes because they only align the members of a struct.
 */
#ifndef SIMT_DETECT_PADDING_H
#define SIMT_DETECT_PADDING_H

#include <stddef.h>
#include <stdint.h>

/* How wide the last store of a kernel to a byte was, in bytes; 0 if that is not known. */
typedef unsigned padding_store(uintptr_t address, const void *context);

/* 1 if the `run` bytes at `gap`, which nobody wrote, may be padding: they end where something
 * wider than them is aligned, and something that wide was stored between `low` and `high`.
 * In an array of float no gap of 4 bytes is padding. */
int padding_is_likely(uintptr_t gap, size_t run, uintptr_t low, uintptr_t high,
                      padding_store *store, const void *context);

#endif
