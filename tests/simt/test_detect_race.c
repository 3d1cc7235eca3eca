/*
 * The race detector by hand: two blocks of 64 threads, one word, and every way
 * in which two accesses can be ordered or not.
 */
#include "publish.h"
#include "race.h"
#include "suite.h"

#include <string.h>

enum { THREADS = 64, FIRST = 10, COUNTER = 0x1000 };

static struct order block[2];
static struct cell word;

static void begin(void)
{
    publish_end(); /* of the case before, in one test */
    publish_begin(FIRST, 2, 0);
    memset(&word, 0, sizeof word);
    for (unsigned i = 0; i < 2; i++)
        order_begin(&block[i], FIRST + i, THREADS);
}

/* An access of a thread of block b; 1 if it races with an earlier one. */
static int touch(unsigned b, unsigned thread, enum race_kind kind)
{
    struct race_other other;
    const struct race_actor me = { &block[b], FIRST, thread, 1, kind };
    return !race_access_fresh(&word, &me) && race_access(&word, &me, &other);
}

/* Both orders must give the same answer. */
static void check_pair(unsigned thread, enum race_kind kind, unsigned other_block,
                       unsigned other_thread, enum race_kind other_kind, int races)
{
    begin();
    ck_assert_int_eq(touch(0, thread, kind), 0);
    ck_assert_int_eq(touch(other_block, other_thread, other_kind), races);
    begin();
    ck_assert_int_eq(touch(other_block, other_thread, other_kind), 0);
    ck_assert_int_eq(touch(0, thread, kind), races);
}

/* ---- nothing orders ---------------------------------------------------------------- */

START_TEST(what_races)
{
    static const unsigned thread[] = { 1, 40 }; /* of the same warp, of another */
    for (unsigned i = 0; i < 2; i++) {
        check_pair(0, RACE_READ, 0, thread[i], RACE_READ, 0);
        check_pair(0, RACE_READ, 0, thread[i], RACE_WRITE, 1);
        check_pair(0, RACE_WRITE, 0, thread[i], RACE_WRITE, 1);
        check_pair(0, RACE_ATOMIC, 0, thread[i], RACE_ATOMIC, 0);
        check_pair(0, RACE_ATOMIC, 0, thread[i], RACE_READ, 1);
        check_pair(0, RACE_ATOMIC, 0, thread[i], RACE_WRITE, 1);
    }
}
END_TEST

START_TEST(what_races_between_blocks)
{
    check_pair(0, RACE_READ, 1, 0, RACE_READ, 0);
    check_pair(0, RACE_READ, 1, 0, RACE_WRITE, 1);
    check_pair(0, RACE_WRITE, 1, 0, RACE_WRITE, 1);
    check_pair(0, RACE_ATOMIC, 1, 0, RACE_ATOMIC, 0);
    check_pair(0, RACE_ATOMIC, 1, 0, RACE_READ, 1);
    check_pair(0, RACE_ATOMIC, 1, 0, RACE_WRITE, 1);
}
END_TEST

START_TEST(a_thread_does_not_race_with_itself)
{
    begin();
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(touch(0, 5, RACE_WRITE), 0);
        ck_assert_int_eq(touch(0, 5, RACE_READ), 0);
        ck_assert_int_eq(touch(0, 5, RACE_ATOMIC), 0);
    }
}
END_TEST

START_TEST(one_reader_among_many_is_enough)
{
    begin();
    for (unsigned thread = 0; thread < THREADS; thread++)
        ck_assert_int_eq(touch(0, thread, RACE_READ), 0);
    ck_assert_int_eq(touch(0, 63, RACE_WRITE), 1);
}
END_TEST

