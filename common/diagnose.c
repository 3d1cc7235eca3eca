#include "diagnose.h"

#include "fail.h"
#include "place.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double budget_ms = 2000;

/* "element 5", "elements 5…9" */
static void append_range(const struct span *span, char *text, size_t size)
{
    if (span->first == span->last) {
        append(text, size, "element %zu", span->first);
    } else {
        append(text, size, "elements %zu…%zu", span->first, span->last);
    }
}

static void append_times(int times, char *text, size_t size)
{
    if (times == 2) {
        append(text, size, " counted twice");
    } else if (times == -1) {
        append(text, size, " subtracted instead of added");
    } else if (times == TALLY_ODD) {
        append(text, size, " changed on the way");
    } else {
        append(text, size, " counted %d times", times);
    }
}

/* The next span from *k on that is wrong in the way of `lost`; false at the end. */
static bool next_wrong(const struct tally *tally, bool lost, size_t *k)
{
    while (*k < tally->count &&
           (tally->spans[*k].times == 1 || (tally->spans[*k].times == 0) != lost)) {
        ++*k;
    }
    return *k < tally->count;
}

/* Spans of one kind, equally long and equally far from each other, are a
 * pattern: returns their distance, 0 when they are none. */
static size_t find_period(const struct tally *tally, bool lost, size_t *spans)
{
    const struct span *before = NULL;
    size_t period = 0;
    bool regular = true;
    *spans = 0;
    for (size_t k = 0; next_wrong(tally, lost, &k); k++) {
        const struct span *span = &tally->spans[k];
        if (before != NULL) {
            const size_t distance = span->first - before->first;
            regular = regular && (period == 0 || distance == period);
            regular = regular && before->last - before->first >= span->last - span->first;
            period = distance;
        }
        before = span;
        ++*spans;
    }
    return regular && *spans > 2 ? period : 0;
}

static void append_pattern(size_t period, size_t length, unsigned block, size_t cover, char *text,
                           size_t size)
{
    append(text, size, "; so on every %zu elements (", period);
    if (period == cover) {
        append(text, size, "the same place in each block)");
    } else if (period == block) {
        append(text, size, "the same threads each time)");
    } else if (period == 32) {
        append(text, size, "the same lanes of each warp)");
    } else {
        append(text, size, "%zu of %zu)", length, period);
    }
}

/* All wrong spans of one kind: a pattern, or the first three by name. */
static void append_kind(const struct tally *tally, bool lost, size_t n, unsigned block,
                        size_t cover, char *text, size_t size)
{
    char place[96];
    size_t spans = 0, k = 0;
    const size_t period = find_period(tally, lost, &spans);
    const size_t shown = period > 0 ? 1 : spans < 3 ? spans : 3;
    for (size_t s = 0; s < shown && next_wrong(tally, lost, &k); s++, k++) {
        const struct span *span = &tally->spans[k];
        append(text, size, "%s", s > 0 ? ", " : lost ? "short by " : "");
        append_range(span, text, size);
        if (!lost) {
            append_times(span->times, text, size);
        }
        place_words(span->first, span->last, n, block, cover, place, sizeof place);
        if (place[0] != '\0' && (lost || span->first < span->last)) {
            append(text, size, ": %s", place);
        }
        if (period > 0) {
            append_pattern(period, span->last - span->first + 1, block, cover, text, size);
        }
    }
    if (shown < spans && period == 0) {
        append(text, size, " and %zu more places", spans - shown);
    }
}

void diagnose_tally(const struct tally *tally, size_t n, unsigned block, size_t elements_per_block,
                    char *text, size_t size)
{
    size_t lost = 0, other = 0, k = 0;
    lost = next_wrong(tally, true, &k) ? 1 : 0;
    k = 0;
    other = next_wrong(tally, false, &k) ? 1 : 0;
    if (lost > 0) {
        append_kind(tally, true, n, block, elements_per_block, text, size);
    }
    if (other > 0) {
        append(text, size, "%s", lost > 0 ? "; " : "");
        append_kind(tally, false, n, block, elements_per_block, text, size);
    }
    if ((lost > 0 || other > 0) && !tally->complete) {
        append(text, size, " (not all elements were tried)");
    }
}

/* Does the value come right when what surrounds the data is 0? */
static bool right_when(const struct subject *subject, const struct failing *failing, bool before,
                       bool after)
{
    struct outcome outcome = { 0 };
    struct trial trial = failing->trial;
    trial.probe = true;
    trial.tame_before = before;
    trial.tame_after = after;
    subject->sum(subject->self, failing->in, failing->n, &trial, &outcome);
    return outcome.fault == FAULT_NONE && !isnan(outcome.first);
}

