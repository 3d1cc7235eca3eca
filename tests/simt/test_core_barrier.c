/* __syncthreads: who waits for whom, and what happens when they do not meet. */
#define _GNU_SOURCE
#include <check.h>

#include "core_device.h"
#include "suite.h"

struct task {
    unsigned *out;
    unsigned n;
};

/* Each round every thread reads what its neighbour wrote in the last one. */
static void ring(const void *closure)
{
    const struct task *t = closure;
    unsigned *row = simt_shared_dynamic("row");
    const unsigned me = threadIdx.x, next = (me + 1) % blockDim.x;
    row[me] = me;
    for (unsigned round = 0; round < t->n; round++) {
        simt_barrier();
        const unsigned value = row[next];
        simt_barrier();
        row[me] = value;
    }
    t->out[blockIdx.x * blockDim.x + me] = row[me];
}

START_TEST(orders_memory)
{
    for (unsigned threads = 1; threads <= 1024; threads = threads * 3 + 1) {
        struct simt_launch_stats stats;
        const struct task t = { device(20 * threads * sizeof(unsigned)), 5 };
        launch(ring, 20, threads, threads * sizeof(unsigned), &t);
        for (unsigned i = 0; i < 20 * threads; i++)
            ck_assert_uint_eq(t.out[i], (i % threads + 5) % threads);
        simt_last_launch(&stats);
        ck_assert_uint_eq(stats.barriers, 20 * 10);
    }
}
END_TEST

static void leave_early(const void *closure)
{
    const struct task *t = closure;
    unsigned *count = simt_shared_dynamic("count");
    if (threadIdx.x >= t->n)
        return;
    if (threadIdx.x == 0)
        *count = 0;
    simt_barrier();
    simt_atomic(count, SIMT_ATOMIC_ADD, SIMT_U32, 1, 0, SIMT_SCOPE_BLOCK);
    simt_barrier();
    t->out[threadIdx.x] = *count;
}

START_TEST(counts_only_those_that_stay)
{
    for (unsigned stay = 1; stay <= 256; stay += 51) {
        const struct task t = { device(256 * sizeof(unsigned)), stay };
        launch(leave_early, 1, 256, sizeof(unsigned), &t);
        for (unsigned i = 0; i < stay; i++)
            ck_assert_uint_eq(t.out[i], stay);
        ck_assert_int_eq(simt_get_error(), 0);
    }
}
END_TEST

static void leave_between(const void *closure)
{
    const struct task *t = closure;
    simt_barrier();
    if (threadIdx.x >= t->n)
        return;
    simt_barrier();
}

START_TEST(nobody_leaves_between_barriers)
{
    const struct task all = { NULL, 64 }, some = { NULL, 40 };
    launch(leave_between, 1, 64, 0, &all);
    ck_assert_int_eq(simt_get_error(), 0);
    launch(leave_between, 1, 64, 0, &some);
    ck_assert_int_ne(simt_get_error(), 0);
}
END_TEST

static void predicates(const void *closure)
{
    const struct task *t = closure;
    const int mine = threadIdx.x < t->n;
    unsigned *out = t->out + 4 * threadIdx.x;
    out[0] = (unsigned)simt_barrier_count(mine);
    out[1] = (unsigned)simt_barrier_and(mine);
    out[2] = (unsigned)simt_barrier_or(mine);
    simt_barrier();
    out[3] = (unsigned)simt_barrier_count(1);
}

START_TEST(gathers_predicates)
{
    enum { THREADS = 100 };
    const unsigned cases[] = { 0, 1, 57, THREADS };
    for (size_t c = 0; c < 4; c++) {
        const struct task t = { device(4 * THREADS * sizeof(unsigned)), cases[c] };
        launch(predicates, 1, THREADS, 0, &t);
        for (unsigned i = 0; i < THREADS; i++) {
            ck_assert_uint_eq(t.out[4 * i], cases[c]);
            ck_assert_uint_eq(t.out[4 * i + 1], cases[c] == THREADS);
            ck_assert_uint_eq(t.out[4 * i + 2], cases[c] != 0);
            ck_assert_uint_eq(t.out[4 * i + 3], THREADS);
        }
    }
}
END_TEST

static int last_line; /* of the marked barrier */

