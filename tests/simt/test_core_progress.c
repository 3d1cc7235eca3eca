/* Forward progress: lanes that poll do not keep the others from running, and
 * what never ends is stopped with a message. */
#define _GNU_SOURCE
#include <check.h>

#include "core_device.h"
#include "suite.h"

struct flags {
    volatile unsigned *flag;
    unsigned setter;
};

/* Everyone polls, with no call at all, for what one lane will write. */
static void poll_for_lane(const void *closure)
{
    const struct flags *f = closure;
    if (threadIdx.x == f->setter)
        f->flag[0] = 7;
    while (f->flag[0] == 0)
        ;
    f->flag[1 + threadIdx.x] = f->flag[0];
}

START_TEST(polling_inside_a_warp)
{
    const unsigned setters[] = { 0, 13, 31 };
    for (size_t i = 0; i < 3; i++) {
        const struct flags f = { device(33 * sizeof(unsigned)), setters[i] };
        launch(poll_for_lane, 1, 32, 0, &f);
        for (unsigned k = 1; k <= 32; k++)
            ck_assert_uint_eq(f.flag[k], 7);
    }
}
END_TEST

START_TEST(polling_for_another_warp)
{
    const struct flags f = { device(97 * sizeof(unsigned)), 95 };
    launch(poll_for_lane, 1, 96, 0, &f);
    ck_assert_uint_eq(f.flag[1], 7);
    ck_assert_uint_eq(f.flag[96], 7);
}
END_TEST

/* A barrier over the grid by hand: needs all blocks to be resident. */
static void meet(const void *closure)
{
    const struct flags *f = closure;
    simt_barrier();
    if (threadIdx.x == 0) {
        simt_atomic((void *)&f->flag[0], SIMT_ATOMIC_ADD, SIMT_U32, 1, 0, SIMT_SCOPE_DEVICE);
        while (f->flag[0] < gridDim.x)
            if (f->setter)
                simt_nanosleep(10);
    }
    simt_barrier();
    if (threadIdx.x == 0)
        f->flag[1 + blockIdx.x] = f->flag[0];
}

START_TEST(blocks_meet_by_polling)
{
    enum { BLOCKS = 24 };
    setenv("SIMT_THREADS", "2", 1);
    for (unsigned sleep = 0; sleep < 2; sleep++) {
        const struct flags f = { device((BLOCKS + 1) * sizeof(unsigned)), sleep };
        launch(meet, BLOCKS, 64, 0, &f);
        for (unsigned i = 1; i <= BLOCKS; i++)
            ck_assert_uint_eq(f.flag[i], BLOCKS);
    }
}
END_TEST

static void spin(const void *closure)
{
    const struct flags *f = closure;
    while (f->flag[0] == 0)
        ;
}

static void barriers_for_ever(const void *closure)
{
    const struct flags *f = closure;
    while (f->flag[0] == 0)
        simt_barrier();
}

static void atomics_for_ever(const void *closure)
{
    const struct flags *f = closure;
    while (simt_atomic((void *)f->flag, SIMT_ATOMIC_CAS, SIMT_U32, 1, 1, SIMT_SCOPE_DEVICE) == 0)
        ;
}

START_TEST(runaways_are_stopped)
{
    simt_entry *const entry[] = { spin, barriers_for_ever, atomics_for_ever };
    const struct flags f = { device(sizeof(unsigned)), 0 };
    setenv("SIMT_TIMEOUT", "0.2", 1);
    for (size_t i = 0; i < 3; i++) {
        const int kept = capture_begin();
        launch(entry[i], 100, 64, 0, &f);
        const char *message = capture_end(kept);
        ck_assert_contains(message, "error: runaway");
        ck_assert_contains(message, "test_core_progress.c:");
        ck_assert_contains(message, "SIMT_TIMEOUT=0");
        ck_assert_int_eq(simt_get_error(), SIMT_ERROR_LAUNCH_TIMEOUT);
        simt_reset_error();
    }
    const struct flags g = { device(33 * sizeof(unsigned)), 0 };
    launch(poll_for_lane, 1, 32, 0, &g); /* the workers are fit again */
    ck_assert_uint_eq(g.flag[1], 7);
}
END_TEST

static void long_but_fine(const void *closure)
{
    const struct flags *f = closure;
    for (unsigned i = 0; i < 30000000; i++)
        f->flag[0] = i;
}

START_TEST(slow_is_no_runaway)
{
    const struct flags f = { device(sizeof(unsigned)), 0 };
    setenv("SIMT_TIMEOUT", "0", 1);
    launch(long_but_fine, 1, 4, 0, &f);
    setenv("SIMT_TIMEOUT", "30", 1);
    launch(long_but_fine, 2, 2, 0, &f);
    ck_assert_int_eq(simt_get_error(), 0);
}
END_TEST

/* Interruptions at random places must leave no trace. */
static void busy(const void *closure)
{
    const struct flags *f = closure;
    double sum = 0;
    for (unsigned round = 0; round < 4; round++) {
        for (unsigned i = 1; i < 400000; i++)
            sum += 1.0 / i;
        simt_barrier();
    }
    f->flag[threadIdx.x] = (unsigned)(sum * 1000);
}

START_TEST(interruptions_leave_no_trace)
{
    const struct flags f = { device(128 * sizeof(unsigned)), 0 };
    launch(busy, 1, 128, 0, &f);
    for (unsigned i = 1; i < 128; i++)
        ck_assert_uint_eq(f.flag[i], f.flag[0]);
    ck_assert_int_eq(simt_get_error(), 0);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = { polling_inside_a_warp,  polling_for_another_warp,
                                   blocks_meet_by_polling, runaways_are_stopped,
                                   slow_is_no_runaway,     interruptions_leave_no_trace };
    return RUN_SUITE("core progress", tests);
}
