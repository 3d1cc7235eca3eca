/*
 * The labs' frame: what it must find wrong, and what the data of several hosts
 * promise.
 */
#include <check.h>
#include <stdint.h>

#include "indexed.h"
#include "run.h"

static struct process_result run_broken(const char *way, int status)
{
    return run_expecting(status, 60,
                         "BROKEN_WAY='%s' '" BUILD_DIR "/tests/variants/broken' --n 5000", way);
}

static struct process_result run_sizes(const char *way, int status, const char *options)
{
    return run_expecting(
        status, 60, "BROKEN_WAY='%s' '" BUILD_DIR "/tests/variants/broken' --n 5000 --repeat 0 %s",
        way, options);
}

START_TEST(a_right_way_passes)
{
    struct process_result result = run_broken("right", 0);
    assert_contains(result.out.text, "verified: 5000 of 5000");
    process_free(&result);
}
END_TEST

START_TEST(a_wrong_result_is_told_with_its_size)
{
    struct process_result result = run_broken("large", 1);
    assert_contains(result.out.text, "wrong: n = 1023: 1022 of 1023");
    process_free(&result);
}
END_TEST

START_TEST(writing_past_the_result_is_found)
{
    struct process_result result = run_broken("far", 1);
    assert_contains(result.out.text, "wrote past the end of the result");
    process_free(&result);
}
END_TEST

START_TEST(a_result_that_is_never_written_is_wrong)
{
    struct process_result result = run_broken("nothing", 1);
    assert_contains(result.out.text, "wrong: n = 0: 4294967295 of 0");
    process_free(&result);
}
END_TEST

START_TEST(the_second_run_is_judged_as_well)
{
    struct process_result result = run_broken("once", 1);
    assert_contains(result.out.text, "wrong: n = 0: 1 of 0");
    process_free(&result);
}
END_TEST

START_TEST(a_failed_launch_ends_the_lab)
{
    struct process_result result = run_broken("launch", 1);
    assert_contains(result.err.text, "launch, n = 0: ");
    assert_contains(result.err.text, "cudaErrorInvalid");
    process_free(&result);
}
END_TEST

/* Longer ones than n, too. */
START_TEST(sizes_that_are_named_are_all_verified)
{
    struct process_result result = run_sizes("large", 1, "--sizes 5,2^18");
    assert_contains(result.out.text, "wrong: n = 262144: 262143 of 262144");
    process_free(&result);
}
END_TEST

START_TEST(sizes_that_are_left_out_are_counted)
{
    struct process_result result = run_sizes("right", 0, "--verify full");
    assert_contains(result.out.text, "Not verified here, for the simulator is slow: "
                                     "3 sizes from 1048575 on; --sizes names them.");
    process_free(&result);
    result = run_sizes("right", 0, "");
    assert_lacks(result.out.text, "Not verified");
    process_free(&result);
}
END_TEST

/* A way that is left out at n says why, and claims no check that was not made. */
START_TEST(ways_that_are_left_out_say_why)
{
    static const char *const cases[][3] = {
        { "short", "", "left out: too slow for so many; verified on shorter ones\n" },
        { "short", "--sizes 2000", "left out: too slow for so many\n" },
        { "long", "--sizes 2^17",
          "left out: so few mean something else to it; verified on more\n" },
        { "long", "", "left out: so few mean something else to it\n" },
    };
    struct process_result result = run_sizes(cases[_i][0], 0, cases[_i][1]);
    assert_contains(result.out.text, cases[_i][2]);
    process_free(&result);
}
END_TEST

START_TEST(a_way_that_is_left_out_can_be_wrong)
{
    struct process_result result = run_sizes("short and wrong", 1, "--csv -");
    assert_contains(result.out.text, "wrong,n = 1023: 1022 of 1023");
    process_free(&result);
}
END_TEST

START_TEST(an_existing_table_of_other_columns_is_refused)
{
    char folder[RUN_PATH];
    make_folder(folder, "");
    struct process_result result =
        run_expecting(2, 60,
                      "echo a,b > '%s/t.csv'; BROKEN_WAY=right '" BUILD_DIR
                      "/tests/variants/broken' --csv '%s/t.csv'",
                      folder, folder);
    assert_contains(result.err.text, "has other columns");
    process_free(&result);
    remove_folder(folder);
}
END_TEST

/* ---- data that are a function of their index ---- */

static int64_t by_hand(uint64_t first, uint64_t count)
{
    int64_t sum = 0;
    for (uint64_t i = first; i < first + count; i++) {
        const uint32_t rank = INDEXED_RANK(i);
        sum += INDEXED_OF_RANK(rank);
    }
    return sum;
}

START_TEST(indexed_sums_are_those_of_a_loop)
{
    static const uint64_t firsts[] = { 0, 1, 65536, 65537, 999999999, UINT64_C(1000000000000) - 5 };
    static const uint64_t counts[] = { 0, 1, 2, 65536, 65537, 65538, 200000 };
    const uint64_t first = firsts[_i / 7], count = counts[_i % 7];
    ck_assert_int_eq(indexed_sum(first, count), by_hand(first, count));
}
END_TEST

START_TEST(no_element_is_zero_and_none_is_large)
{
    for (uint64_t i = 0; i < 2 * INDEXED_PERIOD; i++) {
        const uint32_t rank = INDEXED_RANK(i);
        const int value = INDEXED_OF_RANK(rank);
        ck_assert_msg(value != 0 && value >= -8 && value <= 8, "element %llu is %d",
                      (unsigned long long)i, value);
    }
}
END_TEST

START_TEST(a_period_adds_up_to_one)
{
    ck_assert_int_eq(indexed_sum(0, INDEXED_PERIOD), 1);
    ck_assert_int_eq(indexed_sum(12345, INDEXED_PERIOD), 1);
    ck_assert_int_eq(indexed_sum(0, UINT64_C(1000000000000)),
                     (int64_t)(UINT64_C(1000000000000) / INDEXED_PERIOD) +
                         by_hand(0, UINT64_C(1000000000000) % INDEXED_PERIOD));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("lab frame");
    TCase *tests = tcase_create("lab frame");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, a_right_way_passes);
    tcase_add_test(tests, a_wrong_result_is_told_with_its_size);
    tcase_add_test(tests, writing_past_the_result_is_found);
    tcase_add_test(tests, a_result_that_is_never_written_is_wrong);
    tcase_add_test(tests, the_second_run_is_judged_as_well);
    tcase_add_test(tests, a_failed_launch_ends_the_lab);
    tcase_add_test(tests, sizes_that_are_named_are_all_verified);
    tcase_add_test(tests, sizes_that_are_left_out_are_counted);
    tcase_add_loop_test(tests, ways_that_are_left_out_say_why, 0, 4);
    tcase_add_test(tests, a_way_that_is_left_out_can_be_wrong);
    tcase_add_test(tests, an_existing_table_of_other_columns_is_refused);
    tcase_add_loop_test(tests, indexed_sums_are_those_of_a_loop, 0, 42);
    tcase_add_test(tests, no_element_is_zero_and_none_is_large);
    tcase_add_test(tests, a_period_adds_up_to_one);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
