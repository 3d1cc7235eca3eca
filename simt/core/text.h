/*
 * Text that several reports print.
 */
#ifndef SIMT_TEXT_H
#define SIMT_TEXT_H

#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A path as a reader in the working folder would write it: without that folder in
 * front. A part of `path`, which may be NULL. */
const char *simt_short_path(const char *path);

/* The text as a string of JSON, with its quotes; NULL is the empty one. */
void simt_json_string(FILE *to, const char *text);

#ifdef __cplusplus
}
#endif

#endif
