/*
 * Findings are data. Detectors add them, reports print them.
 *
 * The same finding (one name, one pair of code addresses; or one address, where
 * the other side only explains) is kept once and counted; of all its occurrences
 * the one with the lowest block and thread is shown, so that the text does not
 * depend on which worker came first.
 *
 * All functions may be called from any thread.
 */
#ifndef SIMT_DETECT_FINDING_H
#define SIMT_DETECT_FINDING_H

#include "names.h"
#include "simt/simt.h"

#include <stddef.h>
#include <stdint.h>

enum { FINDING_MESSAGE = 400, FINDING_MAX = 1024 };

/* A place in the code, and a thread that is there. */
struct finding_side {
    const void *pc; /* NULL: see file and line, or unknown */
    int pc_is_call; /* a return address */
    const char *file;
    unsigned line;
    int has_block, has_thread;
    struct simt_dim3 block, thread; /* indices */
    unsigned warp, lane;
    const char *what; /* "read", "written", ...; of an other side also "freed here" */
};

struct finding {
    enum finding_name name;
    const char *kernel;              /* NULL: host code */
    char object[200];                /* "partial[133]", or "" */
    struct finding_side here, other; /* other: no pc and no file if there is none */
    int other_explains;              /* 1: it does not tell findings apart */
    char message[FINDING_MESSAGE];
    char advice[FINDING_MESSAGE]; /* "": the name's own */
    uint64_t rank;                /* the lowest is shown */
    uint64_t count;
    size_t number; /* 0, 1, ... in order of appearance, after folding */
    /* 1: the two sides are equal. The one further down in the source becomes
     * `here`, whichever came first, and the message is made of both:
     * "partial[3] is read here and written by another thread, " message. */
    int symmetric;
    /* A race of a plain read with an atomic: where the read is, or if that is not known the
     * atomic. No finding where the read turns out to be a guess (guess.h). */
    const void *guess;
};

/* Counts an occurrence. other: NULL also where the other side only explains, as the
 * place of an allocation does; such a finding has other_explains. Returns 1 if the
 * finding is known with this rank or a lower one, so that there is nothing to fill
 * in; else 0: call finding_add. */
int finding_known(enum finding_name name, const void *pc, const void *other, uint64_t rank);

/* Adds or replaces the text of the finding with the same name and addresses,
 * after finding_known returned 0 for it. `count` and `number` are ignored. */
void finding_add(const struct finding *finding);

/* How many there are, after folding by source line. */
size_t finding_total(void);

/* Resolves and folds by name and source line, sorts by place, and calls visit
 * for each; `line` and `file` of both sides are then set, or line is 0. */
void finding_each(void (*visit)(const struct finding *finding, void *context), void *context);

/* The same for those that were not visited by this function before. */
void finding_each_new(void (*visit)(const struct finding *finding, void *context), void *context);

#endif
