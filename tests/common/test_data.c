/* The generators, and the right sums of what they make. */
#include "data.h"
#include "reference.h"

#include <check.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static float *make(size_t n, enum data_kind kind, uint64_t seed)
{
    float *data = malloc((n > 0 ? n : 1) * sizeof *data);
    ck_assert_ptr_nonnull(data);
    data_fill(data, n, kind, seed);
    return data;
}

START_TEST(same_seed_same_data)
{
    float *a = make(1000, (enum data_kind)_i, 7), *b = make(1000, (enum data_kind)_i, 7);
    float *c = make(1000, (enum data_kind)_i, 8);
    ck_assert_mem_eq(a, b, 1000 * sizeof *a);
    if (_i != DATA_ONES) {
        ck_assert_mem_ne(a, c, 1000 * sizeof *a);
    }
    free(a);
    free(b);
    free(c);
}
END_TEST

static const size_t sizes[] = { 1, 2, 3, 31, 1000, 65535, 65536, 65537, 1 << 17, 1 << 20 };

START_TEST(coded_elements_are_small_integers_and_none_is_zero)
{
    const size_t n = sizes[_i];
    const uint32_t most = data_coded_most(n);
    float *data = make(n, DATA_CODED, 3);
    ck_assert(n > 65536 || (uint64_t)most * n <= 1u << 24);
    ck_assert((uint64_t)n * most * most <= (uint64_t)1 << 40 || n <= 65536);
    size_t good = 0; /* one assertion for each would take minutes under a sanitizer */
    for (size_t i = 0; i < n; i++) {
        const bool whole = !(data[i] < rintf(data[i])) && !(data[i] > rintf(data[i]));
        good += whole && fabsf(data[i]) <= (float)most && (data[i] < 0 || data[i] > 0);
    }
    ck_assert_uint_eq(good, n);
    free(data);
}
END_TEST

/* One after the other, backwards, in strides, in pairs: each partial sum is exact. */
static float sum_strided(const float *data, size_t n, size_t stride)
{
    float total = 0;
    for (size_t first = 0; first < stride; first++) {
        float part = 0;
        for (size_t i = first; i < n; i += stride) {
            part += data[n - 1 - i];
        }
        total += part;
    }
    return total;
}

START_TEST(coded_sums_are_exact_in_any_order)
{
    const size_t n = sizes[_i], strides[] = { 1, 2, 32, 256, 1056 };
    float *data = make(n, DATA_CODED, 11);
    const struct reference reference = reference_sum(data, n);
    for (size_t k = 0; k < sizeof strides / sizeof *strides; k++) {
        const float sum = sum_strided(data, n, strides[k]);
        ck_assert(reference_judge(&reference, sum, true, 0).ok);
    }
    ck_assert(data_is_exact(DATA_CODED, n));
    free(data);
}
END_TEST

START_TEST(coded_magnitudes_keep_the_promise_for_large_n)
{
    for (unsigned k = 0; k <= 40; k++) {
        const uint64_t n = (uint64_t)1 << k, most = data_coded_most((size_t)n);
        ck_assert_uint_ge(most, 1);
        ck_assert(k <= 16 ? most * n <= 1u << 24 : n * most * most <= (uint64_t)1 << 40);
    }
    ck_assert_uint_eq(data_coded_most((size_t)1 << 28), 64);
    ck_assert(!data_is_exact(DATA_CODED, ((size_t)1 << 40) + 1));
}
END_TEST

START_TEST(any_lost_or_doubled_element_changes_a_coded_sum)
{
    const size_t n = 2000;
    float *data = make(n, DATA_CODED, 5);
    const struct reference reference = reference_sum(data, n);
    for (size_t i = 0; i < n; i++) {
        const float lost = (float)(reference.sum - (double)data[i]);
        const float twice = (float)(reference.sum + (double)data[i]);
        ck_assert(!reference_judge(&reference, lost, true, 0).ok);
        ck_assert(!reference_judge(&reference, twice, true, 0).ok);
    }
    free(data);
}
END_TEST

