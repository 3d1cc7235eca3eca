/* Verification over sizes and data sets, on sums that are right and sums that are not. */
#include "verify.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A sum that goes wrong as its fields say. */
struct plan {
    size_t wrong_from, wrong_to; /* loses the first element for these n */
    enum data_kind wrong_kind;   /* DATA_NEGATIVE: takes |x| */
    bool wrong_misaligned, breaks, varies, adds_noise;
    unsigned calls;
    unsigned misaligned[4];
};

static float add_up(const float *in, size_t n)
{
    return n == 0 ? 0 : n == 1 ? in[0] : add_up(in, n / 2) + add_up(in + n / 2, n - n / 2);
}

static void sum(void *self, const float *in, size_t n, const struct trial *trial,
                struct outcome *outcome)
{
    struct plan *plan = self;
    memset(outcome, 0, sizeof *outcome);
    plan->calls++;
    plan->misaligned[trial->misalign]++;
    outcome->first = add_up(in, n);
    if ((n >= plan->wrong_from && n < plan->wrong_to) ||
        (plan->wrong_misaligned && trial->misalign != 0 && n > 0)) {
        outcome->first -= in[0];
    }
    if (plan->wrong_kind == DATA_NEGATIVE) {
        outcome->first = fabsf(outcome->first);
    }
    outcome->second = outcome->first;
    if (plan->varies && !trial->probe && n > 100) {
        outcome->second = nextafterf(outcome->first, 0);
    }
    if (plan->breaks && n > 40) {
        outcome->fault = FAULT_DEVICE;
        snprintf(outcome->text, sizeof outcome->text, "gpu.c:1: launch: cudaErrorX: broken");
    }
}

static double rounds(void *self, size_t n)
{
    (void)self;
    return reference_tree_rounds(n);
}

static struct verdict verdict;
static size_t sizes[128];

static int verify(struct plan *plan, enum verify_level level, bool any_order)
{
    struct failure why;
    const struct subject subject = { .sum = sum,
                                     .self = plan,
                                     .block = 64,
                                     .elements_per_block = 64,
                                     .any_order = any_order,
                                     .rounds = rounds };
    const struct verify_plan what = { .sizes = sizes,
                                      .size_count = verify_sizes(level, 64, sizes, 128),
                                      .all_kinds = level == VERIFY_FULL,
                                      .seed = 1 };
    return verify_suite(&subject, &what, &verdict, &why);
}

START_TEST(right_sums_pass)
{
    struct plan plan = { 0 };
    ck_assert_int_eq(verify(&plan, VERIFY_QUICK, false), 0);
    ck_assert(verdict.wrong_sizes == 0 && verdict.deterministic && !verdict.device_error);
    ck_assert_uint_ge(verdict.sums, 3 * verdict.sizes - 8);
    for (int k = 0; k < 4; k++) {
        ck_assert_uint_gt(plan.misaligned[k], 0);
    }
}
END_TEST

START_TEST(full_means_every_kind)
{
    struct plan plan = { 0 };
    ck_assert_int_eq(verify(&plan, VERIFY_FULL, false), 0);
    ck_assert_uint_eq(verdict.sums, verdict.sizes * DATA_KINDS);
}
END_TEST

START_TEST(the_smallest_failing_size_is_found)
{
    struct plan plan = { .wrong_from = 37, .wrong_to = 100000 };
    ck_assert_int_eq(verify(&plan, VERIFY_QUICK, false), EXIT_WRONG);
    ck_assert_uint_eq(verdict.smallest.n, 37);
    ck_assert_str_eq(verdict.smallest.data, "coded");
    ck_assert_ptr_nonnull(strstr(verdict.smallest.text, "short by element 0"));
    ck_assert_uint_eq(verdict.telling.n, 2049);
    ck_assert_uint_gt(verdict.wrong_sizes, 3);
}
END_TEST

START_TEST(a_large_size_alone_can_fail)
{
    struct plan plan = { .wrong_from = 65537, .wrong_to = 65538 };
    ck_assert_int_eq(verify(&plan, VERIFY_QUICK, false), EXIT_WRONG);
    ck_assert(verdict.smallest.n == 65537 && verdict.telling.n == 65537);
    ck_assert_uint_eq(verdict.wrong_sizes, 1);
}
END_TEST

START_TEST(one_listed_size_is_enough)
{
    struct plan plan = { .wrong_from = 1000, .wrong_to = 1001 };
    ck_assert_int_eq(verify(&plan, VERIFY_QUICK, false), EXIT_WRONG);
    ck_assert(verdict.smallest.n == 1000 && verdict.wrong_sizes == 1);
}
END_TEST

START_TEST(a_data_set_alone_can_fail)
{
    struct plan plan = { .wrong_kind = DATA_NEGATIVE };
    ck_assert_int_eq(verify(&plan, VERIFY_FULL, false), EXIT_WRONG);
    ck_assert_uint_le(verdict.smallest.n, 3);
}
END_TEST

START_TEST(a_misaligned_base_alone_can_fail)
{
    struct plan plan = { .wrong_misaligned = true };
    ck_assert_int_eq(verify(&plan, VERIFY_QUICK, false), EXIT_WRONG);
    ck_assert_uint_ne(verdict.smallest.misalign, 0);
}
END_TEST

