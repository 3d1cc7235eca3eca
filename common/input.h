/*
 * The reader's own data: a file of raw little-endian float32, or a NumPy .npy
 * array of f4, f8, i4 or i8 (see npy.h), flattened in its own order.
 */
#ifndef INPUT_H
#define INPUT_H

#include "fail.h"

#include <stddef.h>

/* Ask input_load for everything. */
#define INPUT_ALL ((size_t)-1)

struct input {
    float *values; /* count floats, from malloc */
    size_t count;
    char format[96];        /* "NumPy i4, shape (3, 4)" or "raw float32" */
    size_t rounded;         /* values that float32 cannot hold and were rounded */
    size_t nans, infs;      /* in the result */
    size_t first_nonfinite; /* index; count when all are finite */
};

/* Reads the first `want` values of a file, or INPUT_ALL. The file's name decides
 * nothing but this: x.npy must be a .npy file, x.csv and x.txt are text. Returns 0, or EXIT_USAGE
 * with one line that names the file: missing, unreadable, empty, text or a zip archive, too short
 * for `want`, a size that is no whole number of values, a finite value beyond float32's range, or
 * refused by npy.h; also when the values do not fit in memory. Nothing stays allocated on failure.
 */
int input_load(const char *path, size_t want, struct input *input, struct failure *why);

void input_free(struct input *input);

/* The same, a part at a time, for a file that may be longer than the memory. */
struct input_file;

/* Opens a file and reads what its header says. Fails as input_load does, and leaves *file NULL
 * then. */
int input_open(const char *path, struct input_file **file, struct failure *why);

/* Takes NULL, too. */
void input_close(struct input_file *file);

/* How many of its values `want` means: all of them for INPUT_ALL. EXIT_USAGE when it holds
 * fewer. */
int input_choose(const struct input_file *file, size_t want, size_t *count, struct failure *why);

/* Reads part->count values from number `first` on to part->values, and counts in *part what was
 * rounded or is not finite. */
int input_read(struct input_file *file, size_t first, struct input *part, struct failure *why);

/* Says in words what was rounded or is not finite: one line without newline,
 * "" when there is nothing to say. Returns text. */
char *input_notes(const struct input *input, char *text, size_t size);

#endif
