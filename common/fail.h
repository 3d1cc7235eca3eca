/*
 * How the harness says that it cannot go on: one line for the reader and the
 * exit status of the program. Functions that can fail return 0 or that status
 * and leave the line in a struct failure; who runs the program prints it.
 */
#ifndef FAIL_H
#define FAIL_H

#include <stddef.h>

enum {
    EXIT_VERIFIED = 0,
    EXIT_WRONG = 1,     /* wrong result, or an error of the device */
    EXIT_USAGE = 2,     /* command line, input file or output file */
    EXIT_NO_DEVICE = 3, /* the asked backend or GPU is not there */
};

struct failure {
    int status;
    char text[512]; /* one line, no newline at its end */
};

/* Fills *why and returns status. A text that is too long is cut. */
int fail(struct failure *why, int status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* snprintf at the end of a string: text[size] holds a terminated string and
 * still does afterwards. */
void append(char *text, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* "3.5 GiB": bytes for a reader. Returns text. */
char *memory_words(char *text, size_t size, size_t bytes);

#endif
