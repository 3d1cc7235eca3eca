/* Which work of streams is ordered before which. */
#include <check.h>

#include "clocks.h"
#include "suite.h"

static int handles[4];

/* Streams 1 and 2 wait for the default one, 3 is apart. */
static void make_streams(void)
{
    clocks_stream_made(&handles[0], 0);
    clocks_stream_made(&handles[1], 0);
    clocks_stream_made(&handles[2], 1);
}

struct work {
    unsigned stream;
    uint32_t turn;
    struct clock clock;
};

static struct work begin(unsigned stream)
{
    struct work work = { .stream = stream };
    work.turn = clocks_begin(stream, &work.clock);
    return work;
}

static int before(const struct work *first, const struct work *then)
{
    return clocks_ordered(&then->clock, first->stream, first->turn);
}

START_TEST(only_the_default_stream)
{
    ck_assert_int_eq(clocks_matter(), 0);
    const struct work a = begin(0), b = begin(0);
    ck_assert_int_eq(before(&a, &b), 1);
    ck_assert_int_eq(before(&b, &a), 0);
}
END_TEST

START_TEST(streams_are_in_order_by_themselves)
{
    make_streams();
    ck_assert_int_eq(clocks_matter(), 1);
    ck_assert_uint_eq(clocks_stream(&handles[1]), 2);
    ck_assert_uint_eq(clocks_stream(&handles[3]), 0);
    ck_assert_uint_eq(clocks_stream(NULL), 0);
    const struct work a = begin(1), b = begin(2), c = begin(1);
    ck_assert_int_eq(before(&a, &c), 1);
    ck_assert_int_eq(before(&a, &b), 0);
    ck_assert_int_eq(before(&b, &c), 0);
}
END_TEST

START_TEST(events)
{
    const int event = 0;
    make_streams();
    const struct work a = begin(1);
    clocks_record(&event, 1);
    const struct work later = begin(1);
    clocks_join(2, &event);
    const struct work b = begin(2);
    ck_assert_int_eq(before(&a, &b), 1);
    ck_assert_int_eq(before(&later, &b), 0);
    clocks_record(&event, 2);
    clocks_await_event(&event);
    const struct work c = begin(3);
    ck_assert_int_eq(before(&a, &c), 1); /* through both */
    ck_assert_int_eq(before(&later, &c), 0);
}
END_TEST

START_TEST(an_event_that_was_never_recorded_orders_nothing)
{
    const int event = 0;
    make_streams();
    const struct work a = begin(1);
    clocks_join(2, &event);
    clocks_await_event(&event);
    const struct work b = begin(2);
    ck_assert_int_eq(before(&a, &b), 0);
}
END_TEST

START_TEST(the_default_stream_meets_all_but_those_apart)
{
    make_streams();
    const struct work a = begin(1), apart = begin(3), d = begin(0), b = begin(2), c = begin(3);
    ck_assert_int_eq(before(&a, &d), 1);
    ck_assert_int_eq(before(&a, &b), 1);
    ck_assert_int_eq(before(&d, &b), 1);
    ck_assert_int_eq(before(&apart, &d), 0);
    ck_assert_int_eq(before(&d, &c), 0);
}
END_TEST

START_TEST(the_host_waits)
{
    make_streams();
    const struct work a = begin(1), b = begin(2);
    clocks_await_stream(1);
    const struct work c = begin(3);
    ck_assert_int_eq(before(&a, &c), 1);
    ck_assert_int_eq(before(&b, &c), 0);
    clocks_await_all();
    const struct work d = begin(3);
    ck_assert_int_eq(before(&b, &d), 1);
}
END_TEST

START_TEST(too_many_streams_end_it)
{
    static int many[CLOCKS_STREAMS];
    for (int i = 0; i < CLOCKS_STREAMS; i++)
        clocks_stream_made(&many[i], 0);
    ck_assert_int_eq(clocks_matter(), 0);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = { only_the_default_stream,
                                   streams_are_in_order_by_themselves,
                                   events,
                                   an_event_that_was_never_recorded_orders_nothing,
                                   the_default_stream_meets_all_but_those_apart,
                                   the_host_waits,
                                   too_many_streams_end_it };
    return RUN_SUITE("detect clocks", tests);
}
