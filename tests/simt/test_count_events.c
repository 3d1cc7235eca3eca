/* The counters of single events: accesses, barriers, warp operations, branches. */
#include "made_up.h"
#include "suite.h"

/* ---- memory ------------------------------------------------------------------------ */

START_TEST(shared_accesses_are_counted_by_kind)
{
    begin_launch(32);
    access_memory(SIMT_LOAD, SIMT_SPACE_SHARED, ~0u, 4, 0x1000, 8);
    access_memory(SIMT_LOAD, SIMT_SPACE_SHARED, 0xffffu, 4, 0x1000, 4);
    access_memory(SIMT_STORE, SIMT_SPACE_SHARED, ~0u, 4, 0x1000, 4);
    access_memory(SIMT_ATOMIC_ACCESS, SIMT_SPACE_SHARED, 0xffu, 4, 0x1000, 0);
    end_launch();
    ck_assert_uint_eq(value(SIMT_COUNT_SHARED_LOAD_REQUESTS), 2);
    ck_assert_uint_eq(value(SIMT_COUNT_SHARED_LOAD_LANES), 48);
    ck_assert_uint_eq(value(SIMT_COUNT_SHARED_LOAD_WAVEFRONTS), 3);
    ck_assert_uint_eq(value(SIMT_COUNT_SHARED_LOAD_CONFLICTS), 1);
    ck_assert_uint_eq(value(SIMT_COUNT_SHARED_STORE_WAVEFRONTS), 1);
    ck_assert_uint_eq(value(SIMT_COUNT_SHARED_STORE_CONFLICTS), 0);
    ck_assert_uint_eq(value(SIMT_COUNT_SHARED_ATOMIC_REQUESTS), 1);
    ck_assert_uint_eq(value(SIMT_COUNT_SHARED_ATOMIC_WAVEFRONTS), 8);
    ck_assert_uint_eq(value(SIMT_COUNT_SHARED_ATOMIC_QUEUE), 8);
    ck_assert_uint_eq(value(SIMT_COUNT_GLOBAL_LOAD_REQUESTS), 0);
}
END_TEST

START_TEST(global_accesses_are_counted_by_kind)
{
    begin_launch(32);
    access_memory(SIMT_LOAD, SIMT_SPACE_GLOBAL, ~0u, 4, 0x1000, 4);
    access_memory(SIMT_LOAD, SIMT_SPACE_SYMBOL, ~0u, 4, 0x1000, 32);
    access_memory(SIMT_STORE, SIMT_SPACE_GLOBAL, 1, 4, 0x1000, 4);
    end_launch();
    ck_assert_uint_eq(value(SIMT_COUNT_GLOBAL_LOAD_REQUESTS), 2);
    ck_assert_uint_eq(value(SIMT_COUNT_GLOBAL_LOAD_SECTORS), 4 + 32);
    ck_assert_uint_eq(value(SIMT_COUNT_GLOBAL_LOAD_BYTES), 256);
    ck_assert_uint_eq(value(SIMT_COUNT_GLOBAL_STORE_SECTORS), 1);
    ck_assert_uint_eq(value(SIMT_COUNT_GLOBAL_STORE_BYTES), 4);
    ck_assert_uint_eq(value(SIMT_COUNT_SHARED_LOAD_REQUESTS), 0);
}
END_TEST

START_TEST(the_hottest_address_is_followed_over_the_launch)
{
    begin_launch(32);
    for (unsigned i = 0; i < 10; i++)
        access_memory(SIMT_ATOMIC_ACCESS, SIMT_SPACE_GLOBAL, ~0u, 4, 0x1000, 4);
    for (unsigned i = 0; i < 3; i++)
        access_memory(SIMT_ATOMIC_ACCESS, SIMT_SPACE_GLOBAL, 0xffffu, 4, 0x1004, 0);
    end_launch();
    ck_assert_uint_eq(counted.hottest, 10 + 3 * 16);
    ck_assert_uint_eq(value(SIMT_COUNT_GLOBAL_ATOMIC_QUEUE), 16);
    ck_assert_uint_eq(value(SIMT_COUNT_GLOBAL_ATOMIC_REQUESTS), 13);
    ck_assert_uint_eq(value(SIMT_COUNT_GLOBAL_ATOMIC_SECTORS), 10 * 4 + 3 * 16);
}
END_TEST

