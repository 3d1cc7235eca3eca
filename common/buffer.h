/*
 * Floats on the device between two guard bands. What surrounds the data is poison,
 * so reading outside makes a NaN and writing outside shows.
 *
 *   base          at (16-byte boundary + misalign floats)
 *   | guard band  | count floats                         | guard band |
 */
#ifndef BUFFER_H
#define BUFFER_H

#include "fail.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    GUARD_FLOATS = 2048, /* in each band: two loads of the largest block */
    GUARD_BYTE = 0xFF,   /* 0xFFFFFFFF: a NaN, so that reading it shows */
};

struct buffer {
    const char *name; /* in messages: "input", "output" */
    float *base;      /* device memory */
    size_t capacity;  /* floats that fit between the bands */
    float *at;        /* device memory: the data; NULL before buffer_place */
    size_t count;
    bool tame_before, tame_after; /* the band holds zeros instead */
};

/* Allocates room for `capacity` floats. Returns 0, or EXIT_USAGE when they do not
 * fit in the device's memory, or EXIT_WRONG with the device's error. */
int buffer_create(struct buffer *buffer, const char *name, size_t capacity, struct failure *why);

void buffer_free(struct buffer *buffer);

/* Puts count <= capacity floats `misalign` (0..3) floats behind a 16-byte boundary
 * and fills both bands. The data stay as they are. */
int buffer_place(struct buffer *buffer, size_t count, unsigned misalign, bool tame_before,
                 bool tame_after, struct failure *why);

/* Fills the data with poison: a signalling NaN, which no arithmetic gives back. */
int buffer_poison(const struct buffer *buffer, struct failure *why);

/* Looks at both bands; where one was written, says so in text[size], "wrote past the
 * end of the output: 4 bytes, 0 bytes after it", else leaves "" there. Returns 0, or the
 * device's error. */
int buffer_check_guards(const struct buffer *buffer, char *text, size_t size, struct failure *why);

/* Looks for poison in the data: *missing elements still hold it, *first is the first.
 * The same return. */
int buffer_check_written(const struct buffer *buffer, size_t *missing, size_t *first,
                         struct failure *why);

/* Compares the data with `wanted`, bit by bit: *changed elements differ, *first is
 * the first. The same return. */
int buffer_check_same(const struct buffer *buffer, const float *wanted, size_t *changed,
                      size_t *first, struct failure *why);

#endif
