// A lab whose ways are wrong, each in its own manner; test_lab_frame expects
// the frame to say so.

#include "lab.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__global__ static void count(unsigned *out, unsigned value, unsigned extra)
{
    out[0] = value;
    if (extra > 0)
        out[extra] = value;
}

static void right(const struct lab_work *work)
{
    count<<<1, 1>>>((unsigned *)work->out, (unsigned)work->n, 0);
}

static void wrong_when_large(const struct lab_work *work)
{
    count<<<1, 1>>>((unsigned *)work->out, (unsigned)(work->n - (work->n > 1000)), 0);
}

static void writes_too_far(const struct lab_work *work)
{
    count<<<1, 1>>>((unsigned *)work->out, (unsigned)work->n, 1);
}

static void writes_nothing(const struct lab_work *)
{
}

// Right the first time, wrong the second.
static void right_once(const struct lab_work *work)
{
    static size_t before = (size_t)-1;
    count<<<1, 1>>>((unsigned *)work->out, (unsigned)(work->n + (work->n == before)), 0);
    before = work->n;
}

static void bad_launch(const struct lab_work *work)
{
    count<<<1, 4096>>>((unsigned *)work->out, (unsigned)work->n, 0);
}

static const struct {
    const char *name;
    void (*launch)(const struct lab_work *work);
    size_t most_n, least_n;
} kinds[] = {
    { "right", right },
    { "large", wrong_when_large },
    { "far", writes_too_far },
    { "nothing", writes_nothing },
    { "once", right_once },
    { "launch", bad_launch },
    { "short", right, 1000 },
    { "long", right, 0, 100000 },
    { "short and wrong", wrong_when_large, 1023 },
};

static size_t bytes(size_t)
{
    return sizeof(unsigned);
}

static void fill(int, void *in, size_t n, uint64_t)
{
    memset(in, 0, n * sizeof(unsigned));
}

static bool judge(size_t, const void *, size_t n, const void *out, char *text, size_t size)
{
    const unsigned got = *(const unsigned *)out;
    snprintf(text, size, "%u of %zu", got, n);
    return got == n;
}

// The environment says which way runs, so that the command line stays the lab's.
int main(int argc, char **argv)
{
    const char *wanted = getenv("BROKEN_WAY");
    for (size_t k = 0; k < LAB_COUNT(kinds) && wanted != NULL; k++) {
        if (strcmp(kinds[k].name, wanted) == 0) {
            const struct lab_way way = { kinds[k].name,   kinds[k].launch, sizeof(unsigned), 0,
                                         kinds[k].most_n, kinds[k].least_n };
            const struct lab lab = { &way, 1, 0, bytes, fill, judge };
            return lab_main(argc, argv, &lab);
        }
    }
    return 99;
}
