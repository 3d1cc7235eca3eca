/*
 * Explains a wrong sum: which elements are missing or counted twice, what was
 * never written, what was read that is not data. Found out by running the
 * subject again on chosen data, not by looking at the kernel.
 */
#ifndef DIAGNOSE_H
#define DIAGNOSE_H

#include "data.h"
#include "reference.h"
#include "subject.h"
#include "tally.h"

#include <stddef.h>

/* One sum that went wrong. */
struct failing {
    const float *in;
    size_t n;
    struct trial trial;
    const struct reference *reference;
    const struct judgement *judgement; /* of outcome->first */
    const struct outcome *outcome;
};

/* Writes the explanation, one line without newline, into text[size]. Runs the
 * subject again unless its device is gone; takes at most a few seconds. */
void diagnose(const struct subject *subject, const struct failing *failing, char *text,
              size_t size);

/* The part of it that reads a tally: "short by elements 992…1023: the last
 * partial warp", "element 0 counted twice". Appends to text[size] nothing when
 * every element counts once. */
void diagnose_tally(const struct tally *tally, size_t n, unsigned block, size_t elements_per_block,
                    char *text, size_t size);

#endif
