#include "host.h"

#include "fail.h"

#include <assert.h>
#include <string.h>

static void sum(void *self, const float *in, size_t n, const struct trial *trial,
                struct outcome *outcome)
{
    const struct host *host = self;
    float *at = host->room + trial->misalign;
    assert(n + trial->misalign <= host->capacity);
    *outcome = (struct outcome){ .fault = FAULT_NONE };
    if (n > 0) {
        memcpy(at, in, n * sizeof *at);
    }
    outcome->first = host->reduce(at, n);
    outcome->second = trial->once || trial->probe ? outcome->first : host->reduce(at, n);
    if (n > 0 && memcmp(at, in, n * sizeof *at) != 0) {
        outcome->fault = FAULT_INPUT_CHANGED;
        append(outcome->text, sizeof outcome->text, "the input was changed");
    }
}

/* One addition after the other: the first element goes through all. */
static double rounds(void *self, size_t n)
{
    (void)self;
    return n > 1 ? (double)n : 0;
}

struct subject host_subject(struct host *host)
{
    return (struct subject){ .sum = sum, .self = host, .rounds = rounds };
}
