/*
 * The labs' judges: each lets a right result pass and refuses what is not a number,
 * what is infinite, and what is wrong by little.
 */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "argmax.h"
#include "dot.h"
#include "histogram.h"
#include "operators.h"
#include "precision.h"
#include "run.h"
#include "scan.h"
#include "segmented.h"
#include "statistics.h"

enum { N = 5000, SEED = 4 };

static const float not_right[] = { NAN, -NAN, INFINITY, -INFINITY };
enum { NOT_RIGHT = sizeof not_right / sizeof *not_right };

static float *input; /* room for a second array, or for N doubles, as well */
static char text[256];

static void set_up(void)
{
    input = calloc(2 * N + 4, sizeof *input);
    ck_assert_ptr_nonnull(input);
}

static void tear_down(void)
{
    free(input);
}

static void expect(bool right, bool judged, const char *what)
{
    ck_assert_msg(judged == right, "%s: %s was %s", what, text, judged ? "let pass" : "refused");
}

/* ---- argmax ---- */

static void judge_argmax(bool right, float value, size_t index)
{
    const struct best best = { value, (uint32_t)index };
    expect(right, argmax_judge(0, input, N, &best, text, sizeof text), "argmax");
}

START_TEST(argmax_is_judged)
{
    size_t first = 0, second = 0;
    argmax_fill(0, input, N, SEED);
    for (size_t i = 1; i < N; i++) {
        first = input[i] > input[first] ? i : first;
    }
    for (size_t i = first + 1; i < N && second == 0; i++) {
        second = !(input[i] < input[first]) ? i : 0;
    }
    ck_assert_uint_gt(second, first);
    judge_argmax(true, input[first], first);
    judge_argmax(false, input[first], second);
    judge_argmax(false, input[first], UINT32_MAX);
    judge_argmax(false, nextafterf(input[first], 9), first);
    judge_argmax(false, nextafterf(input[first], -9), first);
    for (int k = 0; k < NOT_RIGHT; k++) {
        judge_argmax(false, not_right[k], first);
    }
}
END_TEST

/* ---- dot ---- */

static void judge_dot(bool right, size_t way, float sum)
{
    expect(right, dot_judge(way, input, N, &sum, text, sizeof text), "dot");
}

START_TEST(dot_is_judged)
{
    const size_t way = (size_t)_i;
    double sum = 0;
    dot_fill(0, input, N, SEED);
    for (size_t i = 0; i < N; i++) {
        sum += (double)input[i] * (double)input[N + i]; /* N is a multiple of 4 */
    }
    judge_dot(true, way, (float)sum);
    judge_dot(true, way, nextafterf((float)sum, 9999));
    judge_dot(false, way, (float)sum + (way == DOT_ONE_THREAD ? 1.0f : 0.1f));
    judge_dot(false, way, -(float)sum);
    judge_dot(false, way, 0);
    for (int k = 0; k < NOT_RIGHT; k++) {
        judge_dot(false, way, not_right[k]);
    }
}
END_TEST

/* ---- histogram ---- */

START_TEST(histogram_is_judged)
{
    const unsigned bins = _i == 0 ? FEW_BINS : MANY_BINS;
    uint32_t *values = (uint32_t *)(void *)input, *count = calloc(MANY_BINS, sizeof *count);
    ck_assert_ptr_nonnull(count);
    histogram_fill(0, values, N, SEED);
    for (size_t i = 0; i < N; i++) {
        count[BIN(values[i], bins)]++;
    }
    expect(true, histogram_judge(bins, values, N, count, text, sizeof text), "right");
    const unsigned places[] = { 0, 1, bins / 2, bins - 1 };
    for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
        count[places[k]]++;
        expect(false, histogram_judge(bins, values, N, count, text, sizeof text), "one more");
        count[places[k]]--;
    }
    const unsigned full = BIN(values[0], bins); /* its element goes to the neighbour */
    count[full]--;
    expect(false, histogram_judge(bins, values, N, count, text, sizeof text), "one lost");
    count[full > 0 ? full - 1 : 1]++;
    expect(false, histogram_judge(bins, values, N, count, text, sizeof text), "one misplaced");
    free(count);
}
END_TEST

/* ---- operators ---- */

/* The right result at `right`; wrong ones by one, and not a number where the type has such. */
#define TRY(name, T, op, neutral)                                                                  \
    static void try_##T##_##op(int way, const void *in)                                            \
    {                                                                                              \
        const T *values = in;                                                                      \
        union {                                                                                    \
            T value;                                                                               \
            int64_t room;                                                                          \
        } right = { .room = 0 }, wrong = { .room = 0 };                                            \
        right.value = (T)(neutral);                                                                \
        for (size_t i = 0; i < N; i++) {                                                           \
            right.value = (T)OPERATOR_##op(right.value, values[i]);                                \
        }                                                                                          \
        expect(true, operators_judge(way, in, N, &right, text, sizeof text), name);                \
        wrong.value = right.value - (T)1;                                                          \
        expect(false, operators_judge(way, in, N, &wrong, text, sizeof text), name);               \
        wrong.value = right.value + (T)1;                                                          \
        expect(false, operators_judge(way, in, N, &wrong, text, sizeof text), name);               \
        for (int k = 0; k < NOT_RIGHT && (T)0.5 > (T)0; k++) {                                     \
            wrong.value = (T)not_right[k];                                                         \
            expect(false, operators_judge(way, in, N, &wrong, text, sizeof text), name);           \
        }                                                                                          \
    }
