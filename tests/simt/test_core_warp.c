/* Warp operations: results, masks, independent groups. */
#define _GNU_SOURCE
#include <check.h>

#include "core_device.h"
#include "suite.h"

struct task {
    unsigned *out;
    unsigned operand, width, mask;
    enum simt_shuffle how;
};

enum { ALL = 0xffffffff };

static void shuffle(const void *closure)
{
    const struct task *t = closure;
    const unsigned me = threadIdx.x;
    t->out[me] = (unsigned)simt_shuffle(ALL, 100 + me, 4, t->how, t->operand, t->width);
}

/* The lane that is read, by the definition in the CUDA C++ guide. */
static unsigned expected(const struct task *t, unsigned lane)
{
    const int first = (int)(lane / t->width * t->width), last = first + (int)t->width - 1;
    const int self = (int)lane, operand = (int)t->operand;
    int source = self;
    if (t->how == SIMT_SHFL_IDX)
        source = first + operand % (int)t->width;
    else if (t->how == SIMT_SHFL_UP && self - operand >= first)
        source = self - operand;
    else if (t->how == SIMT_SHFL_DOWN && self + operand <= last)
        source = self + operand;
    else if (t->how == SIMT_SHFL_XOR && (self ^ operand) <= last)
        source = self ^ operand;
    return (unsigned)source;
}

START_TEST(shuffles)
{
    struct task t = { .out = device(64 * sizeof(unsigned)) };
    for (t.how = SIMT_SHFL_IDX; t.how <= SIMT_SHFL_XOR; t.how++) {
        for (t.width = 1; t.width <= 32; t.width *= 2) {
            for (t.operand = 0; t.operand < 32; t.operand++) {
                launch(shuffle, 1, 64, 0, &t);
                for (unsigned i = 0; i < 64; i++)
                    ck_assert_uint_eq(t.out[i], 100 + i / 32 * 32 + expected(&t, i % 32));
            }
        }
    }
}
END_TEST

static void wide_shuffle(const void *closure)
{
    const struct task *t = closure;
    const uint64_t value = (uint64_t)threadIdx.x << 40 | threadIdx.x;
    const uint64_t got = simt_shuffle(ALL, value, 8, SIMT_SHFL_XOR, 1, 32);
    t->out[threadIdx.x] =
        (unsigned)(got >> 40) + ((unsigned)got == (unsigned)(got >> 40) ? 0 : 999);
}

START_TEST(shuffles_carry_64_bits)
{
    const struct task t = { .out = device(32 * sizeof(unsigned)) };
    launch(wide_shuffle, 1, 32, 0, &t);
    for (unsigned i = 0; i < 32; i++)
        ck_assert_uint_eq(t.out[i], i ^ 1);
}
END_TEST

/* Odd and even lanes are two groups at once; lane 31 has left. */
static void halves(const void *closure)
{
    const struct task *t = closure;
    const unsigned me = threadIdx.x;
    if (me == 31)
        return;
    const unsigned mask = me % 2 ? 0xaaaaaaaa : 0x55555555;
    unsigned sum = me;
    for (unsigned offset = 16; offset > 1; offset /= 2)
        sum += (unsigned)simt_shuffle(mask, sum, 4, SIMT_SHFL_XOR, offset, 32) % 1000;
    t->out[me] = sum;
}

START_TEST(groups_are_independent)
{
    const struct task t = { .out = device(32 * sizeof(unsigned)) };
    launch(halves, 1, 32, 0, &t);
    ck_assert_uint_eq(t.out[0],
                      0 + 2 + 4 + 6 + 8 + 10 + 12 + 14 + 16 + 18 + 20 + 22 + 24 + 26 + 28 + 30);
    ck_assert_int_eq(simt_get_error(), 0);
}
END_TEST

static void read_absent(const void *closure)
{
    const struct task *t = closure;
    if (threadIdx.x < 8)
        t->out[threadIdx.x] = (unsigned)simt_shuffle(0xff, 1, 4, SIMT_SHFL_IDX, 20, 32);
}

START_TEST(absent_lanes_give_poison)
{
    const struct task t = { .out = device(32 * sizeof(unsigned)) };
    launch(read_absent, 1, 32, 0, &t);
    for (unsigned i = 0; i < 8; i++)
        ck_assert_uint_eq(t.out[i], SIMT_POISON);
}
END_TEST

static void votes(const void *closure)
{
    const struct task *t = closure;
    const unsigned me = threadIdx.x;
    const int mine = t->mask >> me & 1;
    unsigned *out = t->out + 8 * me;
    int all;
    out[0] = (unsigned)simt_vote_all(ALL, mine);
    out[1] = (unsigned)simt_vote_any(ALL, mine * 7);
    out[2] = simt_vote_ballot(ALL, mine);
    out[3] = simt_match_any(ALL, me % 5, 4);
    out[4] = simt_match_all(ALL, (uint64_t)mine, 4, &all);
    out[5] = (unsigned)all;
}

