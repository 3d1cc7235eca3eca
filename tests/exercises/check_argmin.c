#include "exercise.h"
#include "judge.h"
#include "lab.h"
#include "place.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

/* Fills in[n]; `variant` counts up from 0. */
typedef void filler(float *in, unsigned n, int variant);

/* One call: its data and its shape. */
struct call {
    struct lab_case shape;
    const float *in;
    const char *data; /* in words */
    filler *fill;     /* makes more of the same; NULL: do not */
};

/* ---- what is right ------------------------------------------------------- */

static int wins(const float *in, unsigned i, unsigned best)
{
    return isnan(in[best]) ? !isnan(in[i]) : in[i] < in[best];
}

static unsigned reference(const float *in, unsigned n)
{
    unsigned best = 0;
    for (unsigned i = 1; i < n; i++) {
        if (wins(in, i, best))
            best = i;
    }
    return best;
}

static int is_poison(struct minimum m)
{
    uint32_t value;
    memcpy(&value, &m.value, sizeof value);
    return value == LAB_POISON && m.index == LAB_POISON;
}

/* ---- why it is wrong ----------------------------------------------------- */

/* The element at `want` lost although it is in the data: where does it lie? */
static void explain_missed(const struct call *call, unsigned want)
{
    const struct lab_case c = call->shape;
    const size_t threads = (size_t)c.blocks * c.block;
    char place[120];
    if (want >= threads) {
        judge_because("element %u was not looked at: the grid has %zu threads, so a thread must "
                      "stride on to its next element",
                      want, threads);
        return;
    }
    place_words(want, want, c.n, c.block, c.block, place, sizeof place);
    judge_because("element %u was lost%s%s", want, place[0] ? ": " : "", place);
    if ((c.block & (c.block - 1)) != 0)
        judge_because("%u threads are no power of two: halving an odd number drops one", c.block);
    else if (c.blocks > 1)
        judge_because("does the second pass look at all %u winners of the first?", c.blocks);
}

static void explain_nan(const struct call *call, unsigned want)
{
    if (isnan(call->in[want]))
        judge_because(
            "all %u elements are NaN: the answer is the first of them; among NaNs the lower "
            "index wins, nobody() has the highest, and NaN != NaN is true",
            call->shape.n);
    else
        judge_because("a NaN won: every comparison with NaN is false, so ask isnan() first");
}

/* Right value, wrong index. */
static void explain_index(const struct call *call, unsigned want, unsigned got)
{
    const struct lab_case c = call->shape;
    if (got == UINT_MAX)
        judge_because("the value was found, but with the index of nobody()");
    else if (got < c.n && call->in[got] <= call->in[want] && call->in[got] >= call->in[want])
        judge_because("a tie: elements %u and %u are equal, the lowest index wins", want, got);
    else if (want >= c.block && got == want % c.block)
        judge_because("the index is local to the block: thread %u of block %u, not element %u", got,
                      want / c.block % c.blocks, want);
    else if (c.blocks > 1 && got == want / c.block % c.blocks)
        judge_because("that is the number of a block, not of an element: the second pass must keep "
                      "the index that the winner brought along");
    else
        judge_because("value and index do not belong together: they must move as a pair");
}

static int is_in_data(const struct call *call, float value)
{
    for (unsigned i = 0; i < call->shape.n; i++) {
        const float x = call->in[i];
        if (isnan(value) ? isnan(x) : x <= value && x >= value)
            return 1;
    }
    return 0;
}

static void explain(const struct call *call, unsigned want, struct minimum got)
{
    const float value = call->in[want];
    if (is_poison(got))
        judge_because("nothing was written to *d_out");
    else if (isnan(got.value) && got.index == UINT_MAX && !isnan(value))
        judge_because("nobody() won: was no candidate looked at, or is every comparison with its "
                      "NaN false? Ask isnan() first");
    else if (isnan(got.value))
        explain_nan(call, want);
    else if (got.value >= FLT_MAX && !is_in_data(call, got.value))
        judge_because(
            "FLT_MAX is not the identity of min, infinity is larger: begin with nobody()");
    else if (!is_in_data(call, got.value))
        judge_because(
            "%.9g is not in the data: what do idle threads and the first comparison start "
            "with?",
            (double)got.value);
    else if (isnan(value))
        explain_nan(call, want);
    else if (got.value > value && is_in_data(call, NAN))
        judge_because(
            "a NaN got in between: it is neither smaller nor larger nor equal, so it must "
            "lose by isnan()");
    else if (got.value > value)
        explain_missed(call, want);
    else
        explain_index(call, want, got.index);
}

