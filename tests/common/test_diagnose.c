/* Known-wrong sums, one for each diagnosis; and right ones, of which it must say nothing. */
#include "diagnose.h"
#include "harness.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 64, AROUND = 64, MOST = 5000 };

typedef float sum_function(const float *in, size_t n);

/* A subject that runs a plain function between two guard bands, as the device does. */
static void sum(void *self, const float *in, size_t n, const struct trial *trial,
                struct outcome *outcome)
{
    static float room[AROUND + MOST + AROUND];
    memset(outcome, 0, sizeof *outcome);
    for (size_t i = 0; i < AROUND; i++) {
        room[i] = trial->tame_before ? 0 : NAN;
        room[AROUND + n + i] = trial->tame_after ? 0 : NAN;
    }
    memcpy(room + AROUND, in, n * sizeof *in);
    outcome->first = (*(sum_function **)self)(room + AROUND, n);
    outcome->second = trial->probe ? outcome->first : (*(sum_function **)self)(room + AROUND, n);
}

static double rounds(void *self, size_t n)
{
    (void)self;
    return reference_tree_rounds(n);
}

static char text[480];

/* Diagnoses a function on n floats of a kind. */
static const char *explain(sum_function *function, size_t n, enum data_kind kind)
{
    static float data[MOST];
    struct subject subject = {
        .sum = sum, .self = &function, .block = BLOCK, .elements_per_block = BLOCK, .rounds = rounds
    };
    struct outcome outcome;
    struct failing failing = { .in = data, .n = n, .outcome = &outcome };
    data_fill(data, n, kind, 1);
    sum(&function, data, n, &failing.trial, &outcome);
    const struct reference reference = reference_sum(data, n);
    const struct judgement judgement =
        reference_judge(&reference, outcome.first, data_is_exact(kind, n), rounds(NULL, n));
    failing.reference = &reference;
    failing.judgement = &judgement;
    diagnose(&subject, &failing, text, sizeof text);
    return text;
}

static void must_say(sum_function *function, size_t n, const char *words)
{
    explain(function, n, DATA_CODED);
    ck_assert_msg(strstr(text, words) != NULL, "n = %zu: \"%s\" lacks \"%s\"", n, text, words);
    ck_assert_ptr_null(strchr(text, '\n'));
}

static float range(const float *in, size_t first, size_t end)
{
    float total = 0;
    for (size_t i = first; i < end; i++) {
        total += in[i];
    }
    return total;
}

static float loses_tail_of_4(const float *in, size_t n)
{
    return range(in, 0, n - n % 4);
}
static float loses_partial_warp(const float *in, size_t n)
{
    return range(in, 0, n - n % 32);
}
static float loses_last_warp(const float *in, size_t n)
{
    return range(in, 0, n - 32);
}
static float loses_partial_block(const float *in, size_t n)
{
    return range(in, 0, n - n % BLOCK);
}
static float only_first_block(const float *in, size_t n)
{
    return range(in, 0, n < BLOCK ? n : BLOCK);
}
static float loses_head(const float *in, size_t n)
{
    return range(in, n < 3 ? n : 3, n);
}
static float first_twice(const float *in, size_t n)
{
    return range(in, 0, n) + in[0];
}
static float first_thrice(const float *in, size_t n)
{
    return first_twice(in, n) + in[0];
}
static float identity(const float *in, size_t n)
{
    (void)in;
    return 0 * (float)n;
}
static float everything_twice(const float *in, size_t n)
{
    return 2 * range(in, 0, n);
}
static float halves(const float *in, size_t n)
{
    return range(in, 0, n) / 2;
}
static float power_of_two(const float *in, size_t n)
{
    (void)n;
    return range(in, 0, 1024);
}
static float second_lost(const float *in, size_t n)
{
    return range(in, 0, n) - in[1];
}
static float reads_on(const float *in, size_t n)
{
    return range(in, 0, n + 1);
}
static float reads_before(const float *in, size_t n)
{
    return range(in - 1, 0, n + 1);
}
static float reads_around(const float *in, size_t n)
{
    return range(in - 1, 0, n + 2);
}
static float always_nan(const float *in, size_t n)
{
    (void)in;
    (void)n;
    return NAN;
}
static float subtracts_first(const float *in, size_t n)
{
    return range(in, 1, n) - in[0];
}
static float swaps(const float *in, size_t n)
{
    return range(in, 0, n) - in[5] + in[9];
}

