/* Cooperative launches: all blocks resident, barriers over the grid. */
#define _GNU_SOURCE
#include <check.h>

#include "core_device.h"
#include "suite.h"

struct task {
    unsigned *value;
    unsigned rounds;
};

static void launch_together(simt_entry *entry, unsigned grid, unsigned block, const void *closure)
{
    const struct simt_config config = { .grid = { grid, 1, 1 },
                                        .block = { block, 1, 1 },
                                        .cooperative = 1 };
    launch_config(entry, closure, &config);
}

/* Each thread passes its value to the next thread of the grid. */
static void ring(const void *closure)
{
    const struct task *t = closure;
    const unsigned all = gridDim.x * blockDim.x, me = blockIdx.x * blockDim.x + threadIdx.x;
    t->value[me] = me;
    for (unsigned round = 0; round < t->rounds; round++) {
        simt_grid_barrier();
        const unsigned value = t->value[(me + 1) % all];
        simt_grid_barrier();
        t->value[me] = value;
        simt_barrier();
    }
}

START_TEST(grid_barrier_orders)
{
    const unsigned grids[] = { 1, 2, 3, 50, 132 };
    for (size_t i = 0; i < 5; i++) {
        const unsigned all = grids[i] * 96;
        const struct task t = { device(all * sizeof(unsigned)), 4 };
        launch_together(ring, grids[i], 96, &t);
        ck_assert_int_eq(simt_get_error(), 0);
        for (unsigned k = 0; k < all; k++)
            ck_assert_uint_eq(t.value[k], (k + 4) % all);
    }
}
END_TEST

START_TEST(all_seeds)
{
    for (int seed = 1; seed < 10; seed++) {
        char text[16];
        snprintf(text, sizeof text, "%d", seed);
        setenv("SIMT_SEED", text, 1);
        const struct task t = { device(640 * sizeof(unsigned)), 3 };
        launch_together(ring, 10, 64, &t);
        ck_assert_uint_eq(t.value[639], 2);
    }
}
END_TEST

START_TEST(too_many_blocks)
{
    const struct task t = { device(sizeof(unsigned)), 0 };
    launch_together(ring, 132 * 2 + 1, 1024, &t);
    ck_assert_int_eq(simt_take_error(), SIMT_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE);
    ck_assert_int_eq(simt_sticky_error(), 0);
}
END_TEST

START_TEST(plain_launches_have_no_grid_barrier)
{
    const struct task t = { device(64 * sizeof(unsigned)), 1 };
    ck_assert_contains(message_of(ring, 64, &t), "not launched cooperatively");
}
END_TEST

static void some_leave(const void *closure)
{
    const struct task *t = closure;
    if (blockIdx.x % 2 == 1 || threadIdx.x == 5)
        return;
    simt_grid_barrier();
    simt_atomic(t->value, SIMT_ATOMIC_ADD, SIMT_U32, 1, 0, SIMT_SCOPE_DEVICE);
}

START_TEST(those_that_left_are_not_waited_for)
{
    const struct task t = { device(sizeof(unsigned)), 0 };
    launch_together(some_leave, 20, 32, &t);
    ck_assert_int_eq(simt_get_error(), 0);
    ck_assert_uint_eq(*t.value, 10 * 31);
}
END_TEST

static void one_strays(const void *closure)
{
    (void)closure;
    if (blockIdx.x == 7 && threadIdx.x < 32)
        simt_barrier();
    simt_grid_barrier();
}

START_TEST(deadlock_over_the_grid)
{
    const int kept = capture_begin();
    launch_together(one_strays, 12, 64, NULL);
    const char *message = capture_end(kept);
    ck_assert_contains(message, "error: deadlock");
    ck_assert_contains(message, "grid.sync()");
    ck_assert_contains(message, "__syncthreads");
    ck_assert_contains(message, "block (7,0,0)");
}
END_TEST

int main(void)
{
    const TTest *const tests[] = { grid_barrier_orders,
                                   all_seeds,
                                   too_many_blocks,
                                   plain_launches_have_no_grid_barrier,
                                   those_that_left_are_not_waited_for,
                                   deadlock_over_the_grid };
    return RUN_SUITE("core cooperative", tests);
}
