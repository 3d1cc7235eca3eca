/*
 * The right sum, and how far from it a float sum may be.
 */
#ifndef REFERENCE_H
#define REFERENCE_H

#include <stdbool.h>
#include <stddef.h>

struct reference {
    size_t n;
    double sum;     /* of the finite values, compensated: right to about 2^-53 */
    double sum_abs; /* of their magnitudes */
    size_t nans, pos_infs, neg_infs;
};

/* Neumaier's compensated sum in double precision. */
struct reference reference_sum(const float *in, size_t n);

/* What a float sum should be: the rounded sum, or +-inf or NaN as IEEE 754 adds
 * the special values. */
float reference_value(const struct reference *reference);

/* True when the magnitudes add up to more than float32 holds, so that a right
 * sum could still pass through infinity. */
bool reference_overflows(const struct reference *reference);

struct judgement {
    bool ok;
    bool exact;   /* equality was asked for */
    double error; /* |value - sum|; NaN when one of them is not finite */
    double bound; /* the largest error that is let pass */
    double ulp;   /* one unit in the last place of the right float sum */
};

/* Judges a float sum of the data behind *reference.
 *
 * With `exact` it must equal the rounded sum. Else its error must stay below
 * rounds * u * sum|x|, where u = 2^-24 is float's unit roundoff and `rounds` bounds
 * how many roundings stand between an element and the result.
 * Sums that are not finite must be the right infinity, or a NaN where NaN is right. */
struct judgement reference_judge(const struct reference *reference, float value, bool exact,
                                 double rounds);

/* Rounds of a tree: 4 log2(n). Adding in pairs, and the pairs in pairs, makes log2(n);
 * the rest is room for several passes of blocks that are not filled, each of
 * which makes at most log2(block) more, and for products of (1 + u). A sum whose threads add
 * up a chain of elements first has to add the chain's length to this. One
 * thread that adds everything does not stay below it: its error grows like
 * sqrt(n), or like n for data that are all alike. */
double reference_tree_rounds(size_t n);

/* A judgement in words: "exact", "rounding only: error 3 ulp, bound 21". */
char *judgement_words(const struct judgement *judgement, char *text, size_t size);

#endif
