#include "exercise.h"
#include "judge.h"
#include "lab.h"

#include <stdlib.h>
#include <string.h>

/* Element i of a data set. */
typedef float element(unsigned i);

/* One call: its data and its shape. */
struct call {
    struct lab_case shape;
    const float *in;
    float threshold;
    const char *data; /* in words */
    element *more;    /* makes more of the same; NULL: do not */
};

/* What is right, and what sums of other selections would be. */
struct truth {
    double sum, sum_abs, sum_all, sum_equal, sum_below;
    unsigned count, equal, below, nans;
};

static struct truth reference(const struct call *call)
{
    struct truth t = { 0, 0, 0, 0, 0, 0, 0, 0, 0 };
    for (unsigned i = 0; i < call->shape.n; i++) {
        const float x = call->in[i];
        t.sum_all += (double)x;
        if (x > call->threshold) {
            t.sum += (double)x;
            t.sum_abs += fabs((double)x);
            t.count++;
        } else if (x < call->threshold) {
            t.sum_below += (double)x;
            t.below++;
        } else if (isnan(x)) {
            t.nans++;
        } else {
            t.sum_equal += (double)x;
            t.equal++;
        }
    }
    return t;
}

/* The data are whole numbers below 2^24 / n, or infinite: sums are exact. */
static int equal(double a, double b)
{
    return isnan(a) ? isnan(b) : a <= b && a >= b;
}

static int is_poison(const struct selected *s)
{
    uint32_t sum;
    memcpy(&sum, &s->sum, sizeof sum);
    return sum == LAB_POISON && s->count == LAB_POISON;
}

/* ---- why it is wrong ----------------------------------------------------- */

/* The learner's function with nothing filtered out, for the experiments. */
static double sum_floats(const float *in, size_t n, unsigned blocks, unsigned block)
{
    const struct selected none = { 0.0f, 0 };
    struct selected got = none, *d_out = NULL;
    float *d_in = NULL;
    cudaMalloc((void **)&d_in, n * sizeof *in);
    cudaMalloc((void **)&d_out, sizeof *d_out);
    cudaMemcpy(d_in, in, n * sizeof *in, cudaMemcpyHostToDevice);
    cudaMemcpy(d_out, &none, sizeof none, cudaMemcpyHostToDevice);
    conditional_sum(d_in, n, -INFINITY, blocks, block, d_out);
    cudaMemcpy(&got, d_out, sizeof got, cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_out);
    return (double)got.sum;
}

static int explain_count(const struct call *call, const struct truth *t, struct selected got)
{
    const unsigned threads = call->shape.blocks * call->shape.block;
    if (got.count == t->count + t->equal && t->equal > 0)
        judge_because("elements equal to the threshold are not greater than it");
    else if (got.count == t->count + t->nans && t->nans > 0)
        judge_because("NaN is not greater than anything: write x > threshold, not its opposite");
    else if (got.count == t->below)
        judge_because("these are the elements below the threshold");
    else if (got.count == call->shape.n)
        judge_because("every element was counted: count only what passes the filter");
    else if (equal((double)got.sum, t->sum) && got.count <= threads && got.count < t->count)
        judge_because("the sum is right, the count is not: a thread may meet many elements that "
                      "pass, count each");
    else
        return 0;
    return 1;
}

static void explain(const struct call *call, const struct truth *t, struct selected got, int second)
{
    const struct lab_case c = call->shape;
    if (is_poison(&got))
        judge_because("nothing was written to *d_out");
    else if (second)
        judge_because("the second run added to the first: set *d_out to 0 before the atomics");
    else if (got.count - LAB_POISON <= c.n)
        judge_because(
            "atomics add to what lies in *d_out: set sum and count to 0 before the launch");
    else if (isnan(got.sum) && !isnan(t->sum) && t->nans == 0)
        judge_because(
            "memory was added that nobody has set: *d_out before the atomics, or slots of "
            "partial[] that are read too early or were never written");
    else if (explain_count(call, t, got))
        return;
    else if (t->nans == 0 && equal((double)got.sum, t->sum_all) && got.count == t->count)
        judge_because("every element was added: add only what passes the filter");
    else if (isnan(got.sum) && t->nans > 0)
        judge_because("a NaN was added: 0 * NaN is NaN, so skip it, do not multiply it away");
    else if (!lab_explain_sum(sum_floats, c.n, c.blocks, c.block))
        judge_because("each element alone arrives, but sum and count of all are wrong");
}

/* ---- calling ------------------------------------------------------------- */

static int is_right(const struct truth *t, struct selected got)
{
    return equal((double)got.sum, t->sum) && got.count == t->count;
}

static struct selected call_once(const struct call *call, const float *d_in, struct selected *d_out)
{
    const struct lab_case c = call->shape;
    struct selected got;
    lab_before();
    lab_after(conditional_sum(d_in, c.n, call->threshold, c.blocks, c.block, d_out), cudaSuccess);
    lab_read(d_out, &got, sizeof got);
    return got;
}

/* Explains with more of the same data, where the reason shows better than in
 * the smallest case; returns 0 if that went well. */
