/* Which elements a sum counts, and what their places are called. */
#include "diagnose.h"
#include "harness.h"
#include "place.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 64, MOST = 5000 };

typedef float sum_function(const float *in, size_t n);

static void sum(void *self, const float *in, size_t n, const struct trial *trial,
                struct outcome *outcome)
{
    (void)trial;
    memset(outcome, 0, sizeof *outcome);
    outcome->first = outcome->second = (*(sum_function **)self)(in, n);
}

static float exact(const float *in, size_t n)
{
    float total = 0;
    for (size_t i = 0; i < n; i++) {
        total += in[i];
    }
    return total;
}

static float each_odd_lost(const float *in, size_t n)
{
    float total = 0;
    for (size_t i = 0; i < n; i += 2) {
        total += in[i];
    }
    return total;
}

START_TEST(tallies_right_sums_as_right)
{
    static const size_t sizes[] = { 1, 2, 33, 1000, MOST };
    static float scratch[MOST];
    float (*function)(const float *, size_t) = exact;
    const struct subject subject = { .sum = sum, .self = &function };
    const struct trial trial = { 0 };
    struct tally tally = tally_make(&subject, scratch, sizes[_i], &trial, 1000);
    ck_assert(tally.complete && tally.count == 1 && tally.spans[0].times == 1);
    ck_assert(tally.spans[0].first == 0 && tally.spans[0].last == sizes[_i] - 1);
    char text[480] = "";
    diagnose_tally(&tally, sizes[_i], BLOCK, BLOCK, text, sizeof text);
    ck_assert_str_eq(text, "");
    tally_free(&tally);
}
END_TEST

START_TEST(tally_stops_in_time)
{
    static float scratch[MOST];
    float (*function)(const float *, size_t) = each_odd_lost;
    const struct subject subject = { .sum = sum, .self = &function };
    const struct trial trial = { 0 };
    struct tally tally = tally_make(&subject, scratch, MOST, &trial, -1);
    ck_assert(!tally.complete && tally.count == 0);
    tally_free(&tally);
}
END_TEST

static const struct {
    size_t first, last, n, elements_per_block;
    const char *words;
} places[] = {
    { 0, 9, 10, 64, "all of them" },
    { 0, 2, 10, 64, "the head before a 16-byte boundary" },
    { 512, 999, 1000, GRID_STRIDE, "everything beyond the largest power of two below n" },
    { 64, 999, 1000, GRID_STRIDE, "everything beyond one element per thread of the first block" },
    { 64, 127, 1000, 64, "block 1" },
    { 64, 191, 1000, 64, "blocks 1 to 2" },
    { 64, 95, 1000, 64, "the first half of block 1" },
    { 160, 191, 1000, 128, "warp 1 of block 1" },
    { 960, 999, 1000, ONE_PASS, "the last warps" },
    { 70, 80, 1000, 64, "" },
    { 224, 224, 225, 256, "the tail of n mod 4, or the last partial warp" },
    { 60, 70, 1000, 64, "" },
    { 997, 999, 1000, 64, "the end of the data" },
};

START_TEST(places_have_names)
{
    char place[96];
    place_words(places[_i].first, places[_i].last, places[_i].n, BLOCK,
                places[_i].elements_per_block, place, sizeof place);
    ck_assert_str_eq(place, places[_i].words);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("tally");
    TCase *t = tcase_create("tally");
    tcase_set_timeout(t, 30);
    tcase_add_loop_test(t, tallies_right_sums_as_right, 0, 5);
    tcase_add_test(t, tally_stops_in_time);
    tcase_add_loop_test(t, places_have_names, 0, sizeof places / sizeof *places);
    suite_add_tcase(suite, t);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