START_TEST(a_read_among_atomics_is_found_in_every_order)
{
    /* Threads 0 and 40 update, thread 0 also reads: 40 may come first, last. */
    static const struct {
        unsigned thread;
        enum race_kind kind;
    } step[3] = { { 0, RACE_ATOMIC }, { 0, RACE_READ }, { 40, RACE_ATOMIC } };
    for (unsigned late = 0; late < 3; late++) {
        int found = 0;
        begin();
        for (unsigned i = 0; i < 3; i++) {
            const unsigned at = i < late ? i : i == late ? 2 : i - 1;
            found |= touch(0, step[at].thread, step[at].kind);
        }
        ck_assert_msg(found, "with the other thread in place %u", late);
    }
}
END_TEST

START_TEST(what_an_earlier_launch_did_is_history)
{
    begin();
    touch(0, 0, RACE_WRITE);
    publish_begin(FIRST + 2, 2, 0);
    order_begin(&block[0], FIRST + 2, THREADS);
    const struct race_actor me = { &block[0], FIRST + 2, 7, 1, RACE_READ };
    ck_assert_int_eq(race_access_fresh(&word, &me), 1);
}
END_TEST

/* ---- barriers and warps ---------------------------------------------------------------- */

START_TEST(a_barrier_orders_the_block)
{
    begin();
    touch(0, 0, RACE_WRITE);
    order_barrier(&block[0]);
    ck_assert_int_eq(touch(0, 40, RACE_READ), 0);
    order_barrier(&block[0]);
    ck_assert_int_eq(touch(0, 1, RACE_WRITE), 0);
    ck_assert_int_eq(touch(0, 40, RACE_READ), 1);
}
END_TEST

START_TEST(a_barrier_does_not_order_blocks)
{
    begin();
    touch(0, 0, RACE_WRITE);
    order_barrier(&block[0]);
    order_barrier(&block[1]);
    ck_assert_int_eq(touch(1, 0, RACE_READ), 1);
}
END_TEST

START_TEST(a_reset_before_a_barrier_still_races_with_other_blocks)
{
    begin();
    touch(0, 0, RACE_WRITE);
    order_barrier(&block[0]);
    ck_assert_int_eq(touch(0, 3, RACE_ATOMIC), 0);
    ck_assert_int_eq(touch(1, 3, RACE_ATOMIC), 1);
}
END_TEST

START_TEST(a_warp_sync_orders_its_warp_only)
{
    begin();
    touch(0, 0, RACE_WRITE);
    order_warp_sync(&block[0], 0, ~0u, ~0u);
    ck_assert_int_eq(touch(0, 31, RACE_READ), 0);
    ck_assert_int_eq(touch(0, 32, RACE_READ), 1);
}
END_TEST

START_TEST(rounds_with_warp_syncs_are_silent)
{
    begin();
    for (int round = 0; round < 5; round++) {
        for (unsigned lane = 0; lane < 32; lane++)
            ck_assert_int_eq(touch(0, lane, RACE_READ), 0);
        order_warp_sync(&block[0], 0, ~0u, ~0u);
        ck_assert_int_eq(touch(0, (unsigned)round, RACE_WRITE), 0);
        order_warp_sync(&block[0], 0, ~0u, ~0u);
    }
}
END_TEST

START_TEST(a_sync_of_some_lanes_orders_those)
{
    begin();
    touch(0, 0, RACE_WRITE);
    order_warp_sync(&block[0], 0, 0xffff, ~0u);
    ck_assert_int_eq(touch(0, 15, RACE_READ), 0);
    ck_assert_int_eq(touch(0, 16, RACE_READ), 1);
}
END_TEST

START_TEST(syncs_of_pairs_carry_over)
{
    begin();
    touch(0, 0, RACE_WRITE);
    order_warp_sync(&block[0], 0, 1u << 0 | 1u << 5, ~0u);
    order_warp_sync(&block[0], 0, 1u << 5 | 1u << 9, ~0u);
    ck_assert_int_eq(touch(0, 9, RACE_READ), 0);
    ck_assert_int_eq(touch(0, 10, RACE_READ), 1);
}
END_TEST

