/*
 * Which elements does a sum count, and how often? Found out by experiment: all
 * elements are 0 but those of a range, and the result tells what became of the
 * range. Ranges that give no simple answer are halved.
 */
#ifndef TALLY_H
#define TALLY_H

#include "subject.h"

#include <stddef.h>

/* Elements first..last all count `times` times: 1 is right, 0 is lost. */
struct span {
    size_t first, last;
    int times;
};

enum { TALLY_ODD = 1000000 }; /* `times` of an element with no whole multiple */

struct tally {
    struct span *spans; /* ascending, neighbours differ; from malloc */
    size_t count;
    size_t capacity;
    size_t lost, extra; /* elements with times < 1 and times > 1 */
    bool complete;      /* false: too many experiments, a fault, or no memory */
};

/* Tallies a sum of n >= 1 floats. `scratch` holds n floats, its content is lost.
 * Stops after `budget_ms` milliseconds. */
struct tally tally_make(const struct subject *subject, float *scratch, size_t n,
                        const struct trial *trial, double budget_ms);

void tally_free(struct tally *tally);

#endif
