/* Schedules: ascending without a seed, permuted and repeatable with one. */
#define _GNU_SOURCE
#include <check.h>

#include "core_device.h"
#include "suite.h"

enum { THREADS = 96, BLOCKS = 10 };

struct task {
    unsigned *order; /* the lanes of a block in the order in which they ran */
    unsigned *next;  /* one counter for each block */
    unsigned *sum;
};

static void note(const struct task *t, unsigned round)
{
    const unsigned turn = t->next[blockIdx.x]++;
    t->order[(blockIdx.x * 2 + round) * THREADS + turn % THREADS] = threadIdx.x;
}

static void record(const void *closure)
{
    const struct task *t = closure;
    unsigned *row = simt_shared_dynamic("row");
    note(t, 0);
    row[threadIdx.x] = threadIdx.x;
    simt_barrier();
    note(t, 1);
    for (unsigned stride = 48; stride >= 3; stride /= 2) {
        if (threadIdx.x < stride)
            row[threadIdx.x] += row[threadIdx.x + stride];
        simt_barrier();
    }
    if (threadIdx.x == 0)
        t->sum[blockIdx.x] = row[0] + row[1] + row[2];
}

static const unsigned *orders(const char *seed)
{
    const struct task t = { device(2 * BLOCKS * THREADS * sizeof(unsigned)),
                            device(BLOCKS * sizeof(unsigned)), device(BLOCKS * sizeof(unsigned)) };
    setenv("SIMT_SEED", seed, 1);
    launch(record, BLOCKS, THREADS, THREADS * sizeof(unsigned), &t);
    for (unsigned i = 0; i < BLOCKS; i++)
        ck_assert_uint_eq(t.sum[i], THREADS * (THREADS - 1) / 2);
    return t.order;
}

START_TEST(ascending_without_seed)
{
    const unsigned *order = orders("0");
    for (unsigned i = 0; i < 2 * BLOCKS * THREADS; i++)
        ck_assert_uint_eq(order[i], i % THREADS);
}
END_TEST

static int same(const unsigned *a, const unsigned *b, unsigned count)
{
    return memcmp(a, b, count * sizeof *a) == 0;
}

START_TEST(seeds_permute)
{
    const unsigned *one = orders("1"), *two = orders("2"), *again = orders("1");
    ck_assert(!same(one, two, THREADS));
    ck_assert(!same(one, one + THREADS, THREADS));     /* from barrier to barrier */
    ck_assert(!same(one, one + 2 * THREADS, THREADS)); /* from block to block */
    ck_assert(same(one, again, 2 * BLOCKS * THREADS));
    for (unsigned i = 0; i < 2 * BLOCKS; i++) {
        unsigned seen[THREADS] = { 0 };
        for (unsigned k = 0; k < THREADS; k++)
            seen[one[i * THREADS + k]]++;
        for (unsigned k = 0; k < THREADS; k++)
            ck_assert_uint_eq(seen[k], 1);
    }
}
END_TEST

START_TEST(results_hold_for_every_seed)
{
    for (int seed = 1; seed <= 50; seed++) {
        char text[16];
        snprintf(text, sizeof text, "%d", seed);
        orders(text);
    }
}
END_TEST

START_TEST(workers_do_not_change_the_schedule)
{
    setenv("SIMT_THREADS", "1", 1);
    const unsigned *one = orders("9");
    setenv("SIMT_THREADS", "4", 1);
    ck_assert(same(one, orders("9"), 2 * BLOCKS * THREADS));
}
END_TEST

int main(void)
{
    const TTest *const tests[] = { ascending_without_seed, seeds_permute,
                                   results_hold_for_every_seed,
                                   workers_do_not_change_the_schedule };
    return RUN_SUITE("core seed", tests);
}
