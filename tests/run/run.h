/*
 * Helpers of the tests that drive whole programs.
 */
#ifndef RUN_H
#define RUN_H

#include "process.h"

enum { RUN_PATH = 4096 };

/* Runs a command line with sh, for at most `seconds`. Fails the test when it
 * cannot be started. Free the result with process_free. */
struct process_result run_shell(double seconds, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Like run_shell, but fails the test unless the command exits with `status`;
 * the message then shows what it printed. */
struct process_result run_expecting(int status, double seconds, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Whether the shell finds a command of that name. */
int has_command(const char *name);

/* Fails the test unless `text` contains `part`. */
void assert_contains(const char *text, const char *part);
void assert_lacks(const char *text, const char *part);

/* A new empty folder, its name ending in `suffix`; removed by remove_folder. */
const char *make_folder(char path[RUN_PATH], const char *suffix);
void remove_folder(const char *path);

/* Writes a file; executable when mode has 0111. */
void write_file(const char *path, const void *bytes, size_t size, int mode);
void write_text(const char *path, const char *text, int mode);
/* The whole file, from malloc, NUL at the end; fails the test without it. */
char *read_text(const char *path);

/* How many seeds of the schedule to try: SEEDS of the environment (make check-seeds), or
 * `usual`. */
int run_seeds(int usual);

/* Runs the suite, prints Check's closing line. Returns main's status. */
struct Suite;
int run_suite(struct Suite *suite);

#endif
