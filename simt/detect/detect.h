/*
 * The findings of this program so far, for programs that judge other people's
 * kernels. Host code only, between launches. A program that is built with
 * simtcc --check has these functions; declare them weak to ask whether it is.
 */
#ifndef SIMT_DETECT_H
#define SIMT_DETECT_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How many there are: 0, 1, ... A finding that happens again is not a new one. */
size_t simt_detect_count(void);

/* The lines that the report would print for findings number `from` (from 0, in
 * order of appearance) and later; at most bytes - 1 of them, NUL at the end.
 * Returns text, which is "" without any. */
char *simt_detect_text(size_t from, char *text, size_t bytes);

/* From now on nothing is printed and the exit status is left as it is. */
void simt_detect_quiet(void);

#ifdef __cplusplus
}
#endif

#endif
