#include "exercise.h"
#include "judge.h"

#include <math.h>

/* What the numbers do in float arithmetic; volatile, so that each sum is
 * rounded and nothing is folded. */
static float left_first(struct triple t)
{
    const volatile float a = t.a, b = t.b, c = t.c;
    const volatile float ab = a + b;
    return ab + c;
}

static float right_first(struct triple t)
{
    const volatile float a = t.a, b = t.b, c = t.c;
    const volatile float bc = b + c;
    return a + bc;
}

/* A float of either sign, magnitude 2^-60 … 2^60. */
static float some_float(void)
{
    const uint64_t bits = judge_random();
    const double part = 1.0 + (double)(bits >> 41) / (double)(1u << 23);
    const float a = (float)ldexp(part, (int)(bits % 120) - 60);
    return bits >> 40 & 1 ? -a : a;
}

static struct triple ask(float a)
{
    judge_trying("a = %.9g", (double)a);
    const struct triple t = counter_example(a);
    judge_got("(a + b) + c = %.9g and a + (b + c) = %.9g with b = %.9g, c = %.9g",
              (double)left_first(t), (double)right_first(t), (double)t.b, (double)t.c);
    return t;
}

static void given_number(void)
{
    for (int i = 0; i < 200; i++) {
        const float a = i == 0 ? 1.0f : some_float();
        const struct triple t = ask(a);
        judge_expected("a triple that begins with a");
        JUDGE_REQUIRE(!(t.a < a || t.a > a || isnan(t.a)),
                      "a was replaced by %.9g: choose b and c, a is given", (double)t.a);
    }
}

static void finite_sums(void)
{
    for (int i = 0; i < 200; i++) {
        const struct triple t = ask(i == 0 ? 1.0f : some_float());
        judge_expected("finite numbers up to 2^32 |a|, finite sums");
        JUDGE_REQUIRE(isfinite(t.b) && isfinite(t.c), "b and c must be finite");
        JUDGE_REQUIRE(
            fabsf(t.b) <= 0x1p32f * fabsf(t.a) && fabsf(t.c) <= 0x1p32f * fabsf(t.a),
            "b and c may be at most 2^32 times as large as a: they must grow and shrink with "
            "it");
        JUDGE_REQUIRE(isfinite(left_first(t)) && isfinite(right_first(t)),
                      "a sum left the range of float: that is overflow, not rounding");
    }
}

static void different_sums(void)
{
    for (int i = 0; i < 2000; i++) {
        const struct triple t = ask(i == 0 ? 1.0f : some_float());
        const float left = left_first(t), right = right_first(t);
        judge_expected("two different sums");
        JUDGE_REQUIRE(left < right || left > right,
                      "both orders round to the same float: b and c must make a bit of a fall off "
                      "in one order only%s",
                      i > 0 ? " (it worked for an earlier a: they must grow with a)" : "");
    }
}

static const struct judge_check checks[] = {
    { "the triple begins with the given a", given_number },
    { "numbers and sums are finite and not too large", finite_sums },
    { "the two sums differ", different_sums },
};

static void score(void)
{
    const struct triple t = ask(1.0f);
    judge_score("difference", fabs((double)left_first(t) - (double)right_first(t)),
                "apart for a = 1: one order loses this much");
}

const struct judge judge = { checks, sizeof checks / sizeof *checks, score };