START_TEST(kinds_are_what_they_say)
{
    const size_t n = 4096;
    float *data = make(n, DATA_UNIFORM, 1);
    struct reference r = reference_sum(data, n);
    ck_assert(fabs(r.sum / (double)n - 0.5) < 0.03 && !(r.sum < r.sum_abs));
    data_fill(data, n, DATA_NEGATIVE, 1);
    r = reference_sum(data, n);
    for (size_t i = 0; i < n; i++) {
        ck_assert(data[i] < 0 && data[i] >= -1);
    }
    data_fill(data, n, DATA_MIXED, 1);
    r = reference_sum(data, n);
    ck_assert(fabs(r.sum) < r.sum_abs * 1e-3 && r.sum_abs > 0x1p20);
    data_fill(data, n, DATA_ONES, 1);
    ck_assert(!(reference_sum(data, n).sum < (double)n || reference_sum(data, n).sum > (double)n));
    free(data);
}
END_TEST

START_TEST(special_values_are_placed_at_every_size)
{
    static const size_t few[] = { 1, 2, 3, 100 };
    for (size_t k = 0; k < 4; k++) {
        for (uint64_t seed = 0; seed < 50; seed++) {
            float *data = make(few[k], (enum data_kind)_i, seed);
            const struct reference r = reference_sum(data, few[k]);
            ck_assert_uint_eq(r.pos_infs, _i == DATA_INF || _i == DATA_BOTH_INF);
            ck_assert_uint_eq(r.neg_infs,
                              _i == DATA_NEG_INF || (_i == DATA_BOTH_INF && few[k] > 1));
            ck_assert_uint_eq(r.nans, _i == DATA_NAN);
            free(data);
        }
    }
    data_fill(NULL, 0, (enum data_kind)_i, 1);
}
END_TEST

START_TEST(names_are_found_again)
{
    enum data_kind kind = DATA_NAN;
    ck_assert(data_find(data_name((enum data_kind)_i), &kind));
    ck_assert_int_eq((int)kind, _i);
    ck_assert(!data_find("", &kind) && !data_find("Coded", &kind));
    ck_assert_uint_gt(strlen(data_words((enum data_kind)_i)), 3);
}
END_TEST

START_TEST(ones_are_exact_up_to_two_to_the_24)
{
    ck_assert(data_is_exact(DATA_ONES, (size_t)1 << 24));
    ck_assert(!data_is_exact(DATA_ONES, ((size_t)1 << 24) + 1));
    ck_assert(!data_is_exact(DATA_UNIFORM, 10));
}
END_TEST

START_TEST(reference_survives_cancellation)
{
    const float data[] = { 1e30f, 1.0f, -1e30f, 0x1p-40f };
    const struct reference r = reference_sum(data, 4);
    ck_assert(fabs(r.sum - (1.0 + 0x1p-40)) <= 0x1p-50);
    ck_assert_uint_eq(r.n, 4);
}
END_TEST

START_TEST(reference_of_nothing_is_zero)
{
    const struct reference r = reference_sum(NULL, 0);
    ck_assert(reference_judge(&r, 0.0f, true, 0).ok);
    ck_assert(reference_judge(&r, -0.0f, false, 0).ok);
    ck_assert(!reference_judge(&r, FLT_MIN, false, 0).ok);
    ck_assert(!reference_judge(&r, NAN, false, 1e9).ok);
}
END_TEST

START_TEST(special_sums_follow_ieee)
{
    const float pos[] = { 1, INFINITY }, neg[] = { -INFINITY, 3 }, both[] = { INFINITY, -INFINITY };
    const float nan[] = { NAN, 1 };
    struct reference r = reference_sum(pos, 2);
    ck_assert(reference_judge(&r, INFINITY, false, 9).ok);
    ck_assert(!reference_judge(&r, NAN, false, 9).ok &&
              !reference_judge(&r, -INFINITY, false, 9).ok);
    ck_assert(!reference_judge(&r, FLT_MAX, false, 9).ok);
    r = reference_sum(neg, 2);
    ck_assert(reference_judge(&r, -INFINITY, false, 9).ok && !reference_judge(&r, 3, false, 9).ok);
    r = reference_sum(both, 2);
    ck_assert(reference_judge(&r, NAN, false, 9).ok && !reference_judge(&r, INFINITY, false, 9).ok);
    r = reference_sum(nan, 2);
    ck_assert(reference_judge(&r, -NAN, false, 9).ok && !reference_judge(&r, 1, false, 9).ok);
}
END_TEST