START_TEST(lanes_that_are_left_can_sync)
{
    begin();
    touch(0, 0, RACE_WRITE);
    order_warp_sync(&block[0], 0, 0xff, 0xff);
    ck_assert_int_eq(touch(0, 7, RACE_READ), 0);
}
END_TEST

/* ---- fences and atomics --------------------------------------------------------------------- */

/* Thread `thread` of block 0 publishes what there is, thread 0 of block 1
 * takes note. */
static void hand_over(unsigned thread, int fence, enum simt_scope scope)
{
    if (fence)
        publish_fence(&block[0], thread, scope);
    publish_atomic(&block[0], thread, COUNTER, 0);
    publish_atomic(&block[1], 0, COUNTER, 0);
}

START_TEST(a_ticket_with_a_fence_orders_blocks)
{
    begin();
    touch(0, 0, RACE_WRITE);
    hand_over(0, 1, SIMT_SCOPE_DEVICE);
    ck_assert_int_eq(touch(1, 0, RACE_READ), 0);
    ck_assert_int_eq(touch(1, 1, RACE_WRITE), 1); /* thread 0 has not told the others */
}
END_TEST

/* Announced when nothing had been released in this launch; done after the first release. */
START_TEST(the_first_release_is_seen_by_an_atomic_under_way)
{
    begin();
    touch(0, 0, RACE_WRITE);
    publish_atomic(&block[1], 0, COUNTER, 0);
    publish_fence(&block[0], 0, SIMT_SCOPE_DEVICE);
    publish_atomic(&block[0], 0, COUNTER, 0);
    publish_acquire(&block[1], 0, COUNTER, 0);
    ck_assert_int_eq(touch(1, 0, RACE_READ), 0);
}
END_TEST

START_TEST(the_rest_of_the_block_learns_at_the_barrier)
{
    begin();
    touch(0, 0, RACE_WRITE);
    hand_over(0, 1, SIMT_SCOPE_DEVICE);
    order_barrier(&block[1]);
    ck_assert_int_eq(touch(1, 40, RACE_READ), 0);
}
END_TEST

START_TEST(without_a_fence_a_ticket_orders_nothing)
{
    begin();
    touch(0, 0, RACE_WRITE);
    hand_over(0, 0, SIMT_SCOPE_DEVICE);
    ck_assert_int_eq(touch(1, 0, RACE_READ), 1);
    begin();
    touch(0, 0, RACE_WRITE);
    hand_over(0, 1, SIMT_SCOPE_BLOCK); /* too narrow */
    ck_assert_int_eq(touch(1, 0, RACE_READ), 1);
}
END_TEST

START_TEST(a_fence_covers_what_came_before_it)
{
    begin();
    publish_fence(&block[0], 0, SIMT_SCOPE_DEVICE);
    touch(0, 0, RACE_WRITE);
    hand_over(0, 0, SIMT_SCOPE_DEVICE);
    ck_assert_int_eq(touch(1, 0, RACE_READ), 1);
}
END_TEST

START_TEST(a_fence_covers_other_threads_only_behind_a_barrier)
{
    begin();
    touch(0, 40, RACE_WRITE);
    hand_over(0, 1, SIMT_SCOPE_DEVICE);
    ck_assert_int_eq(touch(1, 0, RACE_READ), 1);
    begin();
    touch(0, 40, RACE_WRITE);
    order_barrier(&block[0]);
    hand_over(0, 1, SIMT_SCOPE_DEVICE);
    ck_assert_int_eq(touch(1, 0, RACE_READ), 0);
}
END_TEST

START_TEST(each_may_fence_before_the_barrier)
{
    begin();
    touch(0, 40, RACE_WRITE);
    publish_fence(&block[0], 40, SIMT_SCOPE_DEVICE);
    order_barrier(&block[0]);
    hand_over(0, 0, SIMT_SCOPE_DEVICE);
    ck_assert_int_eq(touch(1, 0, RACE_READ), 0);
}
END_TEST