/* A NaN out of finite data came from somewhere else. */
static bool explain_nan(const struct subject *subject, const struct failing *failing, char *text,
                        size_t size)
{
    if (!isnan(failing->outcome->first) || !isfinite(reference_value(failing->reference))) {
        return false;
    }
    if (right_when(subject, failing, false, true)) {
        append(text, size, "the result is NaN: it reads past the end of its input");
    } else if (right_when(subject, failing, true, false)) {
        append(text, size, "the result is NaN: it reads in front of its input");
    } else if (right_when(subject, failing, true, true)) {
        append(text, size, "the result is NaN: it reads in front of its input and past its end");
    } else {
        append(text, size,
               "the result is NaN though all data are finite: it adds memory that "
               "was never written, or not yet");
    }
    return true;
}

static bool same_bits(float a, float b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static bool explain_second(const struct subject *subject, const struct failing *failing, char *text,
                           size_t size)
{
    const float first = failing->outcome->first, second = failing->outcome->second;
    if (same_bits(first, second) || (subject->any_order && !failing->judgement->ok)) {
        return false;
    }
    append(text, size, "two runs on the same data gave %.9g, then %.9g: ", (double)first,
           (double)second);
    if (failing->judgement->ok && first != 0 && second == 2 * first) {
        append(text, size, "the output is added to, not set");
    } else if (failing->judgement->ok) {
        append(text, size, "the second run meets what the first left, or threads race");
    } else {
        append(text, size, "threads race, or memory is read that was never written");
    }
    return true;
}

static bool explain_elements(const struct subject *subject, const struct failing *failing,
                             char *text, size_t size)
{
    float *scratch = failing->n > 0 ? malloc(failing->n * sizeof *scratch) : NULL;
    if (scratch == NULL) {
        return false;
    }
    struct tally tally = tally_make(subject, scratch, failing->n, &failing->trial, budget_ms);
    const bool identity = tally.count == 1 && tally.spans[0].times == 0 && tally.complete;
    const size_t before = strlen(text);
    if (identity) {
        append(text, size, "the result is the identity: nothing was added up");
    } else {
        diagnose_tally(&tally, failing->n, subject->block, subject->elements_per_block, text, size);
    }
    tally_free(&tally);
    free(scratch);
    return strlen(text) > before;
}

/* In any order n additions of floats round by less than this, to first order. */
static bool beyond_rounding(const struct failing *failing)
{
    const struct reference *r = failing->reference;
    return failing->judgement->error > 2 * (double)r->n * 0x1p-24 * r->sum_abs;
}

/* What rounds more than floats do in any order. */
static void explain_precision(float value, float wanted, char *text, size_t size)
{
    if (isfinite(value) && !(floorf(value) < value)) {
        append(text, size,
               "got %.9g, right is %.9g: fractions are lost (are they added to an int?)",
               (double)value, (double)wanted);
    } else {
        append(text, size,
               "got %.9g, right is %.9g: adding floats rounds less in any order (is a sum kept "
               "in a narrower type?)",
               (double)value, (double)wanted);
    }
}

/* Every element counts once when it is alone, and still the sum is wrong. */
static void explain_value(const struct failing *failing, char *text, size_t size)
{
    const struct judgement *j = failing->judgement;
    const float first = failing->outcome->first, wanted = reference_value(failing->reference);
    const float value = isnan(first) ? NAN : first; /* without its sign */
    if (failing->n == 0) {
        append(text, size, "the sum of nothing is %.9g instead of 0", (double)value);
    } else if (!isfinite(wanted)) {
        append(text, size, "got %.9g, right is %.9g: special values get lost", (double)value,
               (double)wanted);
    } else if (j->exact) {
        append(text, size,
               "got %.9g, right is %.9g: each element alone counts once, but not "
               "together with the others (a race?)",
               (double)value, (double)wanted);
    } else if (beyond_rounding(failing)) {
        explain_precision(value, wanted, text, size);
    } else {
        append(text, size,
               "too much rounding: error %.3g ulp, bound %.3g; does one thread add "
               "many elements one after the other?",
               j->error / j->ulp, j->bound / j->ulp);
    }
}

void diagnose(const struct subject *subject, const struct failing *failing, char *text, size_t size)
{
    text[0] = '\0';
    if (failing->outcome->fault != FAULT_NONE) {
        append(text, size, "%s", failing->outcome->text);
        return;
    }
    if (explain_nan(subject, failing, text, size) || explain_second(subject, failing, text, size) ||
        explain_elements(subject, failing, text, size)) {
        return;
    }
    explain_value(failing, text, size);
}
