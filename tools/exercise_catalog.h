/*
 * The exercises in the tree, and where their parts lie.
 */
#ifndef EXERCISE_CATALOG_H
#define EXERCISE_CATALOG_H

#include <stddef.h>

enum { MAX_EXERCISES = 64, MAX_PATH = 512 };

/* Paths are relative to the source tree's root. */
struct exercise {
    unsigned number;       /* 5 */
    char name[64];         /* "argmin": what the commands take */
    char folder[MAX_PATH]; /* "05_argmin" */
    char title[128];       /* the heading of its README, or "" */
    char source[MAX_PATH]; /* "exercises/05_argmin/argmin.cu" */
    char solution[MAX_PATH];
    char readme[MAX_PATH];
    char hints[MAX_PATH];
    char start[MAX_PATH]; /* what the region holds as shipped */
};

struct catalog {
    struct exercise exercises[MAX_EXERCISES]; /* by number */
    size_t count;
};

/* Reads exercises/NN_name of the current directory, which must be the source
 * tree's root. Returns 0, or -1 with a line in why[256]: there are none, or a folder has no
 * source or two. */
int catalog_read(struct catalog *catalog, char *why);

/* Looks up "argmin", "05", "5" or "05_argmin"; '-' is as good as '_'. NULL if there is none. */
const struct exercise *catalog_find(const struct catalog *catalog, const char *name);

/* The exercise whose name is nearest to a mistyped one, or NULL if none is near. */
const struct exercise *catalog_near(const struct catalog *catalog, const char *name);

#endif