START_TEST(order_is_passed_on)
{
    begin();
    touch(0, 0, RACE_WRITE);
    hand_over(0, 1, SIMT_SCOPE_DEVICE); /* to thread 0 of block 1 */
    publish_fence(&block[1], 0, SIMT_SCOPE_DEVICE);
    publish_atomic(&block[1], 0, COUNTER + 64, 0);
    publish_atomic(&block[1], 50, COUNTER + 64, 0);
    ck_assert_int_eq(touch(1, 50, RACE_READ), 0);
}
END_TEST

START_TEST(a_ticket_orders_warps_of_a_block)
{
    begin();
    touch(0, 0, RACE_WRITE);
    publish_fence(&block[0], 0, SIMT_SCOPE_BLOCK);
    publish_atomic(&block[0], 0, COUNTER, 1);
    publish_atomic(&block[0], 40, COUNTER, 1);
    ck_assert_int_eq(touch(0, 40, RACE_READ), 0);
    ck_assert_int_eq(touch(0, 41, RACE_READ), 1);
}
END_TEST

static void begin_cooperative(void)
{
    begin();
    publish_end();
    publish_begin(FIRST, 2, 1);
}

START_TEST(a_grid_barrier_orders_blocks)
{
    begin_cooperative();
    touch(0, 40, RACE_WRITE);
    publish_grid_complete(&block[1]); /* block 0 has arrived, and not gone on yet */
    ck_assert_int_eq(touch(1, 3, RACE_READ), 0);
    publish_grid_complete(&block[0]);
    ck_assert_int_eq(touch(0, 40, RACE_WRITE), 1);
}
END_TEST

/* Both blocks read, in either order; what one block does behind the barrier races with neither. */
START_TEST(a_grid_barrier_orders_readers_of_several_blocks)
{
    for (unsigned first = 0; first < 2; first++) {
        begin_cooperative();
        touch(first, 40, RACE_READ);
        touch(!first, 3, RACE_READ);
        publish_grid_complete(&block[0]);
        publish_grid_complete(&block[1]);
        ck_assert_int_eq(touch(0, 5, RACE_WRITE), 0);
        ck_assert_int_eq(touch(1, 40, RACE_WRITE), 1);
    }
}
END_TEST

START_TEST(readers_behind_a_grid_barrier_race)
{
    begin_cooperative();
    touch(0, 40, RACE_READ);
    touch(1, 3, RACE_READ);
    publish_grid_complete(&block[0]);
    publish_grid_complete(&block[1]);
    ck_assert_int_eq(touch(1, 3, RACE_READ), 0);
    ck_assert_int_eq(touch(0, 5, RACE_WRITE), 1);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        what_races,
        what_races_between_blocks,
        a_thread_does_not_race_with_itself,
        one_reader_among_many_is_enough,
        a_read_among_atomics_is_found_in_every_order,
        what_an_earlier_launch_did_is_history,
        a_barrier_orders_the_block,
        a_barrier_does_not_order_blocks,
        a_reset_before_a_barrier_still_races_with_other_blocks,
        a_warp_sync_orders_its_warp_only,
        rounds_with_warp_syncs_are_silent,
        a_sync_of_some_lanes_orders_those,
        syncs_of_pairs_carry_over,
        lanes_that_are_left_can_sync,
        a_ticket_with_a_fence_orders_blocks,
        the_first_release_is_seen_by_an_atomic_under_way,
        the_rest_of_the_block_learns_at_the_barrier,
        without_a_fence_a_ticket_orders_nothing,
        a_fence_covers_what_came_before_it,
        a_fence_covers_other_threads_only_behind_a_barrier,
        each_may_fence_before_the_barrier,
        order_is_passed_on,
        a_ticket_orders_warps_of_a_block,
        a_grid_barrier_orders_blocks,
        a_grid_barrier_orders_readers_of_several_blocks,
        readers_behind_a_grid_barrier_race,
    };
    return RUN_SUITE("detect race", tests);
}