START_TEST(many_addresses_do_not_hide_the_hottest)
{
    begin_launch(32);
    access_memory(SIMT_ATOMIC_ACCESS, SIMT_SPACE_GLOBAL, ~0u, 4, 0x1000, 0);
    for (unsigned i = 0; i < 3000; i++)
        access_memory(SIMT_ATOMIC_ACCESS, SIMT_SPACE_GLOBAL, ~0u, 4, 0x100000 + 128 * i, 4);
    access_memory(SIMT_ATOMIC_ACCESS, SIMT_SPACE_GLOBAL, ~0u, 4, 0x1000, 0);
    end_launch();
    ck_assert_uint_eq(counted.hottest, 64);
}
END_TEST

START_TEST(what_is_no_device_memory_is_left_out)
{
    begin_launch(32);
    access_memory(SIMT_LOAD, SIMT_SPACE_UNKNOWN, ~0u, 4, 0x1000, 4);
    access_memory(SIMT_LOAD, SIMT_SPACE_LOCAL, ~0u, 4, 0x1000, 4);
    access_memory(SIMT_STORE, SIMT_SPACE_LOCAL, ~0u, 4, 0x1000, 4);
    access_memory(SIMT_LOAD, SIMT_SPACE_CONSTANT, ~0u, 4, 0x1000, 0);
    end_launch();
    ck_assert_uint_eq(value(SIMT_COUNT_CONSTANT_LOAD_REQUESTS), 1);
    ck_assert_uint_eq(value(SIMT_COUNT_GLOBAL_LOAD_REQUESTS), 0);
    ck_assert_uint_eq(value(SIMT_COUNT_SHARED_LOAD_REQUESTS), 0);
}
END_TEST

/* ---- control ------------------------------------------------------------------------ */

START_TEST(barriers_count_per_warp_and_per_block)
{
    begin_launch(64);
    for (unsigned warp = 0; warp < 2; warp++) {
        const struct simt_barrier_arrival arrival = {
            .block = &block, .warp = warp, .active = ~0u, .alive = ~0u, .pc = &code[1]
        };
        simt_emit_barrier_arrive(&listeners, &arrival);
    }
    simt_emit_barrier_complete(&listeners, &block);
    end_launch();
    ck_assert_uint_eq(value(SIMT_COUNT_BARRIERS), 2);
    ck_assert_uint_eq(value(SIMT_COUNT_BARRIERS_COMPLETED), 1);
}
END_TEST

START_TEST(warp_operations_count_by_kind)
{
    static const enum simt_warp_op_kind kinds[] = { SIMT_WARP_SYNC,   SIMT_WARP_SHUFFLE,
                                                    SIMT_WARP_VOTE,   SIMT_WARP_MATCH,
                                                    SIMT_WARP_REDUCE, SIMT_WARP_ACTIVE_MASK };
    begin_launch(32);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        for (size_t times = 0; times <= i; times++) {
            const struct simt_warp_op op = { .block = &block, .kind = kinds[i], .pc = &code[2] };
            simt_emit_warp_op(&listeners, &op);
        }
    }
    end_launch();
    ck_assert_uint_eq(value(SIMT_COUNT_WARP_SYNCS), 1);
    ck_assert_uint_eq(value(SIMT_COUNT_SHUFFLES), 2);
    ck_assert_uint_eq(value(SIMT_COUNT_VOTES), 3);
    ck_assert_uint_eq(value(SIMT_COUNT_MATCHES), 4);
    ck_assert_uint_eq(value(SIMT_COUNT_REDUCTIONS), 5);
}
END_TEST

/* Blocks: 0 begins, 1 is the `then` part, 2 comes after it. */
START_TEST(a_branch_that_all_lanes_take_alike_does_not_diverge)
{
    begin_launch(32);
    enter(0, ~0u);
    enter(1, ~0u);
    enter(2, ~0u);
    leave(~0u);
    end_launch();
    ck_assert_uint_eq(value(SIMT_COUNT_BASIC_BLOCKS), 3);
    ck_assert_uint_eq(value(SIMT_COUNT_BASIC_BLOCK_LANES), 96);
    ck_assert_uint_eq(value(SIMT_COUNT_BRANCHES), 0);
    ck_assert_uint_eq(value(SIMT_COUNT_DIVERGENT_BRANCHES), 0);
}
END_TEST

