/*
 * Verification: many sizes, many data sets, each sum run twice and judged.
 */
#ifndef VERIFY_H
#define VERIFY_H

#include "cli.h"
#include "data.h"
#include "reference.h"
#include "subject.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One wrong sum, explained. */
struct finding {
    size_t n;
    unsigned misalign;
    char data[32];  /* the data set's name, or "your data" */
    char text[480]; /* what went wrong, one line */
};

struct verdict {
    unsigned sizes, wrong_sizes;
    unsigned sums;           /* judged */
    bool device_error;       /* stopped there: the device cannot be used any more */
    bool deterministic;      /* every second run gave the same bits */
    struct finding smallest; /* the smallest n that failed; valid when wrong_sizes > 0 */
    struct finding telling;  /* the largest one up to a few thousand, where a pattern shows */
};

/* What is to be verified. */
struct verify_plan {
    const size_t *sizes; /* ascending */
    size_t size_count;
    bool all_kinds; /* every data set at each size, not only a few */
    uint64_t seed;
};

/* The level's own sizes, for a kernel of `block` threads (0: none). Fills list[capacity]
 * ascending and without repeats; returns how many. 128 are enough. */
size_t verify_sizes(enum verify_level level, unsigned block, size_t *list, size_t capacity);

/* Sums every size with its data sets and explains what is wrong. Returns 0, or
 * EXIT_WRONG after filling *verdict; EXIT_USAGE when the largest size does not fit in
 * memory, with a line in *why. */
int verify_suite(const struct subject *subject, const struct verify_plan *plan,
                 struct verdict *verdict, struct failure *why);

/* One sum of n floats at `in`. `data` names them in a finding; exact: see
 * reference_judge. Returns 0 or EXIT_WRONG; fills *judgement and *value (of the first
 * run), and *finding when it is wrong. Adds to *verdict's sums and flags. */
int verify_sum(const struct subject *subject, const float *in, const struct reference *reference,
               const struct trial *trial, const char *data, bool exact, struct verdict *verdict,
               struct judgement *judgement, float *value, struct finding *finding);

#endif