/* ---- calling ------------------------------------------------------------- */

static int is_right(const struct call *call, unsigned want, struct minimum got)
{
    const float value = call->in[want];
    return got.index == want &&
           (isnan(value) ? isnan(got.value) : got.value <= value && got.value >= value);
}

static struct minimum call_once(const float *d_in, struct lab_case c, struct minimum *d_partial,
                                struct minimum *d_out)
{
    struct minimum got;
    lab_before();
    lab_after(argmin(d_in, c.n, c.blocks, c.block, d_partial, d_out), cudaSuccess);
    lab_read(d_out, &got, sizeof got);
    return got;
}

/* Explains with more of the same data, where the reason shows better than in
 * the smallest case; returns 0 if that went well. */
static int explain_larger(const struct call *call)
{
    enum { LARGER = 1100, BLOCKS = 7 }; /* no block size puts the last element in block 0 */
    struct call larger = *call;
    larger.shape.n = LARGER;
    larger.shape.blocks = BLOCKS;
    float *in = lab_memory(LARGER * sizeof *in);
    larger.in = in;
    call->fill(in, LARGER, 0);
    lab_clear();
    const float *d_in = lab_input("d_in", in, LARGER * sizeof *in, 0);
    struct minimum *d_partial = lab_output("d_partial", larger.shape.blocks * sizeof *d_partial);
    struct minimum *d_out = lab_output("d_out", sizeof *d_out);
    const struct minimum got = call_once(d_in, larger.shape, d_partial, d_out);
    const unsigned want = reference(in, LARGER);
    const int wrong = !is_right(&larger, want, got);
    if (wrong) {
        explain(&larger, want, got);
        judge_because("(seen at n = %u, %u blocks: %.9g at index %u instead of %.9g at index %u)",
                      larger.shape.n, larger.shape.blocks, judge_number((double)got.value),
                      got.index, judge_number((double)in[want]), want);
    }
    free(in);
    return wrong;
}

static void compare(const struct call *call, struct minimum got)
{
    const unsigned want = reference(call->in, call->shape.n);
    judge_expected("%.9g at index %u", judge_number((double)call->in[want]), want);
    if (is_poison(got))
        judge_got("what lay there before");
    else
        judge_got("%.9g at index %u", judge_number((double)got.value), got.index);
    if (is_right(call, want, got))
        return;
    /* The right value with the index of another may come from several mistakes
     * that look alike in a small case. */
    const float value = call->in[want];
    const int ambiguous = got.value <= value && got.value >= value && got.index < call->shape.n &&
                          call->in[got.index] > value && call->shape.n < 100 && call->fill != NULL;
    if (!ambiguous || !explain_larger(call))
        explain(call, want, got);
    judge_fail();
}

/* Two runs on the same buffers, the second without cleaning up. */
static void check_call(const struct call *call)
{
    const struct lab_case c = call->shape;
    const float *d_in = lab_input("d_in", call->in, c.n * sizeof *d_in, 4 * (c.n % 4));
    struct minimum *d_partial = lab_output("d_partial", c.blocks * sizeof *d_partial);
    struct minimum *d_out = lab_output("d_out", sizeof *d_out);
    lab_trying(c, ", %s", call->data);
    compare(call, call_once(d_in, c, d_partial, d_out));
    lab_trying(c, ", %s, second run on the same buffers", call->data);
    compare(call, call_once(d_in, c, d_partial, d_out));
    lab_clear();
}

/* ---- data ---------------------------------------------------------------- */

static float uniform(void)
{
    return (float)(judge_random() >> 40) * 0x1p-24f;
}

static void distinct(float *in, unsigned n, int variant)
{
    const unsigned warp = (n - 1) / 32 * 32;
    const unsigned places[] = { n - 1, 0, warp, (unsigned)(judge_random() % n) };
    for (unsigned i = 0; i < n; i++)
        in[i] = 1.0f + uniform();
    in[places[variant % 4]] = 0.5f;
}

static void negative(float *in, unsigned n, int variant)
{
    distinct(in, n, variant);
    for (unsigned i = 0; i < n; i++)
        in[i] -= 10.0f;
}

