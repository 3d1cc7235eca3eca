#include "warp_ops.h"

#include <stdio.h>
#include <string.h>

static unsigned first_lane(unsigned lanes)
{
    return (unsigned)__builtin_ctz(lanes);
}

/* Starts a finding about one lane; 0 when it is known. */
static int start(const struct block_state *b, const struct simt_warp_op *op, unsigned lane,
                 enum finding_name name, struct finding *f)
{
    const unsigned thread = op->warp * SIMT_WARP_SIZE + lane;
    const void *pc = op->pcs != NULL && (op->active >> lane & 1) ? op->pcs[lane] : op->pc;
    const uint64_t rank = state_rank(b->order.block, thread);
    if (finding_known(name, pc, NULL, rank))
        return 0;
    memset(f, 0, sizeof *f);
    f->name = name;
    f->kernel = state_launch()->info->kernel->name;
    f->rank = rank;
    state_fill_side(&f->here, pc, b->order.block, thread);
    return 1;
}

static void check_width(const struct block_state *b, const struct simt_warp_op *op)
{
    struct finding f;
    const unsigned width = op->width;
    if (width != 0 && width <= SIMT_WARP_SIZE && (width & (width - 1)) == 0)
        return;
    if (!start(b, op, first_lane(op->active), FINDING_WARP_WIDTH, &f))
        return;
    snprintf(f.message, sizeof f.message,
             "the shuffle's width is %u: the result is undefined unless it is 1, 2, 4, 8, 16 or 32",
             width);
    finding_add(&f);
}

/* Why a lane is not there. */
static const char *absence(const struct block_state *b, const struct simt_warp_op *op,
                           unsigned lane)
{
    if (op->warp * SIMT_WARP_SIZE + lane >= b->order.threads)
        return "is beyond the end of the block";
    if ((op->mask >> lane & 1) == 0)
        return "is not in the mask";
    return "has left the kernel";
}

static void check_sources(const struct block_state *b, const struct simt_warp_op *op)
{
    for (unsigned lanes = op->active; lanes != 0; lanes &= lanes - 1) {
        struct finding f;
        const unsigned lane = first_lane(lanes), source = op->source[lane] % SIMT_WARP_SIZE;
        if ((op->active >> source & 1) || !start(b, op, lane, FINDING_WARP_INACTIVE_LANE, &f))
            continue;
        snprintf(f.message, sizeof f.message,
                 "lane %u reads from lane %u, which %s: the value is undefined", lane, source,
                 absence(b, op, source));
        finding_add(&f);
    }
}

/* Lanes that the block has. */
static unsigned existing(const struct block_state *b, unsigned warp)
{
    const unsigned left = b->order.threads - warp * SIMT_WARP_SIZE;
    return left >= SIMT_WARP_SIZE ? ~0u : (1u << left) - 1;
}

/* The mask names lanes that have left. A mere __syncwarp() does not mind. */
static void check_mask(const struct block_state *b, const struct simt_warp_op *op)
{
    struct finding f;
    const unsigned missing = op->mask & ~op->active & existing(b, op->warp);
    if (missing == 0 || op->kind == SIMT_WARP_SYNC ||
        !start(b, op, first_lane(op->active), FINDING_WARP_MASK, &f))
        return;
    snprintf(f.message, sizeof f.message,
             "the mask 0x%08x names %d lane%s that did not make this call, lane %u for one",
             op->mask, __builtin_popcount(missing), missing & (missing - 1) ? "s" : "",
             first_lane(missing));
    finding_add(&f);
}

/* Do all lanes read from one (a leader hands out its result)? Who takes part
 * does not matter then. */
static int is_broadcast(const struct simt_warp_op *op)
{
    const unsigned source = op->source[first_lane(op->active)];
    for (unsigned lanes = op->active; lanes != 0; lanes &= lanes - 1)
        if (op->source[first_lane(lanes)] != source)
            return 0;
    return 1;
}

/* A mask that names fewer lanes than the warp has and equals what __activemask
 * said comes from there. A coalesced group is no guess: it is who is in it. */
static void check_active_mask(const struct block_state *b, const struct simt_warp_op *op)
{
    struct finding f;
    const unsigned answer = b->active_mask[op->warp];
    if (answer == 0 || op->mask != answer || answer == existing(b, op->warp) ||
        !(op->kind == SIMT_WARP_SYNC || (op->kind == SIMT_WARP_SHUFFLE && !is_broadcast(op))) ||
        !start(b, op, first_lane(op->active), FINDING_WARP_ACTIVEMASK, &f))
        return;
    snprintf(f.message, sizeof f.message,
             "the mask 0x%08x comes from __activemask(): on a GPU it may name fewer lanes than "
             "came through the branch",
             op->mask);
    finding_add(&f);
}

void warp_op_completed(struct block_state *b, const struct simt_warp_op *op)
{
    if (op->kind == SIMT_WARP_ACTIVE_MASK) {
        b->active_mask[op->warp] = op->is_group ? 0 : op->active;
        return;
    }
    check_mask(b, op);
    check_active_mask(b, op);
    if (op->kind == SIMT_WARP_SHUFFLE) {
        check_width(b, op);
        check_sources(b, op);
    }
    if (op->kind == SIMT_WARP_SYNC)
        order_warp_sync(&b->order, op->warp, op->active, op->alive);
}