static float each_odd_lost(const float *in, size_t n)
{
    float total = 0;
    for (size_t i = 0; i < n; i += 2) {
        total += in[i];
    }
    return total;
}

static float second_halves_lost(const float *in, size_t n)
{
    float total = 0;
    for (size_t i = 0; i < n; i++) {
        total += i % BLOCK < BLOCK / 2 ? in[i] : 0;
    }
    return total;
}

static float scattered_lost(const float *in, size_t n)
{
    return range(in, 0, n) - in[7] - in[100] - in[101] - in[333] - in[350] - in[400];
}

static float half_of_block_2_lost(const float *in, size_t n)
{
    return range(in, 0, 160) + range(in, 192, n);
}

START_TEST(names_what_is_lost)
{
    must_say(loses_tail_of_4, 999, "short by elements 996…998: the tail of n mod 4");
    must_say(loses_tail_of_4, 997, "short by element 996: the tail of n mod 4");
    must_say(loses_partial_warp, 1000, "short by elements 992…999: the last partial warp");
    must_say(loses_last_warp, 1024, "short by elements 992…1023: the last warp");
    must_say(loses_partial_block, 1013, "short by elements 960…1012: the last partial block");
    must_say(only_first_block, 1000, "elements 64…999: everything after the first block");
    must_say(loses_head, 1000, "elements 0…2: the head before a 16-byte boundary");
    must_say(power_of_two, 1500, "elements 1024…1499: everything beyond the largest power of two");
    must_say(second_lost, 1000, "short by element 1: block 0, position 1");
    must_say(half_of_block_2_lost, 1000, "elements 160…191: the second half of block 2");
}
END_TEST

START_TEST(names_what_counts_more_than_once)
{
    must_say(first_twice, 1000, "element 0 counted twice");
    must_say(first_thrice, 1, "element 0 counted 3 times");
    must_say(everything_twice, 1000, "elements 0…999 counted twice: all of them");
    must_say(subtracts_first, 1000, "element 0 subtracted instead of added");
    must_say(halves, 1, "element 0 changed on the way");
}
END_TEST

START_TEST(names_both)
{
    must_say(swaps, 1000, "short by element 5");
    must_say(swaps, 1000, "; element 9 counted twice");
}
END_TEST

START_TEST(sees_patterns)
{
    must_say(each_odd_lost, 1000, "short by element 1");
    must_say(each_odd_lost, 1000, "every 2 elements (1 of 2)");
    must_say(second_halves_lost, 1024, "short by elements 32…63: the second half of block 0");
    must_say(second_halves_lost, 1024, "every 64 elements (the same place in each block)");
    must_say(scattered_lost, 1000, "short by element 7");
    must_say(scattered_lost, 1000, "and 2 more places");
}
END_TEST

START_TEST(names_the_identity)
{
    must_say(identity, 1000, "the result is the identity");
    must_say(identity, 1, "the result is the identity");
}
END_TEST

START_TEST(finds_reads_outside)
{
    must_say(reads_on, 1000, "reads past the end of its input");
    must_say(reads_before, 1000, "reads in front of its input");
    must_say(reads_around, 1000, "in front of its input and past its end");
    must_say(always_nan, 1000, "memory that was never written");
    must_say(reads_on, 0, "reads past the end of its input");
}
END_TEST

static float drifting(const float *in, size_t n)
{
    static float drift;
    return range(in, 0, n) + drift++;
}

static float adds_to_last(const float *in, size_t n)
{
    static float total;
    static unsigned calls;
    total = calls++ % 2 == 0 ? 0 : total; /* what explain() runs first starts at 0 */
    return total += range(in, 0, n);
}