static void ties(float *in, unsigned n, int variant)
{
    for (unsigned i = 0; i < n; i++)
        in[i] = (float)(judge_random() % (variant % 2 == 0 ? 3 : 1 + n / 2));
}

static void zeros(float *in, unsigned n, int variant)
{
    for (unsigned i = 0; i < n; i++)
        in[i] = judge_random() % 4 == 0 ? 1.0f : judge_random() % 2 == 0 ? 0.0f : -0.0f;
    if (variant % 2 == 0 && n > 1) {
        in[n / 2] = -0.0f;
        in[0] = 0.0f;
    }
}

static void some_nan(float *in, unsigned n, int variant)
{
    distinct(in, n, variant);
    for (unsigned i = 0; i < n; i++) {
        if (judge_random() % 2 == 0)
            in[i] = NAN;
    }
    in[variant % 2 == 0 ? 0 : n - 1] = NAN;
    in[judge_random() % n] = 0.25f; /* at least one number */
}

static void only_nan(float *in, unsigned n, int variant)
{
    (void)variant;
    for (unsigned i = 0; i < n; i++)
        in[i] = NAN;
}

static void infinite(float *in, unsigned n, int variant)
{
    for (unsigned i = 0; i < n; i++)
        in[i] = variant % 2 == 0 ? INFINITY : uniform();
    if (variant % 2 == 1)
        in[judge_random() % n] = -INFINITY;
    else if (variant % 4 == 2 && n > 1)
        in[n - 1] = FLT_MAX;
}

/* Tries `fill` on every `step`th shape. */
static void try_all(filler *fill, const char *data, int step)
{
    for (int i = 0; i < LAB_CASES; i += step) {
        const struct lab_case c = lab_case(i);
        float *in = lab_memory(c.n * sizeof *in);
        fill(in, c.n, i / step);
        const struct call call = { c, in, data, fill };
        check_call(&call);
        free(in);
    }
}

/* ---- the checks ---------------------------------------------------------- */

static void finds_it(void)
{
    try_all(distinct, "one smallest element", 1);
}

static void finds_negative(void)
{
    try_all(negative, "negative numbers", 5);
}

static void breaks_ties(void)
{
    try_all(ties, "many equal elements", 3);
}

static void signed_zeros(void)
{
    try_all(zeros, "0.0 and -0.0", 3);
}

static void ignores_nan(void)
{
    try_all(some_nan, "half of them NaN", 3);
}

static void all_nan(void)
{
    try_all(only_nan, "all NaN", 5);
}

static void infinities(void)
{
    try_all(infinite, "infinities", 3);
}

static void nothing(void)
{
    struct minimum got, *d_partial = lab_output("d_partial", sizeof *d_partial),
                        *d_out = lab_output("d_out", sizeof *d_out);
    const float *d_in = lab_input("d_in", "", 0, 0);
    judge_trying("n = 0, 1 block of 32");
    judge_expected("cudaErrorInvalidValue, *d_out untouched");
    lab_before();
    const cudaError_t status = argmin(d_in, 0, 1, 32, d_partial, d_out);
    lab_after(status, cudaErrorInvalidValue);
    lab_read(d_out, &got, sizeof got);
    judge_got("%s%s", cudaGetErrorName(status), is_poison(got) ? "" : ", and a result was written");
    JUDGE_REQUIRE(status == cudaErrorInvalidValue,
                  "no elements: there is no index to return, so return the error");
    JUDGE_REQUIRE(is_poison(got), "an error leaves the output alone");
    lab_clear();
}

static const struct judge_check checks[] = {
    { "finds the smallest of n", finds_it },
    { "finds it among negative numbers", finds_negative },
    { "ties go to the lowest index", breaks_ties },
    { "-0.0 equals 0.0", signed_zeros },
    { "NaN is ignored", ignores_nan },
    { "infinities are numbers", infinities },
    { "all NaN: the first of them", all_nan },
    { "no elements are an error", nothing },
};

static void score(void)
{
    static float in[1 << 16];
    const struct lab_case c = { 1 << 16, 16, 256 };
    const struct call call = { c, in, "score", NULL };
    for (unsigned i = 0; i < c.n; i++) /* the same each time: who wins decides what is moved */
        in[i] = (float)(40503u * i % 65536u);
    check_call(&call);
    lab_score();
}

const struct judge judge = { checks, sizeof checks / sizeof *checks, score };
