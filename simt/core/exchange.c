/*
 * What the lanes of a completed warp operation get: pure functions of the
 * operands, no scheduling.
 */
#include "schedule.h"

#include "simt_memory.h"

#include <string.h>

/* What a lane reads from one that does not take part. */
static const uint64_t poison = (uint64_t)SIMT_POISON << 32 | SIMT_POISON;

unsigned simt_shuffle_width(unsigned packed)
{
    return packed >> 16;
}

/* The lane that `lane` reads from. A source outside the segment is the lane
 * itself; __shfl_sync wraps inside it instead, and __shfl_xor_sync may reach into
 * earlier segments. Like the hardware it looks at the operand's low five bits. */
unsigned simt_source_lane(enum simt_op op, unsigned lane, unsigned packed)
{
    const unsigned operand = (packed & 0xffffu) % SIMT_WARP_SIZE;
    const unsigned width = simt_shuffle_width(packed);
    const unsigned first = lane & ~(width - 1), last = first + width - 1;
    switch (op) {
    case SIMT_OP_SHUFFLE_UP:
        return operand <= lane - first ? lane - operand : lane;
    case SIMT_OP_SHUFFLE_DOWN:
        return operand <= last - lane ? lane + operand : lane;
    case SIMT_OP_SHUFFLE_XOR:
        return (lane ^ operand) <= last ? lane ^ operand : lane;
    default:
        return first + (operand & (width - 1));
    }
}

static void shuffle(struct warp *p, const struct group *g, unsigned lanes)
{
    uint64_t before[SIMT_WARP_SIZE];
    memcpy(before, p->value, sizeof before);
    for (unsigned rest = lanes; rest != 0; rest &= rest - 1) {
        const unsigned lane = simt_first(rest);
        const unsigned source = simt_source_lane(g->op, lane, p->operand[lane]);
        p->value[lane] = lanes >> source & 1 ? before[source] : poison;
    }
}

static void spread(struct warp *p, unsigned lanes, uint64_t value)
{
    for (unsigned rest = lanes; rest != 0; rest &= rest - 1)
        p->value[simt_first(rest)] = value;
}

static unsigned lanes_with(const struct warp *p, unsigned lanes, uint64_t value)
{
    unsigned equal = 0;
    for (unsigned rest = lanes; rest != 0; rest &= rest - 1) {
        const unsigned lane = simt_first(rest);
        if (p->value[lane] == value)
            equal |= 1u << lane;
    }
    return equal;
}

static void match_any(struct warp *p, unsigned lanes)
{
    uint64_t result[SIMT_WARP_SIZE];
    for (unsigned rest = lanes; rest != 0; rest &= rest - 1) {
        const unsigned lane = simt_first(rest);
        result[lane] = lanes_with(p, lanes, p->value[lane]);
    }
    for (unsigned rest = lanes; rest != 0; rest &= rest - 1)
        p->value[simt_first(rest)] = result[simt_first(rest)];
}

static void match_all(struct warp *p, unsigned lanes)
{
    const int all = lanes_with(p, lanes, p->value[simt_first(lanes)]) == lanes;
    for (unsigned rest = lanes; rest != 0; rest &= rest - 1)
        p->operand[simt_first(rest)] = all ? 1 : 0;
    spread(p, lanes, all ? lanes : 0);
}

static unsigned combine(enum simt_reduce how, int is_signed, unsigned a, unsigned b)
{
    const int less = is_signed ? (int)a < (int)b : a < b;
    switch (how) {
    case SIMT_ADD:
        return a + b;
    case SIMT_MIN:
        return less ? a : b;
    case SIMT_MAX:
        return less ? b : a;
    case SIMT_AND:
        return a & b;
    case SIMT_OR:
        return a | b;
    default:
        return a ^ b;
    }
}

static void reduce(struct warp *p, const struct group *g, unsigned lanes)
{
    unsigned sum = (unsigned)p->value[simt_first(lanes)];
    for (unsigned rest = lanes & (lanes - 1); rest != 0; rest &= rest - 1)
        sum = combine((enum simt_reduce)(g->detail & 0xff), (g->detail & 0x100) != 0, sum,
                      (unsigned)p->value[simt_first(rest)]);
    spread(p, lanes, sum);
}

/* What a vote returns to each lane. */
static unsigned vote(struct warp *p, enum simt_op op, unsigned lanes)
{
    const unsigned yes = lanes_with(p, lanes, 1);
    return op == SIMT_OP_ALL ? yes == lanes : op == SIMT_OP_ANY ? yes != 0 : yes;
}

void simt_group_result(struct warp *p, const struct group *g, unsigned lanes)
{
    switch (g->op) {
    case SIMT_OP_SHUFFLE_IDX:
    case SIMT_OP_SHUFFLE_UP:
    case SIMT_OP_SHUFFLE_DOWN:
    case SIMT_OP_SHUFFLE_XOR:
        shuffle(p, g, lanes);
        break;
    case SIMT_OP_ALL:
    case SIMT_OP_ANY:
    case SIMT_OP_BALLOT:
        spread(p, lanes, vote(p, g->op, lanes));
        break;
    case SIMT_OP_MATCH_ANY:
        match_any(p, lanes);
        break;
    case SIMT_OP_MATCH_ALL:
        match_all(p, lanes);
        break;
    case SIMT_OP_REDUCE:
        reduce(p, g, lanes);
        break;
    case SIMT_OP_ACTIVE_MASK:
        spread(p, lanes, lanes);
        break;
    default:
        break;
    }
}
