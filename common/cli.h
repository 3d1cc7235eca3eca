/*
 * The command line that every program of the repository takes.
 */
#ifndef CLI_H
#define CLI_H

#include "data.h"
#include "fail.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum verify_level {
    VERIFY_QUICK, /* a few sizes and data sets */
    VERIFY_FULL,  /* many sizes, every data set */
};

enum backend { BACKEND_ANY, BACKEND_SIMT, BACKEND_CUDA };

struct options {
    bool help; /* --help was given: nothing else counts */
    bool n_given;
    size_t n;          /* floats */
    const char *input; /* path, NULL: generated data */
    bool data_given;
    enum data_kind data;
    uint64_t seed;
    bool repeat_given;
    unsigned repeat; /* timed runs; 0: no timing */
    unsigned block;  /* 0: not given */
    enum backend backend;
    int device;      /* ordinal */
    const char *csv; /* path, "-" for standard output, NULL: none */
    enum verify_level verify;
    size_t *sizes; /* from --sizes, ascending; NULL: the level's own list */
    size_t size_count;
};

/* Fills *options with defaults and what argv says. The strings point into
 * argv; options_free releases the rest. Returns 0, or EXIT_USAGE with one line
 * in *why. Touches no file and no device. */
int cli_parse(int argc, char **argv, struct options *options, struct failure *why);

void options_free(struct options *options);

/* Reads a count: "1000", "2^20" or "1e6". Returns 0, or EXIT_USAGE with a line
 * that starts with `option`. */
int cli_count(const char *text, const char *option, size_t *count, struct failure *why);

/* Writes the help text into text[size]; `program` is its name, `block` the
 * block size that it was built with (0: none). Returns the length. */
int cli_help(char *text, size_t size, const char *program, unsigned block);

/* "1048576 (2^20)", "1000": how a count is printed. Returns text. */
char *cli_print_count(char *text, size_t size, size_t count);

#endif
