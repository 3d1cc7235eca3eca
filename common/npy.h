/*
 * The header of a NumPy .npy file, versions 1, 2 and 3: what the values are,
 * how many, and where they start.
 *
 *   \x93NUMPY  major minor  length (2 or 4 bytes)  {'descr': '<f4', ...}\n  values
 */
#ifndef NPY_H
#define NPY_H

#include "fail.h"

#include <stdbool.h>
#include <stddef.h>

enum npy_type { NPY_F4, NPY_F8, NPY_I4, NPY_I8 };

struct npy {
    enum npy_type type;
    size_t count;      /* product of the shape; 1 for the shape () */
    char shape[64];    /* as text, "(3, 4)" */
    size_t data_start; /* byte offset of the first value */
};

/* What npy_prefix needs to see: magic, version and length. */
enum { NPY_PREFIX_BYTES = 12 };

/* True when the bytes begin like a .npy file. */
bool npy_magic(const unsigned char *bytes, size_t size);

/* Reads magic, version and header length from the first `size` bytes (12 are
 * enough). On success header text lies at [*text_start, *text_start + *text_size).
 * Returns 0, or EXIT_USAGE with a sentence without the file's name. */
int npy_prefix(const unsigned char *bytes, size_t size, size_t *text_start, size_t *text_size,
               struct failure *why);

/* Reads the header's text, `size` bytes that need no terminator. Fills all of
 * *npy but data_start. Refuses what the harness does not sum: other types, big-endian,
 * Fortran order. Returns 0, or EXIT_USAGE with a sentence without the name. */
int npy_header(const char *text, size_t size, struct npy *npy, struct failure *why);

size_t npy_bytes(enum npy_type type);

/* "f4", "f8", "i4", "i8" */
const char *npy_name(enum npy_type type);

#endif