START_TEST(bound_has_two_sides)
{
    float *data = make(1024, DATA_UNIFORM, 2);
    const struct reference r = reference_sum(data, 1024);
    const double rounds = reference_tree_rounds(1024), bound = rounds * 0x1p-24 * r.sum_abs;
    ck_assert(fabs(rounds - 40) <= 0);
    ck_assert(reference_judge(&r, (float)(r.sum + 0.9 * bound), false, rounds).ok);
    ck_assert(reference_judge(&r, (float)(r.sum - 0.9 * bound), false, rounds).ok);
    ck_assert(!reference_judge(&r, (float)(r.sum + 1.2 * bound), false, rounds).ok);
    ck_assert(!reference_judge(&r, (float)(r.sum - 1.2 * bound), false, rounds).ok);
    ck_assert(!(reference_tree_rounds(1) > 0) && !(reference_tree_rounds(0) > 0));
    free(data);
}
END_TEST

/* What the bound must let pass and what it must not: at 2^20 floats a tree, and one
 * running total. */
START_TEST(bound_tells_a_tree_from_a_running_total)
{
    const size_t n = 1 << 20;
    float *data = make(n, DATA_UNIFORM, 4);
    const struct reference r = reference_sum(data, n);
    const float serial = sum_strided(data, n, 1);
    for (size_t half = n / 2; half > 0; half /= 2) {
        for (size_t i = 0; i < half; i++) {
            data[i] += data[i + half];
        }
    }
    ck_assert(reference_judge(&r, data[0], false, reference_tree_rounds(n)).ok);
    ck_assert(!reference_judge(&r, serial, false, reference_tree_rounds(n)).ok);
    ck_assert(reference_judge(&r, serial, false, (double)n).ok);
    free(data);
}
END_TEST

START_TEST(judgements_read_well)
{
    char text[96];
    struct judgement j = { .ok = true, .error = 3, .bound = 21, .ulp = 1 };
    ck_assert_str_eq(judgement_words(&j, text, sizeof text),
                     "rounding only: error 3 ulp, bound 21");
    j.exact = true;
    ck_assert_str_eq(judgement_words(&j, text, sizeof text), "exact");
    j.ok = false;
    ck_assert_str_eq(judgement_words(&j, text, sizeof text), "not exact");
    j = (struct judgement){ .ok = false, .error = NAN, .bound = 1, .ulp = 1 };
    ck_assert_ptr_nonnull(strstr(judgement_words(&j, text, sizeof text), "error"));
    ck_assert_ptr_null(strstr(text, "rounding only"));
}
END_TEST

START_TEST(overflow_is_foreseen)
{
    const float data[] = { 3e38f, -3e38f, 1 };
    const struct reference large = reference_sum(data, 2), small = reference_sum(data + 1, 2);
    ck_assert(reference_overflows(&large) && !reference_overflows(&small));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("data");
    TCase *t = tcase_create("data");
    const int count = (int)(sizeof sizes / sizeof *sizes);
    tcase_set_timeout(t, 30);
    tcase_add_loop_test(t, same_seed_same_data, 0, DATA_KINDS);
    tcase_add_loop_test(t, coded_elements_are_small_integers_and_none_is_zero, 0, count);
    tcase_add_loop_test(t, coded_sums_are_exact_in_any_order, 0, count);
    tcase_add_test(t, coded_magnitudes_keep_the_promise_for_large_n);
    tcase_add_test(t, any_lost_or_doubled_element_changes_a_coded_sum);
    tcase_add_test(t, kinds_are_what_they_say);
    tcase_add_loop_test(t, special_values_are_placed_at_every_size, DATA_INF, DATA_KINDS);
    tcase_add_loop_test(t, names_are_found_again, 0, DATA_KINDS);
    tcase_add_test(t, ones_are_exact_up_to_two_to_the_24);
    tcase_add_test(t, reference_survives_cancellation);
    tcase_add_test(t, reference_of_nothing_is_zero);
    tcase_add_test(t, special_sums_follow_ieee);
    tcase_add_test(t, bound_has_two_sides);
    tcase_add_test(t, bound_tells_a_tree_from_a_running_total);
    tcase_add_test(t, judgements_read_well);
    tcase_add_test(t, overflow_is_foreseen);
    suite_add_tcase(suite, t);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