OPERATOR_WAYS(TRY)

#define TRY_ENTRY(name, T, op, neutral) try_##T##_##op,
static void (*const tries[])(int way, const void *in) = { OPERATOR_WAYS(TRY_ENTRY) };
enum { OPERATORS = sizeof tries / sizeof *tries };

START_TEST(operators_are_judged)
{
    operators_fill(_i, input, N, SEED);
    tries[_i](_i, input);
}
END_TEST

/* ---- precision ---- */

static void judge_precision(bool right, size_t way, double sum)
{
    expect(right, precision_judge(way, input, N, &sum, text, sizeof text), "precision");
}

static void refuse_no_numbers(size_t way)
{
    for (int k = 0; k < NOT_RIGHT; k++) {
        judge_precision(false, way, (double)not_right[k]);
    }
}

/* Double precision is enough: the values are floats, and few. */
START_TEST(precision_of_floats_is_judged)
{
    const size_t way = (size_t)_i;
    long double sum = 0, sum_abs = 0;
    precision_fill(PRECISION_FLOATS, input, N, SEED);
    for (size_t i = 0; i < N; i++) {
        sum += (long double)input[i];
        sum_abs += fabsl((long double)input[i]);
    }
    const double right = (double)sum;
    judge_precision(true, way, right);
    judge_precision(way != PRECISION_DOUBLE, way, (double)(float)right); /* rounded once */
    judge_precision(false, way, right + (double)sum_abs * 1e-3);
    judge_precision(way == PRECISION_ONE_THREAD || way == PRECISION_TREE, way,
                    right + (double)sum_abs * 0x1p-24);
    refuse_no_numbers(way);
}
END_TEST

START_TEST(precision_of_integers_is_judged)
{
    const int32_t *values = (const int32_t *)(void *)input;
    int64_t sum = 0;
    precision_fill(PRECISION_INTEGERS, input, N, SEED);
    for (size_t i = 0; i < N; i++) {
        sum += values[i];
    }
    ck_assert_int_gt(sum, INT32_MAX); /* else both were the same */
    const int64_t wrapped = (sum + (INT64_C(1) << 31)) % (INT64_C(1) << 32) - (INT64_C(1) << 31);
    judge_precision(true, PRECISION_INT64, (double)sum);
    judge_precision(false, PRECISION_INT64, (double)sum + 1);
    judge_precision(false, PRECISION_INT64, (double)wrapped);
    judge_precision(true, PRECISION_INT32, (double)wrapped);
    judge_precision(false, PRECISION_INT32, (double)wrapped - 1);
    judge_precision(false, PRECISION_INT32, (double)sum);
    refuse_no_numbers(PRECISION_INT32);
    refuse_no_numbers(PRECISION_INT64);
}
END_TEST

/* ---- scan ---- */

START_TEST(scan_is_judged)
{
    const int32_t *values = (const int32_t *)(void *)input;
    static int32_t out[N + 1];
    scan_fill(0, input, N, SEED);
    for (size_t i = 0; i < N; i++) {
        out[i + 1] = out[i] + values[i];
    }
    expect(true, scan_judge(SCAN_BOTH_SWEEPS, input, N, out, text, sizeof text), "scan");
    expect(true, scan_judge(SCAN_UP_SWEEP, input, N, out, text, sizeof text), "sum");
    const size_t places[] = { 0, 1, N / 2, N - 1, N };
    for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
        out[places[k]]++;
        expect(false, scan_judge(SCAN_BOTH_SWEEPS, input, N, out, text, sizeof text), "one more");
        expect(places[k] != N, scan_judge(SCAN_UP_SWEEP, input, N, out, text, sizeof text),
               "one more");
        out[places[k]]--;
    }
}
END_TEST

/* ---- segmented ---- */

START_TEST(segments_are_judged)
{
    enum { LENGTH = N - ROW / 2, ROWS = N / ROW }; /* the last row is a short one */
    static float sums[ROWS];
    segmented_fill(0, input, LENGTH, SEED);
    for (size_t i = 0; i < LENGTH; i++) {
        sums[i / ROW] += input[i];
    }
    expect(true, segmented_judge(0, input, LENGTH, sums, text, sizeof text), "right");
    const size_t rows[] = { 0, ROWS / 2, ROWS - 1 };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const float right = sums[rows[k]];
        sums[rows[k]] = right + 1;
        expect(false, segmented_judge(0, input, LENGTH, sums, text, sizeof text), "one more");
        for (int j = 0; j < NOT_RIGHT; j++) {
            sums[rows[k]] = not_right[j];
            expect(false, segmented_judge(0, input, LENGTH, sums, text, sizeof text), "no number");
        }
        sums[rows[k]] = right;
    }
}
END_TEST

