/*
 * CUDA C++ to C++: turns preprocessed CUDA into what the host compiler takes
 * together with simt/launch.h. simt/README.md shows what becomes of what.
 */
#ifndef REWRITE_H
#define REWRITE_H

#include "source.h"

/* Rewrites `bytes` characters of preprocessed text into *out (empty before).
 * `name` is the file's until the first line marker. Returns 0; 1 when the
 * text holds something that simt does not support: each is printed on
 * `errors` as `file:line: error: simtcc: ...`; 3 when options->no_exceptions
 * is set and the program uses them (nothing is printed). */
int rewrite(const char *text, size_t bytes, const char *name, const struct rewrite_options *options,
            FILE *errors, struct text *out);

#endif
