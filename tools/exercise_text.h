/*
 * The learner's file as text: the part that is shipped, and the region between
 * the two markers, which is the learner's.
 */
#ifndef EXERCISE_TEXT_H
#define EXERCISE_TEXT_H

#include <stddef.h>

#define MARK_BEGIN "// >>> your code"
#define MARK_END "// <<< your code"

/* A whole file, NUL-terminated, from malloc; NULL with errno when it cannot be read. */
char *text_read(const char *path);

/* Writes a file by way of another, so that a reader never sees half of it.
 * Returns 0, or -1 with errno. */
int text_write(const char *path, const char *text);

/* 64 bits of the text (FNV-1a), going on from `hash`; start with TEXT_HASH. */
#define TEXT_HASH 0xcbf29ce484222325u
unsigned long long text_hash(const char *text, unsigned long long hash);

/* Where the region lies in a text. */
struct region {
    const char *begin, *end; /* its lines, without the markers */
    unsigned first_line;     /* the line number of its first line, from 1 */
    unsigned last_line;      /* of its last; first_line - 1 when it is empty */
};

/* Finds the one region. Returns 0, or -1 with a sentence in why[256]: no
 * marker, two of a kind, wrong order. */
int region_find(const char *text, struct region *region, char *why);

/* A text with its region replaced, from malloc; NULL without a region. */
char *region_replace(const char *text, const char *lines);

/* 1 if the region holds exactly `lines`; white space at line ends does not count. */
int region_is(const char *text, const char *lines);

/* 1 if the region holds nothing but comments, white space and the `start` lines. */
int region_only_comments(const char *text, const char *start);

/* The first line, from 1, of `text` that differs from `shipped` outside the
 * regions of both; 0 if there is none. */
unsigned outside_differs(const char *text, const char *shipped);

#endif
