/*
 * How far the learner is with an exercise.
 */
#ifndef EXERCISE_STATE_H
#define EXERCISE_STATE_H

#include "exercise_catalog.h"
#include "exercise_judge.h"

enum state {
    STATE_NOT_STARTED, /* the file is as shipped */
    STATE_UNKNOWN,     /* started, and not judged since the last edit */
    STATE_WRONG,       /* judged: not solved */
    STATE_SOLVED,
    STATE_MISSING /* the file is gone or has lost its region */
};

struct progress {
    enum state state;
    unsigned hints;    /* shown so far */
    int solved_before; /* it was solved once, whatever it is now */
    char why[256];     /* STATE_MISSING: what is the matter */
    unsigned outside;  /* line that differs from the shipped file outside the region, or 0 */
    unsigned region_first, region_last;
    int only_comments;       /* started, but the region holds comments only */
    unsigned long long hash; /* of the file as it is */
};

/* Looks at the learner's file and at what build/exercises remembers of it. */
void state_read(const struct exercise *exercise, const char *build, struct progress *progress);

/* Remembers hints, and a verdict (NULL: none) about the file as it was when
 * progress was read. Returns 0, or -1 when it cannot be written. */
int state_write(const struct exercise *exercise, const char *build, struct progress *progress,
                const struct verdict *verdict);

/* The shipped file, composed of the solution's lines outside the region and of
 * start.txt; from malloc, NULL with errno 0 or a file's error. */
char *state_shipped(const struct exercise *exercise);

#endif