START_TEST(votes_and_matches)
{
    const unsigned cases[] = { 0, 0x80000001, ALL };
    for (size_t c = 0; c < 3; c++) {
        const unsigned mask = cases[c];
        const struct task t = { .out = device(8 * 32 * sizeof(unsigned)), .mask = mask };
        launch(votes, 1, 32, 0, &t);
        for (unsigned i = 0; i < 32; i++) {
            const unsigned *out = t.out + 8 * i;
            ck_assert_uint_eq(out[0], mask == ALL);
            ck_assert_uint_eq(out[1], mask != 0);
            ck_assert_uint_eq(out[2], mask);
            for (unsigned k = 0; k < 32; k++)
                ck_assert_uint_eq(out[3] >> k & 1, k % 5 == i % 5);
            ck_assert_uint_eq(out[4], mask == 0 || mask == ALL ? ALL : 0);
            ck_assert_uint_eq(out[5], mask == 0 || mask == ALL);
        }
    }
}
END_TEST

static void reductions(const void *closure)
{
    const struct task *t = closure;
    const unsigned me = threadIdx.x;
    const unsigned value = me - 16; /* negative in the lower half */
    unsigned *out = t->out + 8 * me;
    out[0] = simt_reduce(ALL, value, SIMT_ADD, 1);
    out[1] = simt_reduce(ALL, value, SIMT_MIN, 1);
    out[2] = simt_reduce(ALL, value, SIMT_MAX, 1);
    out[3] = simt_reduce(ALL, value, SIMT_MIN, 0);
    out[4] = simt_reduce(ALL, me, SIMT_AND, 0);
    out[5] = simt_reduce(ALL, me, SIMT_OR, 0);
    out[6] = simt_reduce(ALL, me, SIMT_XOR, 0);
}

START_TEST(reduces)
{
    const struct task t = { .out = device(8 * 32 * sizeof(unsigned)) };
    launch(reductions, 1, 32, 0, &t);
    const unsigned want[] = { (unsigned)-16, (unsigned)-16, 15, 0, 0, 31, 0 };
    for (unsigned i = 0; i < 32; i++)
        for (size_t k = 0; k < 7; k++)
            ck_assert_uint_eq(t.out[8 * i + k], want[k]);
}
END_TEST

static void active(const void *closure)
{
    const struct task *t = closure;
    const unsigned me = threadIdx.x;
    if (me % 3 == 0)
        t->out[me] = simt_active_mask();
    else
        t->out[me] = simt_active_mask();
}

START_TEST(active_mask_is_who_stands_together)
{
    const struct task t = { .out = device(32 * sizeof(unsigned)) };
    unsigned thirds = 0;
    launch(active, 1, 32, 0, &t);
    for (unsigned i = 0; i < 32; i += 3)
        thirds |= 1u << i;
    for (unsigned i = 0; i < 32; i++)
        ck_assert_uint_eq(t.out[i], i % 3 == 0 ? thirds : ~thirds);
}
END_TEST

static void not_in_mask(const void *closure)
{
    (void)closure;
    simt_warp_sync(0xffff);
}

START_TEST(caller_must_be_in_mask)
{
    const char *message = message_of(not_in_mask, 32, NULL);
    ck_assert_contains(message, "test_core_warp.c:");
    ck_assert_contains(message, "__syncwarp: lane 16 calls it with mask 0x0000ffff");
    ck_assert_int_eq(simt_get_error(), SIMT_ERROR_LAUNCH_FAILURE);
}
END_TEST

/* closure: how many lanes take the first branch. */
static void full_mask_in_branch(const void *closure)
{
    if (threadIdx.x < *(const unsigned *)closure)
        simt_shuffle(ALL, 0, 4, SIMT_SHFL_DOWN, 1, 32);
    else
        simt_vote_any(ALL, 1);
}

static const char *deadlock_of(unsigned lanes)
{
    return message_of(full_mask_in_branch, 32, &lanes);
}

START_TEST(deadlock_names_both_calls)
{
    const char *message = deadlock_of(24);
    ck_assert_contains(message, "lanes 0-23 of warp 0 wait in __shfl_down_sync at ");
    ck_assert_contains(message, "for lanes 24-31, which wait in __any_sync at ");
}
END_TEST

START_TEST(deadlock_of_one_lane)
{
    const char *message = deadlock_of(1);
    ck_assert_contains(message, "deadlock: lane 0 of warp 0 waits in __shfl_down_sync at ");
    ck_assert_contains(message, "for lanes 1-31, which wait in __any_sync at ");
}
END_TEST

START_TEST(deadlock_for_one_lane)
{
    const char *message = deadlock_of(31);
    ck_assert_contains(message, "deadlock: lanes 0-30 of warp 0 wait in __shfl_down_sync at ");
    ck_assert_contains(message, "for lane 31, which waits in __any_sync at ");
}
END_TEST

START_TEST(partial_warps_meet)
{
    for (unsigned threads = 1; threads < 70; threads += 7) {
        struct task t = { .out = device(96 * sizeof(unsigned)), .how = SIMT_SHFL_IDX, .width = 32 };
        launch(shuffle, 1, threads, 0, &t);
        for (unsigned i = 0; i < threads; i++)
            ck_assert_uint_eq(t.out[i], 100 + i / 32 * 32);
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = { shuffles,
                                   shuffles_carry_64_bits,
                                   groups_are_independent,
                                   absent_lanes_give_poison,
                                   votes_and_matches,
                                   reduces,
                                   active_mask_is_who_stands_together,
                                   caller_must_be_in_mask,
                                   deadlock_names_both_calls,
                                   deadlock_of_one_lane,
                                   deadlock_for_one_lane,
                                   partial_warps_meet };
    return RUN_SUITE("core warp", tests);
}
