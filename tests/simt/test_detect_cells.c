/*
 * Words that are touched in parts find the races that cells of single bytes would
 * find, and take no more memory than they must.
 */
#include "cells.h"
#include "publish.h"
#include "suite.h"

#include <stdint.h>
#include <string.h>

enum { THREADS = 64, FIRST = 10, WORDS = 4, BYTES = WORDS * CELL_WORD, STEPS = 200000 };

static struct order block[2];
static struct cells cells;
static struct cell reference[BYTES];

static void begin(void)
{
    publish_begin(FIRST, 2, 0);
    ck_assert_int_eq(cells_make(&cells, WORDS), 0);
    memset(reference, 0, sizeof reference);
    for (unsigned i = 0; i < 2; i++)
        order_begin(&block[i], FIRST + i, THREADS);
}

static void end(void)
{
    cells_drop(&cells);
    for (unsigned i = 0; i < 2; i++)
        order_free(&block[i]);
    publish_end();
}

static struct race_actor actor(unsigned b, unsigned thread, enum race_kind kind)
{
    return (struct race_actor){ &block[b], FIRST, thread, (uint16_t)(1 + kind), kind };
}

/* A thread of block b touches the bytes [first, first + bytes) of one word. */
static int touch(unsigned b, unsigned thread, enum race_kind kind, unsigned first, unsigned bytes)
{
    struct race_other other;
    const struct race_actor me = actor(b, thread, kind);
    const unsigned word = first / CELL_WORD;
    return cells_race(&cells, word, cells_bits(first, first + bytes, word * CELL_WORD), &me,
                      &other);
}

START_TEST(neighbours_share_a_word)
{
    begin();
    for (unsigned thread = 0; thread < BYTES; thread++)
        ck_assert_int_eq(touch(0, thread, RACE_WRITE, thread, 1), 0);
    ck_assert_uint_eq(cells.used, 0); /* no byte needs a cell of its own */
    for (unsigned thread = 0; thread < BYTES; thread++)
        ck_assert_int_eq(touch(0, thread, RACE_READ, thread, 1), 0);
    ck_assert_int_eq(touch(0, 1, RACE_READ, 2, 1), 1); /* thread 2 wrote it */
    ck_assert_int_eq(touch(0, 40, RACE_WRITE, 9, 1), 1);
    end();
}
END_TEST

START_TEST(two_warps_share_a_word)
{
    begin();
    ck_assert_int_eq(touch(0, 3, RACE_WRITE, 0, 2), 0);
    order_warp_sync(&block[0], 1, 0xffffffff, 0xffffffff);
    ck_assert_int_eq(touch(0, 40, RACE_WRITE, 2, 2), 0);
    ck_assert_uint_eq(cells.used, 1);
    ck_assert_int_eq(touch(0, 41, RACE_READ, 1, 1), 1); /* what thread 3 wrote */
    ck_assert_int_eq(touch(0, 4, RACE_READ, 3, 1), 1);  /* what thread 40 wrote */
    end();
}
END_TEST

START_TEST(a_word_becomes_whole_again)
{
    begin();
    for (unsigned round = 0; round < 3; round++) {
        ck_assert_int_eq(touch(0, 3, RACE_WRITE, 0, 1), 0);
        order_barrier(&block[0]);
        ck_assert_int_eq(touch(0, 40, RACE_WRITE, 1, 1), 0);
        ck_assert(cells.cell[0].set_flags & CELL_BYTES);
        order_barrier(&block[0]);
        ck_assert_int_eq(touch(0, 5, RACE_WRITE, 0, 4), 0);
        ck_assert_uint_eq(cells.cell[0].set_flags, 0);
        order_barrier(&block[0]);
    }
    ck_assert_uint_eq(cells.used, 1); /* its cells of bytes were given back */
    end();
}
END_TEST

static uint32_t draw(uint32_t below)
{
    static uint64_t state = 88172645463325252u;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % below;
}

/* One access to both; they must agree. */
static void compare(unsigned step)
{
    static const unsigned sizes[] = { 1, 1, 1, 2, 2, 4 };
    const unsigned bytes = sizes[draw(6)], first = draw(BYTES / bytes) * bytes, b = draw(20) == 0;
    const unsigned word = first / CELL_WORD;
    const struct race_actor me =
        actor(b, draw(3) == 0 ? draw(THREADS) : first + draw(2), (enum race_kind)draw(3));
    struct race_other other = { .block = 0 }, wanted = { .block = 0 };
    int raced = 0;
    for (unsigned i = first; i < first + bytes; i++) {
        struct race_other one;
        if (race_access(&reference[i], &me, &one)) {
            raced = 1;
            wanted = one;
        }
    }
    ck_assert_int_eq(
        cells_race(&cells, word, cells_bits(first, first + bytes, word * CELL_WORD), &me, &other),
        raced);
    ck_assert_msg(other.block == wanted.block && other.kind == wanted.kind &&
                      other.thread == wanted.thread && other.site == wanted.site,
                  "step %u: another opponent", step);
}

START_TEST(parts_find_what_bytes_find)
{
    begin();
    for (unsigned step = 0; step < STEPS; step++) {
        if (draw(10) == 0)
            order_barrier(&block[draw(2)]);
        else if (draw(10) == 0)
            order_warp_sync(&block[0], draw(2), 0xffffffff, 0xffffffff);
        else
            compare(step);
    }
    ck_assert_uint_ge(cells.used, 1);
    ck_assert_uint_le(cells.used, WORDS);
    end();
}
END_TEST

START_TEST(forgotten_cells_are_untouched)
{
    begin();
    ck_assert_int_eq(touch(0, 3, RACE_WRITE, 0, 1), 0);
    ck_assert_int_eq(touch(0, 40, RACE_READ, 1, 1), 0);
    cells_forget(&cells);
    ck_assert_int_eq(touch(1, 1, RACE_READ, 0, 2), 0);
    ck_assert_int_eq(touch(1, 1, RACE_READ, 2, 2), 0);
    end();
}
END_TEST

int main(void)
{
    const TTest *const tests[] = { neighbours_share_a_word, two_warps_share_a_word,
                                   a_word_becomes_whole_again, parts_find_what_bytes_find,
                                   forgotten_cells_are_untouched };
    return RUN_SUITE("detect: cells", tests);
}
