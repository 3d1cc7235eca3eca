/*
 * The rows of the segmented lab, and its judge.
 */
#ifndef SEGMENTED_H
#define SEGMENTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ROW = 100 }; /* floats: three warps wide and a bit; the last row may be shorter */

#ifdef __cplusplus
extern "C" {
#endif

/* What struct lab asks for. */
size_t segmented_bytes(size_t n);
void segmented_fill(int input, void *in, size_t n, uint64_t seed);
bool segmented_judge(size_t way, const void *in, size_t n, const void *out, char *text,
                     size_t size);

#ifdef __cplusplus
}
#endif

#endif
