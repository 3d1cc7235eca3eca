#define _POSIX_C_SOURCE 200809L
#include "tally.h"

#include "clock.h"
#include "data.h"
#include "reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One tally in the making. */
struct search {
    const struct subject *subject;
    float *data; /* all 0 between experiments */
    size_t n;
    struct trial trial;
    double deadline_ms;
    uint64_t seed;
    struct tally tally;
};

static void push(struct tally *tally, size_t first, size_t last, int times)
{
    if (tally->count > 0 && tally->spans[tally->count - 1].times == times) {
        tally->spans[tally->count - 1].last = last;
        return;
    }
    if (tally->count == tally->capacity) {
        const size_t capacity = tally->capacity > 0 ? 2 * tally->capacity : 16;
        struct span *spans = realloc(tally->spans, capacity * sizeof *spans);
        if (spans == NULL) {
            tally->complete = false;
            return;
        }
        tally->spans = spans;
        tally->capacity = capacity;
    }
    tally->spans[tally->count++] = (struct span){ first, last, times };
}

/* Runs the sum with coded integers in first..last and 0 elsewhere. Half the
 * usual magnitude keeps sums exact when elements count twice. */
static bool experiment(struct search *search, size_t first, size_t last, float *value,
                       double *expected)
{
    const size_t length = last - first + 1;
    const uint32_t most = data_coded_most(search->n) / 2;
    struct outcome outcome = { 0 };
    do {
        data_fill_coded(search->data + first, length, search->seed++, most > 0 ? most : 1);
        *expected = reference_sum(search->data + first, length).sum;
    } while (!(fabs(*expected) > 0));
    search->subject->sum(search->subject->self, search->data, search->n, &search->trial, &outcome);
    memset(search->data + first, 0, length * sizeof *search->data);
    *value = outcome.first;
    return outcome.fault == FAULT_NONE || outcome.fault == FAULT_NOT_WRITTEN;
}

/* The whole number of times that `expected` fits into value, if it is one. */
static int times_of(float value, double expected)
{
    const double ratio = (double)value / expected;
    return fabs(ratio) <= 4096 && !(ratio < rint(ratio)) && !(ratio > rint(ratio)) ? (int)ratio
                                                                                   : TALLY_ODD;
}

/* What became of a range: the times that it counts, or TALLY_ODD. Anything but 1 must come
 * out twice: a part of a range can be a multiple of the whole by chance. */
static int try_range(struct search *search, size_t first, size_t last)
{
    int times[2] = { 1, 1 };
    for (int k = 0; k < 2; k++) {
        float value = 0;
        double expected = 0;
        if (clock_ms() > search->deadline_ms ||
            !experiment(search, first, last, &value, &expected)) {
            search->tally.complete = false;
            return TALLY_ODD;
        }
        times[k] = times_of(value, expected);
        if (times[k] == 1 || times[k] == TALLY_ODD) {
            return times[k];
        }
    }
    return times[0] == times[1] ? times[0] : TALLY_ODD;
}

static void visit(struct search *search, size_t first, size_t last)
{
    const int times = search->tally.complete ? try_range(search, first, last) : TALLY_ODD;
    if (!search->tally.complete) {
        return;
    }
    if (times != TALLY_ODD || first == last) {
        push(&search->tally, first, last, times);
        return;
    }
    const size_t middle = first + (last - first) / 2;
    visit(search, first, middle);
    visit(search, middle + 1, last);
}

static void count_up(struct tally *tally)
{
    for (size_t k = 0; k < tally->count; k++) {
        const struct span *span = &tally->spans[k];
        const size_t length = span->last - span->first + 1;
        tally->lost += span->times < 1 ? length : 0;
        tally->extra += span->times > 1 ? length : 0;
    }
}

struct tally tally_make(const struct subject *subject, float *scratch, size_t n,
                        const struct trial *trial, double budget_ms)
{
    struct search search = {
        .subject = subject, .data = scratch, .n = n, .trial = *trial, .seed = 99
    };
    search.trial.probe = true;
    search.deadline_ms = clock_ms() + budget_ms;
    search.tally.complete = true;
    memset(scratch, 0, n * sizeof *scratch);
    visit(&search, 0, n - 1);
    count_up(&search.tally);
    return search.tally;
}

void tally_free(struct tally *tally)
{
    free(tally->spans);
    *tally = (struct tally){ 0 };
}
