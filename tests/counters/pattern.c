#include "pattern.h"

#include <assert.h>

static int linear(unsigned lane)
{
    return (int)lane;
}

static int broadcast(unsigned lane)
{
    (void)lane;
    return 7;
}

static int reversed(unsigned lane)
{
    return (int)(31 - lane);
}

static int stride_2(unsigned lane)
{
    return (int)(2 * lane);
}

static int stride_3(unsigned lane)
{
    return (int)(3 * lane);
}

static int stride_4(unsigned lane)
{
    return (int)(4 * lane);
}

static int stride_8(unsigned lane)
{
    return (int)(8 * lane);
}

static int stride_16(unsigned lane)
{
    return (int)(16 * lane);
}

static int stride_32(unsigned lane)
{
    return (int)(32 * lane);
}

static int stride_33(unsigned lane)
{
    return (int)(33 * lane);
}

static int offset_1(unsigned lane)
{
    return (int)lane + 1;
}

static int exchange_5(unsigned lane)
{
    return (int)(lane ^ 5);
}

static int first_half(unsigned lane)
{
    return lane < 16 ? (int)lane : PATTERN_IDLE;
}

static int first_quarter(unsigned lane)
{
    return lane < 8 ? (int)lane : PATTERN_IDLE;
}

static int one_lane(unsigned lane)
{
    return lane == 0 ? 0 : PATTERN_IDLE;
}

static int even_lanes(unsigned lane)
{
    return lane % 2 == 0 ? (int)lane : PATTERN_IDLE;
}

static int even_lanes_packed(unsigned lane)
{
    return lane % 2 == 0 ? (int)(lane / 2) : PATTERN_IDLE;
}

static int every_fourth(unsigned lane)
{
    return lane % 4 == 0 ? (int)lane : PATTERN_IDLE;
}

static int stride_2_half(unsigned lane)
{
    return lane < 16 ? (int)(2 * lane) : PATTERN_IDLE;
}

static int pairs(unsigned lane)
{
    return (int)(lane / 2);
}

static int quads(unsigned lane)
{
    return (int)(lane / 4);
}

static int halves_alike(unsigned lane)
{
    return (int)(lane % 16);
}

static int quarters_alike(unsigned lane)
{
    return (int)(lane % 8);
}

static int eighths_alike(unsigned lane)
{
    return (int)(lane % 4);
}

static int half_broadcast(unsigned lane)
{
    return lane < 16 ? (int)lane : 0;
}

static int two_ways(unsigned lane)
{
    return lane % 2 == 0 ? (int)lane : (int)lane + 32;
}

static int two_rows(unsigned lane)
{
    return (int)(lane % 16 + lane / 16 * 32);
}

static int interleaved(unsigned lane)
{
    return (int)(lane % 2 * 16 + lane / 2);
}

static int ends_apart(unsigned lane)
{
    return lane < 16 ? (int)lane : (int)lane + 256;
}

/* Whether neighbours at distance 1, 2, 4, 8 want the same cell, in all or in part. */
static int alike_at_2(unsigned lane)
{
    return (int)(lane / 4 * 2 + lane % 2);
}

static int alike_at_4(unsigned lane)
{
    return (int)(lane / 8 * 4 + lane % 4);
}

static int alike_at_8(unsigned lane)
{
    return (int)(lane / 16 * 8 + lane % 8);
}

static int idle_at_2(unsigned lane)
{
    return lane & 2 ? PATTERN_IDLE : alike_at_2(lane);
}

static int alike_at_1_or_2(unsigned lane)
{
    return lane < 16 ? pairs(lane) : alike_at_2(lane);
}

static int pairs_then_linear(unsigned lane)
{
    return lane < 16 ? (int)(lane / 2) : (int)lane;
}

static int linear_then_pairs(unsigned lane)
{
    return lane < 16 ? (int)lane : 8 + (int)(lane / 2);
}

static int pairs_but_one(unsigned lane)
{
    return lane == 31 ? 16 : pairs(lane);
}

static int odd_idle_then_linear(unsigned lane)
{
    return lane >= 16 ? (int)lane : lane % 2 != 0 ? PATTERN_IDLE : (int)lane / 2;
}

static int pairs_apart(unsigned lane)
{
    return (int)(lane / 2 * 33 % 512);
}

/* A fixed sequence that looks like none. */
static unsigned scramble(unsigned x)
{
    x = x * 2654435761u + 12345u;
    return x >> 11 ^ x >> 19;
}

static int scattered(unsigned lane)
{
    return (int)(scramble(lane) % PATTERN_CELLS);
}

static int scattered_near(unsigned lane)
{
    return (int)(scramble(lane + 100) % 64);
}

static int scattered_some(unsigned lane)
{
    return scramble(lane + 300) % 3 == 0 ? PATTERN_IDLE : (int)(scramble(lane + 200) % 128);
}

#define PATTERN(function)                                                                          \
    {                                                                                              \
#function, function                                                                        \
    }

static const struct {
    const char *name;
    int (*cell)(unsigned lane);
} pattern[] = {
    PATTERN(linear),
    PATTERN(broadcast),
    PATTERN(reversed),
    PATTERN(stride_2),
    PATTERN(stride_3),
    PATTERN(stride_4),
    PATTERN(stride_8),
    PATTERN(stride_16),
    PATTERN(stride_32),
    PATTERN(stride_33),
    PATTERN(offset_1),
    PATTERN(exchange_5),
    PATTERN(first_half),
    PATTERN(first_quarter),
    PATTERN(one_lane),
    PATTERN(even_lanes),
    PATTERN(even_lanes_packed),
    PATTERN(every_fourth),
    PATTERN(stride_2_half),
    PATTERN(pairs),
    PATTERN(quads),
    PATTERN(halves_alike),
    PATTERN(quarters_alike),
    PATTERN(eighths_alike),
    PATTERN(half_broadcast),
    PATTERN(two_ways),
    PATTERN(two_rows),
    PATTERN(interleaved),
    PATTERN(ends_apart),
    PATTERN(scattered),
    PATTERN(scattered_near),
    PATTERN(scattered_some),
    PATTERN(alike_at_2),
    PATTERN(alike_at_4),
    PATTERN(alike_at_8),
    PATTERN(idle_at_2),
    PATTERN(alike_at_1_or_2),
    PATTERN(pairs_then_linear),
    PATTERN(linear_then_pairs),
    PATTERN(pairs_but_one),
    PATTERN(odd_idle_then_linear),
    PATTERN(pairs_apart),
};

unsigned pattern_count(void)
{
    return sizeof pattern / sizeof pattern[0];
}

const char *pattern_name(unsigned which)
{
    assert(which < pattern_count());
    return pattern[which].name;
}

int pattern_cell(unsigned which, unsigned lane)
{
    assert(which < pattern_count() && lane < 32);
    const int cell = pattern[which].cell(lane);
    assert(cell == PATTERN_IDLE || (cell >= 0 && cell < PATTERN_CELLS));
    return cell;
}
