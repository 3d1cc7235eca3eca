/*
 * Wrong submissions are kept as changes to the solution:
 *
 *     expect: what the checker must say
 *     <<<<
 *     lines of the solution, exactly once there
 *     ====
 *     lines instead
 *     >>>>
 *
 * with as many of the last parts as needed.
 */
#ifndef PATCH_H
#define PATCH_H

#include <stddef.h>

/* Applies a change to a text. Returns the new text, from malloc, and fills
 * expect[size]; NULL with a sentence in expect when it does not fit. */
char *patch_apply(const char *patch, const char *text, char *expect, size_t size);

#endif