START_TEST(compares_two_runs)
{
    explain(drifting, 100, DATA_CODED);
    ck_assert_ptr_nonnull(strstr(text, "two runs on the same data gave"));
    explain(adds_to_last, 100, DATA_CODED);
    ck_assert_ptr_nonnull(strstr(text, "the output is added to, not set"));
}
END_TEST

static float one_too_many(const float *in, size_t n)
{
    return range(in, 0, n) + (n == 0 ? 1 : 0);
}

static float wrong_together(const float *in, size_t n)
{
    size_t there = 0;
    for (size_t i = 0; i < n; i++) {
        there += fabsf(in[i]) > 0 ? 1 : 0;
    }
    return range(in, 0, n) + (there == n && n > 1 ? 0.5f : 0);
}

static float int_accumulator(const float *in, size_t n)
{
    int total = 0;
    for (size_t i = 0; i < n; i++) {
        total += (int)in[i];
    }
    return (float)total;
}

/* 10 bits after the point of a sum that fits: the coded integers of few elements stay right. */
static float narrow_type(const float *in, size_t n)
{
    const float total = range(in, 0, n);
    return fabsf(total) < 512 ? rintf(total * 1024) / 1024 : total;
}

static float rounds_much(const float *in, size_t n)
{
    const float total = range(in, 0, n);
    return total > floorf(total) ? total * (1 + (float)n * 0x1p-25f) : total;
}

static float drops_infinity(const float *in, size_t n)
{
    float total = 0;
    for (size_t i = 0; i < n; i++) {
        total += isfinite(in[i]) ? in[i] : 0;
    }
    return total;
}

START_TEST(explains_values)
{
    must_say(one_too_many, 0, "the sum of nothing is 1 instead of 0");
    explain(int_accumulator, 1, DATA_UNIFORM);
    ck_assert_msg(strstr(text, "got 0, right is 0.") != NULL, "%s", text);
    ck_assert_msg(strstr(text, "fractions are lost (are they added to an int?)"), "%s", text);
    explain(int_accumulator, 100, DATA_UNIFORM);
    ck_assert_msg(strstr(text, "fractions are lost") != NULL, "%s", text);
    explain(narrow_type, 3, DATA_UNIFORM);
    ck_assert_msg(strstr(text, "in a narrower type?") != NULL, "%s", text);
    explain(rounds_much, 1000, DATA_UNIFORM);
    ck_assert_msg(strstr(text, "too much rounding") != NULL, "%s", text);
    explain(drops_infinity, 100, DATA_INF);
    ck_assert_msg(strstr(text, "right is inf") != NULL, "%s", text);
}
END_TEST

/* The first experiment sets all elements, as the failing sum did, so the tally goes on to
 * halves, which are right. */
START_TEST(suspects_a_race_when_single_elements_are_right)
{
    must_say(wrong_together, 100, "each element alone counts once");
}
END_TEST

START_TEST(passes_on_faults)
{
    const float data[] = { 1 };
    float (*function)(const float *, size_t) = identity;
    const struct subject subject = { .sum = sum, .self = &function, .rounds = rounds };
    const struct reference reference = reference_sum(data, 1);
    const struct judgement judgement = { 0 };
    const struct outcome outcome = { .fault = FAULT_DEVICE, .text = "a.c:3: call: error" };
    const struct failing failing = { data, 1, { 0 }, &reference, &judgement, &outcome };
    diagnose(&subject, &failing, text, sizeof text);
    ck_assert_str_eq(text, "a.c:3: call: error");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("diagnose");
    TCase *t = tcase_create("diagnose");
    tcase_set_timeout(t, 30);
    tcase_add_test(t, names_what_is_lost);
    tcase_add_test(t, names_what_counts_more_than_once);
    tcase_add_test(t, names_both);
    tcase_add_test(t, sees_patterns);
    tcase_add_test(t, names_the_identity);
    tcase_add_test(t, finds_reads_outside);
    tcase_add_test(t, compares_two_runs);
    tcase_add_test(t, explains_values);
    tcase_add_test(t, suspects_a_race_when_single_elements_are_right);
    tcase_add_test(t, passes_on_faults);
    suite_add_tcase(suite, t);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