START_TEST(a_branch_that_splits_the_lanes_diverges_once)
{
    begin_launch(32);
    enter(0, ~0u);
    enter(1, 0xffu);
    enter(2, ~0u); /* together again */
    leave(~0u);
    end_launch();
    ck_assert_uint_eq(value(SIMT_COUNT_BRANCHES), 1);
    ck_assert_uint_eq(value(SIMT_COUNT_DIVERGENT_BRANCHES), 1);
    ck_assert_uint_eq(value(SIMT_COUNT_BASIC_BLOCK_LANES), 32 + 8 + 32);
}
END_TEST

START_TEST(warps_that_go_different_ways_branch_without_divergence)
{
    begin_launch(64);
    for (unsigned warp = 0; warp < 2; warp++) {
        const struct simt_enter first = { &block, warp, ~0u, ~0u, &code[0] };
        const struct simt_enter then = { &block, warp, ~0u, ~0u, &code[1 + warp] };
        const struct simt_lane_exit left = { &block, warp, ~0u, 0 };
        simt_emit_enter(&listeners, &first);
        simt_emit_enter(&listeners, &then);
        simt_emit_lane_exit(&listeners, &left);
    }
    end_launch();
    ck_assert_uint_eq(value(SIMT_COUNT_BRANCHES), 2);
    ck_assert_uint_eq(value(SIMT_COUNT_DIVERGENT_BRANCHES), 0);
}
END_TEST

START_TEST(leaving_early_is_a_way_too)
{
    begin_launch(32);
    enter(0, ~0u);
    leave(0xfu);
    enter(1, ~0xfu);
    leave(~0xfu);
    end_launch();
    ck_assert_uint_eq(value(SIMT_COUNT_BRANCHES), 1);
    ck_assert_uint_eq(value(SIMT_COUNT_DIVERGENT_BRANCHES), 1);
}
END_TEST

START_TEST(a_loop_with_lanes_that_end_one_after_the_other)
{
    begin_launch(32);
    enter(0, ~0u);
    for (unsigned lanes = 32; lanes > 0; lanes--)
        enter(1, lanes == 32 ? ~0u : (1u << lanes) - 1); /* its end is the loop's branch */
    enter(2, ~0u);
    leave(~0u);
    end_launch();
    ck_assert_uint_eq(value(SIMT_COUNT_BRANCHES), 32);
    /* The last trip has one lane, which cannot split. */
    ck_assert_uint_eq(value(SIMT_COUNT_DIVERGENT_BRANCHES), 31);
}
END_TEST

START_TEST(all_32_lanes_on_ways_of_their_own)
{
    begin_launch(32);
    enter(0, ~0u);
    for (unsigned lane = 0; lane < 32; lane++)
        enter(1 + lane % 4, 1u << lane);
    for (unsigned lane = 0; lane < 32; lane++)
        leave(1u << lane);
    end_launch();
    ck_assert_uint_eq(value(SIMT_COUNT_DIVERGENT_BRANCHES), 1);
    ck_assert_uint_eq(value(SIMT_COUNT_BASIC_BLOCKS), 33);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        shared_accesses_are_counted_by_kind,
        global_accesses_are_counted_by_kind,
        the_hottest_address_is_followed_over_the_launch,
        many_addresses_do_not_hide_the_hottest,
        what_is_no_device_memory_is_left_out,
        barriers_count_per_warp_and_per_block,
        warp_operations_count_by_kind,
        a_branch_that_all_lanes_take_alike_does_not_diverge,
        a_branch_that_splits_the_lanes_diverges_once,
        warps_that_go_different_ways_branch_without_divergence,
        leaving_early_is_a_way_too,
        a_loop_with_lanes_that_end_one_after_the_other,
        all_32_lanes_on_ways_of_their_own,
    };
    return RUN_SUITE("count: events", tests);
}
