#include "exercise.h"
#include "judge.h"
#include "lab.h"

#include <stdlib.h>
#include <string.h>

/* One call: its data, in words too, and its shape. */
struct call {
    struct lab_case shape;
    const double *in;
    const char *data;
};

static double reference(const double *in, size_t n)
{
    long double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += in[i];
    return (double)sum;
}

/* ---- why it is wrong ----------------------------------------------------- */

/* The learner's function on whole floats, for the experiments. */
static double sum_floats(const float *in, size_t n, unsigned blocks, unsigned block)
{
    double *wide = lab_memory(n * sizeof *wide), *d_in = NULL, *d_out = NULL, sum = 0;
    for (size_t i = 0; i < n; i++)
        wide[i] = in[i];
    cudaMalloc((void **)&d_in, n * sizeof *wide + 8);
    cudaMalloc((void **)&d_out, sizeof *d_out);
    cudaMemset(d_out, 0, sizeof *d_out);
    cudaMemcpy(d_in, wide, n * sizeof *wide, cudaMemcpyHostToDevice);
    sum_double(d_in, n, blocks, block, d_out);
    cudaMemcpy(&sum, d_out, sizeof sum, cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_out);
    free(wide);
    return sum;
}

static int same(double a, double b)
{
    return isnan(a) ? isnan(b) : a <= b && a >= b;
}

/* Do elements whose lower halves are 3.0f, and which are as good as 0 as
 * doubles, add up to anything? */
static int reads_floats(struct lab_case c)
{
    enum { COUNT = 8 };
    const float halves[2] = { 3.0f, 0.0f };
    double in[COUNT], *d_out, sum;
    float low;
    for (size_t i = 0; i < COUNT; i++)
        memcpy(&in[i], halves, sizeof halves);
    lab_clear();
    const double *d_in = lab_input("d_in", in, sizeof in, 0);
    d_out = lab_output("d_out", sizeof *d_out);
    cudaMemset(d_out, 0, sizeof *d_out);
    sum_double(d_in, COUNT, c.blocks, c.block, d_out);
    lab_read(d_out, &sum, sizeof sum);
    memcpy(&low, &sum, sizeof low);
    return same(sum, 12.0) || same((double)low, 12.0); /* 3 + 0 + 3 + 0 + 3 + 0 + 3 + 0 */
}

/* The upper half of *d_out is as it was before. */
static int half_written(double got)
{
    uint32_t halves[2];
    memcpy(halves, &got, sizeof halves);
    return halves[1] == LAB_POISON && halves[0] != LAB_POISON;
}

static void explain(const struct call *call, double want, double got, int second)
{
    const struct lab_case c = call->shape;
    double sum_abs = 0;
    for (size_t i = 0; i < c.n; i++)
        sum_abs += fabs(call->in[i]);
    if (second)
        judge_because("the second run added to the first: set *d_out to 0 before the atomics");
    else if (half_written(got))
        judge_because("only 4 of the 8 bytes of *d_out were set: it is a double now");
    else if (reads_floats(c))
        judge_because("the doubles were read as floats: each element has 8 bytes");
    else if (isnan(got) && isfinite(want))
        judge_because("atomics add to what lies in *d_out: all of its %zu bytes must be 0 before",
                      sizeof(double));
    else if (isfinite(got) && fabs(got - want) <= 0x1p-20 * sum_abs)
        judge_because("rounded to float's 24 bits on the way: is the accumulator a double, the "
                      "shared array, the shuffle, the result?");
    else if (!lab_explain_sum(sum_floats, c.n, c.blocks, c.block))
        judge_because("each element alone arrives, but not together with the others");
}

/* ---- calling ------------------------------------------------------------- */

static void check_call(const struct call *call)
{
    const struct lab_case c = call->shape;
    const double *d_in = lab_input("d_in", call->in, c.n * sizeof *d_in, 8 * (c.n % 2));
    const double want = reference(call->in, c.n);
    double got, *d_out = lab_output("d_out", sizeof *d_out);
    for (int run = 0; run < 2; run++) {
        lab_trying(c, ", %s%s", call->data, run == 1 ? ", second run on the same buffers" : "");
        judge_expected("%.17g", want);
        lab_before();
        lab_after(sum_double(d_in, c.n, c.blocks, c.block, d_out), cudaSuccess);
        lab_read(d_out, &got, sizeof got);
        judge_got("%.17g", judge_number(got));
        if (!same(got, want)) {
            explain(call, want, got, run == 1);
            judge_fail();
        }
    }
    lab_clear();
}

/* ---- data: sums are exact in double, whatever the order ------------------- */

typedef double filler(size_t i, size_t n);

static double small(size_t i, size_t n)
{
    (void)i, (void)n;
    return (double)(judge_random() % 15) + 1;
}

static double wide(size_t i, size_t n)
{
    (void)i;
    const uint64_t most = ((uint64_t)1 << 52) / n; /* 36 bits and more */
    return (judge_random() & 1 ? 1.0 : -1.0) * (double)(judge_random() % most + 1);
}

static double tiny_beside_large(size_t i, size_t n)
{
    return i == n / 2 ? 0x1p40 : 0x1p-10; /* float forgets the small ones */
}

static double special(size_t i, size_t n)
{
    return i == n - 1 ? (n % 3 == 0   ? (double)NAN
                         : n % 3 == 1 ? (double)INFINITY
                                      : -(double)INFINITY)
                      : 1.5;
}

static void try_all(filler *fill, const char *data, int step)
{
    for (int i = 0; i < LAB_CASES; i += step) {
        const struct lab_case c = lab_case(i);
        double *in = lab_memory(c.n * sizeof *in);
        for (size_t k = 0; k < c.n; k++)
            in[k] = fill(k, c.n);
        const struct call call = { c, in, data };
        check_call(&call);
        free(in);
    }
}

/* ---- the checks ---------------------------------------------------------- */

static void whole_numbers(void)
{
    try_all(small, "small whole numbers", 2);
}

static void wide_numbers(void)
{
    try_all(wide, "whole numbers of up to 52 bits", 2);
}

static void small_ones(void)
{
    try_all(tiny_beside_large, "2^40 and many 2^-10", 3);
}

static void specials(void)
{
    try_all(special, "one NaN or infinity", 6);
}

static void nothing(void)
{
    const struct call call = { { 0, 2, 64 }, NULL, "no data" };
    check_call(&call);
}

static void few_atomics(void)
{
    static double in[5000];
    const struct call call = { { 5000, 7, 256 }, in, "ones" };
    struct counters counters;
    for (size_t i = 0; i < 5000; i++)
        in[i] = 1.0;
    check_call(&call);
    lab_counters(&counters);
    judge_expected("%u atomics, one per block", call.shape.blocks);
    judge_got("%llu", (unsigned long long)counters.atomics);
    JUDGE_REQUIRE(counters.atomics <= call.shape.blocks,
                  "atomics on one address stand in line: reduce the block first, then one thread "
                  "adds");
}

static const struct judge_check checks[] = {
    { "adds up whole numbers", whole_numbers },
    { "keeps all 53 bits", wide_numbers },
    { "small numbers survive beside large ones", small_ones },
    { "NaN and infinities come through", specials },
    { "the sum of nothing is 0", nothing },
    { "one atomic per block", few_atomics },
};

static void score(void)
{
    static double in[1 << 15];
    const struct call call = { { 1 << 15, 16, 256 }, in, "score" };
    check_call(&call);
    lab_score();
}

const struct judge judge = { checks, sizeof checks / sizeof *checks, score };
