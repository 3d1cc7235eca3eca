#include "reference.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

/* Adds x to *sum and what the rounding dropped to *rest. */
static void add(double *sum, double *rest, double x)
{
    const double total = *sum + x;
    *rest += fabs(*sum) >= fabs(x) ? (*sum - total) + x : (x - total) + *sum;
    *sum = total;
}

struct reference reference_sum(const float *in, size_t n)
{
    struct reference r = { .n = n };
    double sum = 0, rest = 0;
    for (size_t i = 0; i < n; i++) {
        if (isfinite(in[i])) {
            add(&sum, &rest, (double)in[i]);
            r.sum_abs += fabs((double)in[i]);
        } else if (isnan(in[i])) {
            r.nans++;
        } else if (in[i] > 0) {
            r.pos_infs++;
        } else {
            r.neg_infs++;
        }
    }
    r.sum = sum + rest;
    return r;
}

float reference_value(const struct reference *reference)
{
    if (reference->nans > 0 || (reference->pos_infs > 0 && reference->neg_infs > 0)) {
        return NAN;
    }
    if (reference->pos_infs > 0) {
        return INFINITY;
    }
    return reference->neg_infs > 0 ? -INFINITY : (float)reference->sum;
}

bool reference_overflows(const struct reference *reference)
{
    return !(reference->sum_abs <= (double)FLT_MAX);
}

double reference_tree_rounds(size_t n)
{
    return n > 1 ? 4 * ceil(log2((double)n)) : 0;
}

static double ulp_of(float value)
{
    const float magnitude = fabsf(value);
    return (double)nextafterf(magnitude, INFINITY) - (double)magnitude;
}

struct judgement reference_judge(const struct reference *reference, float value, bool exact,
                                 double rounds)
{
    const float wanted = reference_value(reference);
    struct judgement j = { .exact = exact, .error = NAN, .bound = NAN, .ulp = NAN };
    if (isfinite(wanted)) {
        j.bound = exact ? 0 : rounds * 0x1p-24 * reference->sum_abs;
        j.error = fabs((double)value - (exact ? (double)wanted : reference->sum));
        j.ulp = ulp_of(wanted);
        j.ok = !!(j.error <= j.bound);
    } else {
        j.exact = true;
        j.ok = isnan(wanted) ? isnan(value) : value == wanted;
    }
    return j;
}

char *judgement_words(const struct judgement *judgement, char *text, size_t size)
{
    const double error = judgement->error / judgement->ulp,
                 bound = judgement->bound / judgement->ulp;
    if (judgement->exact) {
        snprintf(text, size, judgement->ok ? "exact" : "not exact");
    } else if (!(judgement->error <= judgement->bound)) {
        snprintf(text, size, "error %.3g, bound %.3g", judgement->error, judgement->bound);
    } else if (bound < 1e6) {
        snprintf(text, size, "rounding only: error %.2g ulp, bound %.0f", error, bound);
    } else {
        snprintf(text, size, "rounding only: error %.2g, bound %.2g", judgement->error,
                 judgement->bound);
    }
    return text;
}