static void diverge(const void *closure)
{
    (void)closure;
    if (threadIdx.x < 16) {
        last_line = __LINE__ + 1;
        simt_barrier();
    } else {
        simt_barrier();
    }
}

START_TEST(divergence_is_named)
{
    char here[100], there[100];
    const char *message = message_of(diverge, 64, NULL);
    snprintf(there, sizeof there, "test_core_barrier.c:%d\n", last_line);
    snprintf(here, sizeof here, "test_core_barrier.c:%d: error: barrier divergence", last_line + 2);
    ck_assert_contains(message, here);
    there[strlen(there) - 1] = ' ';
    ck_assert_contains(message, there);
    ck_assert_contains(message, "kernel kernel, block (0,0,0), thread (16,0,0)");
    ck_assert_contains(message, "16 threads of its block wait");
    ck_assert_contains(message, "advice: ");
    ck_assert_int_eq(simt_get_error(), SIMT_ERROR_LAUNCH_FAILURE);
    ck_assert_int_eq(simt_sticky_error(), SIMT_ERROR_LAUNCH_FAILURE);
}
END_TEST

static void mixed_kinds(const void *closure)
{
    (void)closure;
    if (threadIdx.x == 3)
        simt_barrier_count(1);
    else
        simt_barrier();
}

START_TEST(kinds_do_not_mix)
{
    ck_assert_contains(message_of(mixed_kinds, 8, NULL), "__syncthreads_count");
}
END_TEST

/* The compiler may copy the call for each round: still one place. */
static void unrolled(const void *closure)
{
    const struct task *t = closure;
#pragma GCC unroll 8
    for (unsigned i = 0; i < 8; i++) {
        if (threadIdx.x % 2 == i % 2)
            t->out[threadIdx.x] += i;
        simt_barrier();
    }
}

START_TEST(copies_of_one_call_meet)
{
    const struct task t = { device(64 * sizeof(unsigned)), 0 };
    launch(unrolled, 1, 64, 0, &t);
    ck_assert_int_eq(simt_get_error(), 0);
    ck_assert_uint_eq(t.out[0], 0 + 2 + 4 + 6);
    ck_assert_uint_eq(t.out[1], 1 + 3 + 5 + 7);
}
END_TEST

static void barrier_against_shuffle(const void *closure)
{
    (void)closure;
    if (threadIdx.x / 32 == 1 && threadIdx.x % 32 < 16)
        simt_warp_sync(~0u);
    simt_barrier();
}

START_TEST(deadlock_is_told)
{
    const char *message = message_of(barrier_against_shuffle, 128, NULL);
    ck_assert_contains(message, "error: deadlock");
    ck_assert_contains(message, "lanes 0-15 of warp 1 wait in __syncwarp at ");
    ck_assert_contains(message, "for lanes 16-31, which wait in __syncthreads at ");
    ck_assert_contains(message, "  warps 2-3: all lanes wait in __syncthreads at ");
    ck_assert_int_eq(simt_get_error(), SIMT_ERROR_LAUNCH_TIMEOUT);
}
END_TEST

START_TEST(a_bad_launch_stops_all_blocks)
{
    const int kept = capture_begin();
    launch(diverge, 1000, 64, 0, NULL);
    const char *message = capture_end(kept);
    ck_assert_ptr_null(strstr(strstr(message, "error:") + 1, "error:")); /* told once */
    launch(ring, 1, 1, 4, NULL); /* refused: the error sticks */
    ck_assert_int_eq(simt_take_error(), SIMT_ERROR_LAUNCH_FAILURE);
    simt_reset_error();
    const struct task t = { device(64 * sizeof(unsigned)), 3 };
    launch(ring, 1, 64, 64 * sizeof(unsigned), &t);
    ck_assert_int_eq(simt_get_error(), 0);
    ck_assert_uint_eq(t.out[0], 3);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = { orders_memory,
                                   counts_only_those_that_stay,
                                   nobody_leaves_between_barriers,
                                   gathers_predicates,
                                   divergence_is_named,
                                   kinds_do_not_mix,
                                   copies_of_one_call_meet,
                                   deadlock_is_told,
                                   a_bad_launch_stops_all_blocks };
    return RUN_SUITE("core barrier", tests);
}
