/*
 * The machine-readable report: a header, then one row per run.
 */
#ifndef CSV_H
#define CSV_H

#include "fail.h"
#include "report.h"

#include <stddef.h>

/* The header line, without newline. */
const char *csv_header(void);

/* Checks, before any work, that rows can be appended to `path`: an existing file must
 * begin with the same header and be writable, for a new one its folder must be. Returns 0 or
 * EXIT_USAGE; creates nothing. "-" is always right. */
int csv_check(const char *path, struct failure *why);

/* Appends the row, with the header before it if the file is new or empty; "-" writes both to
 * standard output. Returns 0, or EXIT_USAGE when it cannot be written. */
int csv_append(const char *path, const struct report *report, struct failure *why);

/* The same for `count` rows, below one header. */
int csv_append_rows(const char *path, const struct report *reports, size_t count,
                    struct failure *why);

/* Writes the row without newline into text[size]. An empty field is one that
 * does not apply. */
void csv_row(const struct report *report, char *text, size_t size);

#endif
