/*
 * The command line of every program of the repository: one set of options, of which each
 * program takes those that mean something to it.
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

/* A set of options; --help is in all. */
enum cli_option {
    CLI_N = 1 << 0,
    CLI_INPUT = 1 << 1,
    CLI_DATA = 1 << 2,
    CLI_SEED = 1 << 3,
    CLI_REPEAT = 1 << 4,
    CLI_BLOCK = 1 << 5,
    CLI_DEVICE = 1 << 6,
    CLI_BACKEND = 1 << 7,
    CLI_VERIFY = 1 << 8,
    CLI_SIZES = 1 << 9,
    CLI_CSV = 1 << 10,
    CLI_ALL = (1 << 11) - 1,
};

struct cli_program {
    const char *name;
    const char *does; /* what --help says first: lines that end in newlines */
    unsigned takes;   /* CLI_N | ... */
    unsigned block;   /* threads per block that it was built with; 0: none */
};

struct options {
    bool help;         /* --help was given: nothing else counts */
    unsigned given;    /* CLI_N | ...: what the command line names */
    size_t n;          /* elements */
    const char *input; /* path, NULL: generated data */
    enum data_kind data;
    uint64_t seed;
    unsigned repeat; /* timed runs; 0: no timing */
    unsigned block;  /* 0: not given */
    enum backend backend;
    int device;      /* ordinal */
    const char *csv; /* path, "-" for standard output, NULL: none */
    enum verify_level verify;
    size_t *sizes; /* from --sizes, ascending; NULL: the level's own list */
    size_t size_count;
};

/* Fills *options with defaults and what argv says; `takes` are the options that this program
 * has. The strings point into argv; options_free releases the rest. Returns 0, or EXIT_USAGE
 * with one line in *why. Touches no file and no device. */
int cli_parse(int argc, char **argv, unsigned takes, struct options *options, struct failure *why);

void options_free(struct options *options);

/* Whether runs are to be timed: they are unless the command line asks for none. */
bool options_time(const struct options *options);

/* Reads a count: "1000", "2^20" or "1e6". Returns 0, or EXIT_USAGE with a line
 * that starts with `option`. */
int cli_count(const char *text, const char *option, size_t *count, struct failure *why);

/* Writes the program's help text into text[size]. Returns the length. */
int cli_help(char *text, size_t size, const struct cli_program *program);

/* "1048576 (2^20)", "1000": how a count is printed. Returns text. */
char *cli_print_count(char *text, size_t size, size_t count);

#endif
