/*
 * Addresses in the reader's words: "partial[133]", "element 12 of the
 * cudaMalloc at file.cu:7 (4096 bytes)".
 */
#ifndef SIMT_DETECT_NAME_PLACE_H
#define SIMT_DETECT_NAME_PLACE_H

#include "state.h"

/* The variable of the running launch that holds the offset in shared memory, or
 * is nearest to it. NULL if the launch has none. */
const struct shared_variable *find_variable(long long offset);

/* "partial[133]": an access of `bytes` at an offset in shared memory. Returns text. */
char *name_shared(long long offset, unsigned bytes, char *text, size_t room);

/* The same for an address in global memory that some allocation holds. */
char *name_global(uintptr_t address, unsigned bytes, char *text, size_t room);

#endif
