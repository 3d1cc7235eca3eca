/*
 * What the build says of itself: the backend that it chose, and what its
 * programs are about.
 */
#ifndef BACKEND_H
#define BACKEND_H

#include <stddef.h>

enum { BACKEND_TEXT = 256 };

struct backend {
    int simulated;               /* 1: simt, 0: CUDA */
    char line[2 * BACKEND_TEXT]; /* "simt, the simulated GPU (why)" */
};

/* The reader's wish ("simt", "cuda", NULL: the build's choice), held against
 * BUILD/backend.txt. Returns 0; or says why not, with the program's name in front, and returns
 * 2 (no such backend, nothing built) or 3 (CUDA was not built). */
int backend_choose(const char *program, const char *build, const char *wish,
                   struct backend *backend);

/* The idea of a source: the first line of its caption, behind the colon, as in "// Step 03:
 * sequential addressing"; "" without a colon. Returns 0, or -1 when it cannot be read. */
int backend_read_idea(const char *path, char *idea, size_t size);

#endif