/* ---- statistics ---- */

static struct moments right_moments(void)
{
    struct moments m = { N, 0, 0, input[0], input[0] };
    for (size_t i = 0; i < N; i++) {
        m.mean += (double)input[i] / N;
        m.least = fminf(m.least, input[i]);
        m.most = fmaxf(m.most, input[i]);
    }
    for (size_t i = 0; i < N; i++) {
        m.m2 += ((double)input[i] - m.mean) * ((double)input[i] - m.mean);
    }
    return m;
}

static void judge_moments(bool right, size_t way, const struct moments *m, const char *what)
{
    expect(right, statistics_judge(way, input, N, m, text, sizeof text), what);
}

START_TEST(moments_are_judged)
{
    const size_t way = (size_t)_i;
    statistics_fill(STATISTICS_VALUES, input, N, SEED);
    const struct moments right = right_moments();
    struct moments m = right;
    judge_moments(true, way, &m, "right");
    m.mean = right.mean * (1 + 1e-10);
    judge_moments(way == STATISTICS_NAIVE, way, &m, "mean");
    m.mean = right.mean + 0.5;
    judge_moments(false, way, &m, "mean");
    m = right;
    m.m2 = right.m2 * (1 + 1e-3);
    judge_moments(way == STATISTICS_NAIVE, way, &m, "variance");
    m = right;
    m.count--;
    judge_moments(false, way, &m, "count");
    m = right;
    m.least = nextafterf(m.least, 0);
    judge_moments(false, way, &m, "least");
    m = right;
    m.most = nextafterf(m.most, 0);
    judge_moments(false, way, &m, "most");
}
END_TEST

START_TEST(moments_that_are_no_numbers_are_refused)
{
    statistics_fill(STATISTICS_VALUES, input, N, SEED);
    const struct moments right = right_moments();
    for (int k = 0; k < NOT_RIGHT; k++) {
        const float x = not_right[k];
        const struct moments wrong[] = {
            { (double)x, right.mean, right.m2, right.least, right.most },
            { N, (double)x, right.m2, right.least, right.most },
            { N, right.mean, (double)x, right.least, right.most },
            { N, right.mean, right.m2, x, right.most },
            { N, right.mean, right.m2, right.least, x },
        };
        for (size_t j = 0; j < sizeof wrong / sizeof *wrong; j++) {
            judge_moments(false, (size_t)_i, &wrong[j], "no number");
        }
    }
}
END_TEST

START_TEST(boxes_are_judged)
{
    float side[4] = { INFINITY, -INFINITY, INFINITY, -INFINITY }; /* as struct box has them */
    statistics_fill(STATISTICS_POINTS, input, N, SEED);
    for (size_t i = 0; i < 2 * N; i++) {
        side[i % 2 * 2] = fminf(side[i % 2 * 2], input[i]);
        side[i % 2 * 2 + 1] = fmaxf(side[i % 2 * 2 + 1], input[i]);
    }
    expect(true, statistics_judge(STATISTICS_BOX, input, N, side, text, sizeof text), "box");
    for (int k = 0; k < 4; k++) {
        const float right = side[k];
        side[k] = nextafterf(right, 0);
        expect(false, statistics_judge(STATISTICS_BOX, input, N, side, text, sizeof text), "box");
        for (int j = 0; j < NOT_RIGHT; j++) {
            side[k] = not_right[j];
            expect(false, statistics_judge(STATISTICS_BOX, input, N, side, text, sizeof text),
                   "box");
        }
        side[k] = right;
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("judges");
    TCase *tests = tcase_create("judges");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, argmax_is_judged);
    tcase_add_loop_test(tests, dot_is_judged, DOT_ONE_THREAD, DOT_MANY_BLOCKS + 1);
    tcase_add_loop_test(tests, histogram_is_judged, 0, 2);
    tcase_add_loop_test(tests, operators_are_judged, 0, OPERATORS);
    tcase_add_loop_test(tests, precision_of_floats_is_judged, PRECISION_ONE_THREAD,
                        PRECISION_DOUBLE + 1);
    tcase_add_test(tests, precision_of_integers_is_judged);
    tcase_add_test(tests, scan_is_judged);
    tcase_add_test(tests, segments_are_judged);
    tcase_add_loop_test(tests, moments_are_judged, STATISTICS_CHAN, STATISTICS_NAIVE + 1);
    tcase_add_loop_test(tests, moments_that_are_no_numbers_are_refused, STATISTICS_CHAN,
                        STATISTICS_NAIVE + 1);
    tcase_add_test(tests, boxes_are_judged);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