static int explain_larger(const struct call *call)
{
    enum { LARGER = 1000 };
    struct call larger = *call;
    float *in = lab_memory(LARGER * sizeof *in);
    for (unsigned k = 0; k < LARGER; k++)
        in[k] = call->more(k);
    larger.shape.n = LARGER;
    larger.in = in;
    lab_clear();
    const float *d_in = lab_input("d_in", in, LARGER * sizeof *in, 0);
    const struct selected got = call_once(&larger, d_in, lab_output("d_out", sizeof got));
    const struct truth t = reference(&larger);
    const int wrong = !is_right(&t, got);
    if (wrong) {
        explain(&larger, &t, got, 0);
        judge_because("(seen at n = %u: sum %.9g of %u elements instead of %.9g of %u)",
                      larger.shape.n, judge_number((double)got.sum), got.count, t.sum, t.count);
    }
    free(in);
    return wrong;
}

static void check_call(const struct call *call)
{
    const struct lab_case c = call->shape;
    const struct truth t = reference(call);
    const float *d_in = lab_input("d_in", call->in, c.n * sizeof *d_in, 4 * (c.n % 4));
    struct selected *d_out = lab_output("d_out", sizeof *d_out);
    for (int run = 0; run < 2; run++) {
        lab_trying(c, ", threshold %g, %s%s", (double)call->threshold, call->data,
                   run == 1 ? ", second run on the same buffers" : "");
        judge_expected("sum %.9g of %u elements", judge_number(t.sum), t.count);
        const struct selected got = call_once(call, d_in, d_out);
        judge_got("sum %.9g of %u elements", judge_number((double)got.sum), got.count);
        if (is_right(&t, got))
            continue;
        if (run == 1 || call->more == NULL || c.n > 8 || !explain_larger(call))
            explain(call, &t, got, run == 1);
        judge_fail();
    }
    lab_clear();
}

/* ---- data ---------------------------------------------------------------- */

/* A whole number from -60 to 60; n of them add up exactly. */
static float whole(void)
{
    return (float)(judge_random() % 121) - 60.0f;
}

static float plain(unsigned i)
{
    (void)i;
    return whole();
}

static float seldom(unsigned i)
{
    (void)i;
    return judge_random() % 32 == 0 ? 70.0f : whole() - 60.0f;
}

static float steps(unsigned i)
{
    (void)i;
    return (float)(judge_random() % 3); /* 0, 1, 2: many equal to 1 */
}

static float with_nan(unsigned i)
{
    return i % 3 == 1 ? NAN : whole();
}

static float with_infinity(unsigned i)
{
    return i % 5 == 3 ? -INFINITY : i == 0 ? INFINITY : whole();
}

static void try_all(element *element_of, float threshold, const char *data, int step)
{
    for (int i = 0; i < LAB_CASES; i += step) {
        const struct lab_case c = lab_case(i);
        float *in = lab_memory(c.n * sizeof *in);
        for (unsigned k = 0; k < c.n; k++)
            in[k] = element_of(k);
        const struct call call = { c, in, threshold, data, element_of };
        check_call(&call);
        free(in);
    }
}

/* ---- the checks ---------------------------------------------------------- */

static void everything(void)
{
    try_all(plain, -61.0f, "all pass", 3);
}

static void some(void)
{
    try_all(plain, 0.0f, "half of them pass", 1);
    try_all(plain, -25.0f, "negative ones pass too", 6);
}

static void few(void)
{
    try_all(seldom, 60.0f, "few pass", 3);
    try_all(plain, 60.0f, "none passes", 6);
}

static void boundary(void)
{
    try_all(steps, 1.0f, "many equal to it", 3);
}

static void nans(void)
{
    try_all(with_nan, 3.0f, "a third of them NaN", 3);
}

static void infinities(void)
{
    try_all(with_infinity, -INFINITY, "infinities", 6);
    try_all(with_infinity, INFINITY, "infinities", 6);
}

static void nothing(void)
{
    const struct call call = { { 0, 3, 64 }, NULL, 0.0f, "no data", NULL };
    check_call(&call);
}

/* Each element is loaded once, nothing but the result is stored, and few atomics meet. */
static void while_loading(void)
{
    static float in[8192];
    const struct call call = { { 8192, 8, 256 }, in, 0.0f, "counted", NULL };
    const double needed = sizeof in / 32.0;
    struct counters counters;
    for (unsigned i = 0; i < 8192; i++)
        in[i] = whole();
    check_call(&call);
    lab_counters(&counters);
    judge_expected("%.0f sectors loaded, at most %u atomics", needed, 2 * call.shape.blocks);
    judge_got("%llu sectors, %llu atomics", (unsigned long long)counters.global_load_sectors,
              (unsigned long long)counters.atomics);
    JUDGE_REQUIRE((double)counters.global_load_sectors <= 1.1 * needed,
                  "the data were read more than once: filter and add in one go");
    JUDGE_REQUIRE(counters.atomics <= 2 * call.shape.blocks,
                  "atomics on one address stand in line: reduce the block first, then one thread "
                  "adds");
}

static const struct judge_check checks[] = {
    { "sum and count when all pass", everything },
    { "sum and count of those above the threshold", some },
    { "few or none pass", few },
    { "equal is not above", boundary },
    { "NaN is not above anything", nans },
    { "infinities are numbers", infinities },
    { "nothing selected from nothing", nothing },
    { "filtered while loading, one atomic each per block", while_loading },
};

static void score(void)
{
    static float in[1 << 16];
    const struct call call = { { 1 << 16, 16, 256 }, in, 0.0f, "score", NULL };
    for (unsigned i = 0; i < 1 << 16; i++)
        in[i] = whole();
    check_call(&call);
    lab_score();
}

const struct judge judge = { checks, sizeof checks / sizeof *checks, score };
