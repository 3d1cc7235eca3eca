/*
 * A rank's part of 10^12 elements: the kernels that make and add them count with the
 * index of the whole array, which does not fit into 32 bits, nor into a float.
 */
#include "indexed.h"
#include "part.h"
#include "run.h"

#include <check.h>

#define TRILLION UINT64_C(1000000000000)

enum { COUNT = 1 << 16 };

static const uint64_t offsets[] = {
    0,
    UINT32_MAX - 100,         /* 32 bits end in the middle */
    TRILLION - COUNT,         /* the end of 10^12 */
    (UINT64_C(1) << 40) - 99, /* 2^40 lies in the middle */
    (UINT64_C(1) << 42) + 12345,
};
enum { OFFSETS = sizeof offsets / sizeof *offsets };

/* Each element by the formula, not only their sum. */
START_TEST(kernels_make_elements_of_their_index)
{
    const uint64_t first = offsets[_i];
    static float made[COUNT];
    void *memory = NULL;
    ck_assert_int_eq(cudaMalloc(&memory, sizeof made), cudaSuccess);
    indexed_fill(memory, first, COUNT);
    ck_assert_int_eq(cudaMemcpy(made, memory, sizeof made, cudaMemcpyDeviceToHost), cudaSuccess);
    for (uint64_t k = 0; k < COUNT; k++) {
        const uint32_t rank = (uint32_t)((first + k) % INDEXED_PERIOD * 40503 % INDEXED_PERIOD);
        const int value = INDEXED_OF_RANK(rank);
        ck_assert_msg((int)made[k] == value, "element %llu is %g, not %d",
                      (unsigned long long)(first + k), (double)made[k], value);
    }
    cudaFree(memory);
}
END_TEST

static struct part summed(struct share share)
{
    struct failure why = { 0 };
    struct part part;
    ck_assert_msg(part_open(&part, share, NULL, true, &why) == 0, "%s", why.text);
    ck_assert_msg(part_sum(&part, &why) == 0, "%s", why.text);
    part_close(&part);
    return part;
}

/* Of 10^7 ranks three, each with as little to do as a test can. */
START_TEST(a_share_of_a_trillion_is_summed_at_its_place)
{
    static const uint64_t numbers[] = { 0, 4999999, 9999999 };
    const uint64_t ranks = 10000000, each = TRILLION / ranks;
    const struct share share = share_of(TRILLION, numbers[_i], ranks);
    ck_assert_uint_eq(share.first, numbers[_i] * each);
    ck_assert_uint_eq(share.end - share.first, each);
    const struct part part = summed(share);
    const int64_t right = indexed_sum(share.first, each);
    ck_assert_msg(part.sum >= (double)right && part.sum <= (double)right, "%.17g, not %lld",
                  part.sum, (long long)right);
    ck_assert(part.right >= part.sum && part.right <= part.sum);
}
END_TEST

/* Across the boundary, in more than one piece. */
START_TEST(pieces_follow_each_other_beyond_32_and_40_bits)
{
    const uint64_t middle = UINT64_C(1) << (_i == 0 ? 32 : 40), around = 200001;
    const struct part part = summed((struct share){ middle - around, middle + around });
    ck_assert_uint_lt(part.piece_floats, 2 * around);
    ck_assert_int_eq((int64_t)part.sum, indexed_sum(middle - around, 2 * around));
}
END_TEST

START_TEST(shares_cover_the_array_without_gaps)
{
    static const uint64_t sizes[] = { 0, 1, 7, 1000, TRILLION, TRILLION + 7 };
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        const uint64_t ranks = (uint64_t)_i;
        uint64_t end = 0;
        for (uint64_t number = 0; number < ranks; number++) {
            const struct share share = share_of(sizes[k], number, ranks);
            ck_assert_uint_eq(share.first, end);
            ck_assert_uint_ge(share.end, share.first);
            end = share.end;
        }
        ck_assert_uint_eq(end, sizes[k]);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("part");
    TCase *tests = tcase_create("part");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, kernels_make_elements_of_their_index, 0, OFFSETS);
    tcase_add_loop_test(tests, a_share_of_a_trillion_is_summed_at_its_place, 0, 3);
    tcase_add_loop_test(tests, pieces_follow_each_other_beyond_32_and_40_bits, 0, 2);
    tcase_add_loop_test(tests, shares_cover_the_array_without_gaps, 1, 10);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