START_TEST(a_device_error_ends_it)
{
    struct plan plan = { .breaks = true };
    ck_assert_int_eq(verify(&plan, VERIFY_QUICK, false), EXIT_WRONG);
    ck_assert(verdict.device_error && verdict.wrong_sizes == 1);
    ck_assert_uint_eq(verdict.smallest.n, 63);
    ck_assert_str_eq(verdict.smallest.text, "gpu.c:1: launch: cudaErrorX: broken");
    const unsigned calls = plan.calls;
    ck_assert_uint_le(calls, 40);
}
END_TEST

START_TEST(other_bits_the_second_time_fail_unless_allowed)
{
    struct plan plan = { .varies = true };
    ck_assert_int_eq(verify(&plan, VERIFY_QUICK, false), EXIT_WRONG);
    ck_assert(!verdict.deterministic);
    ck_assert_ptr_nonnull(strstr(verdict.telling.text, "two runs on the same data"));
}
END_TEST

/* Rounding may differ from run to run there; exact sums may not. */
static void noisy(void *self, const float *in, size_t n, const struct trial *trial,
                  struct outcome *outcome)
{
    sum(self, in, n, trial, outcome);
    const float whole = rintf(outcome->first);
    if (n > 100 && (whole < outcome->first || whole > outcome->first)) {
        outcome->second = nextafterf(outcome->first, 0);
    }
}

START_TEST(any_order_may_vary_in_rounding)
{
    struct failure why;
    struct plan plan = { 0 };
    struct subject subject = { .sum = noisy, .self = &plan, .any_order = true, .rounds = rounds };
    const size_t some[] = { 10, 1000 };
    const struct verify_plan what = {
        .sizes = some, .size_count = 2, .all_kinds = true, .seed = 1
    };
    ck_assert_int_eq(verify_suite(&subject, &what, &verdict, &why), 0);
    ck_assert(!verdict.deterministic);
    subject.any_order = false;
    ck_assert_int_eq(verify_suite(&subject, &what, &verdict, &why), EXIT_WRONG);
}
END_TEST

START_TEST(no_size_at_all_finds_nothing)
{
    struct failure why;
    struct plan plan = { 0 };
    const struct subject subject = { .sum = sum, .self = &plan, .rounds = rounds };
    const struct verify_plan what = { .sizes = NULL, .size_count = 0 };
    ck_assert_int_eq(verify_suite(&subject, &what, &verdict, &why), 0);
    ck_assert_uint_eq(verdict.sums, 0);
}
END_TEST

START_TEST(sizes_beyond_memory_are_refused)
{
    struct failure why;
    struct plan plan = { 0 };
    const size_t huge[] = { 1, (size_t)1 << 50 };
    const struct subject subject = { .sum = sum, .self = &plan, .rounds = rounds };
    const struct verify_plan what = { .sizes = huge, .size_count = 2 };
    ck_assert_int_eq(verify_suite(&subject, &what, &verdict, &why), EXIT_USAGE);
    ck_assert_ptr_nonnull(strstr(why.text, "do not fit in memory"));
}
END_TEST

START_TEST(lists_of_sizes_ascend)
{
    static const unsigned blocks[] = { 0, 32, 96, 1024 };
    static const size_t wanted[] = { 0,    1,     2,     3,     31,      32,     33,   63,
                                     64,   65,    127,   128,   129,     255,    256,  257,
                                     511,  512,   513,   1000,  1023,    1024,   1025, 2047,
                                     2049, 65535, 65536, 65537, 1048575, 1048577 };
    for (size_t b = 0; b < 4; b++) {
        for (int level = VERIFY_QUICK; level <= VERIFY_FULL; level++) {
            const size_t count = verify_sizes((enum verify_level)level, blocks[b], sizes, 128);
            ck_assert(count > 10 && count < 128 && sizes[0] == 0);
            for (size_t k = 1; k < count; k++) {
                ck_assert_uint_lt(sizes[k - 1], sizes[k]);
            }
        }
        size_t found = 0;
        for (size_t k = 0; k < 128 && found < sizeof wanted / sizeof *wanted; k++) {
            found += sizes[k] == wanted[found] ? 1 : 0;
        }
        ck_assert_uint_eq(found, sizeof wanted / sizeof *wanted);
    }
    ck_assert_uint_eq(verify_sizes(VERIFY_FULL, 256, sizes, 5), 5);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("verify");
    TCase *t = tcase_create("verify");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, right_sums_pass);
    tcase_add_test(t, full_means_every_kind);
    tcase_add_test(t, the_smallest_failing_size_is_found);
    tcase_add_test(t, a_large_size_alone_can_fail);
    tcase_add_test(t, one_listed_size_is_enough);
    tcase_add_test(t, a_data_set_alone_can_fail);
    tcase_add_test(t, a_misaligned_base_alone_can_fail);
    tcase_add_test(t, a_device_error_ends_it);
    tcase_add_test(t, other_bits_the_second_time_fail_unless_allowed);
    tcase_add_test(t, any_order_may_vary_in_rounding);
    tcase_add_test(t, no_size_at_all_finds_nothing);
    tcase_add_test(t, sizes_beyond_memory_are_refused);
    tcase_add_test(t, lists_of_sizes_ascend);
    suite_add_tcase(suite, t);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
