/* Summing up times, and how many runs are worth it. */
#include "clock.h"
#include "timer.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>

static bool near(double a, double b)
{
    return fabs(a - b) <= 1e-9 * fabs(b);
}

START_TEST(summary_takes_the_middle)
{
    double odd[] = { 5, 1, 9 }, even[] = { 4, 1, 2, 100 }, one[] = { 7 };
    struct timing t = timer_summary(odd, 3);
    ck_assert(near(t.median_ms, 5) && near(t.min_ms, 1) && near(t.max_ms, 9) && t.repeat == 3);
    t = timer_summary(even, 4);
    ck_assert(near(t.median_ms, 3) && near(t.min_ms, 1) && near(t.max_ms, 100));
    t = timer_summary(one, 1);
    ck_assert(near(t.median_ms, 7) && near(t.min_ms, 7) && near(t.max_ms, 7));
}
END_TEST

START_TEST(hardware_gets_at_least_20_runs)
{
    ck_assert_uint_ge(timer_repeats(1e6, true), 20);
    ck_assert_uint_ge(timer_repeats(1e-6, true), 20);
}
END_TEST

START_TEST(elsewhere_runs_fit_the_budget)
{
    ck_assert_uint_eq(timer_repeats(0, false), TIMER_MOST_RUNS);
    ck_assert_uint_eq(timer_repeats(0.001, false), TIMER_MOST_RUNS);
    ck_assert_uint_eq(timer_repeats(TIMER_BUDGET_MS / 7.5, false), 7);
    ck_assert_uint_eq(timer_repeats(1e9, false), TIMER_LEAST_RUNS);
}
END_TEST

static void count(void *self)
{
    ++*(unsigned *)self;
}

START_TEST(host_timer_warms_up_and_repeats)
{
    struct timing t;
    struct failure why;
    unsigned runs = 0;
    ck_assert_int_eq(timer_host(count, &runs, 9, &t, &why), 0);
    ck_assert_uint_eq(runs, 10);
    ck_assert_uint_eq(t.repeat, 9);
    ck_assert(t.min_ms >= 0 && t.min_ms <= t.median_ms && t.median_ms <= t.max_ms);
    runs = 0;
    ck_assert_int_eq(timer_host(count, &runs, 0, &t, &why), 0);
    ck_assert_uint_eq(runs, TIMER_MOST_RUNS + 1);
}
END_TEST

START_TEST(clock_goes_forward)
{
    const double start = clock_ms();
    double now = start;
    for (int k = 0; k < 1000; k++) {
        const double next = clock_ms();
        ck_assert(next >= now);
        now = next;
    }
    ck_assert(now - start < 10000);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("timer");
    TCase *t = tcase_create("timer");
    tcase_add_test(t, summary_takes_the_middle);
    tcase_add_test(t, hardware_gets_at_least_20_runs);
    tcase_add_test(t, elsewhere_runs_fit_the_budget);
    tcase_add_test(t, host_timer_warms_up_and_repeats);
    tcase_add_test(t, clock_goes_forward);
    suite_add_tcase(suite, t);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
