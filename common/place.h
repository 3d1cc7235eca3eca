/*
 * Where in a reduction a range of elements lies, in the field's words.
 */
#ifndef PLACE_H
#define PLACE_H

#include <stddef.h>

/* Names elements first..last of n for a kernel of `block` threads (0: none)
 * whose blocks cover elements_per_block floats (as in struct step): "the last
 * partial warp", "the tail of n mod 4", "warp 1 of block 0". Returns text; "" when the place
 * has no name. */
char *place_words(size_t first, size_t last, size_t n, unsigned block, size_t elements_per_block,
                  char *text, size_t size);

#endif
