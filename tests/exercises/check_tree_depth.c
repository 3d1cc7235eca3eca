#include "counters.h"
#include "judge.h"
#include "trees.h"

/* The asked block first: its numbers are those of the question. */
static const unsigned blocks[] = { 512, 32, 64, 128, 256, 1024 };
enum { BLOCKS = sizeof blocks / sizeof *blocks };

/* Runs the tree and counts. */
static struct tree measure(unsigned block, int unrolled)
{
    struct counters counters;
    struct tree tree = { 0, 0 };
    counters_start();
    const cudaError_t status = run_tree(block, unrolled, &tree.depth);
    JUDGE_REQUIRE(status == cudaSuccess, "the tree did not run: %s", cudaGetErrorString(status));
    counters_read(&counters);
    tree.barriers = (unsigned)counters.barriers;
    return tree;
}

static struct tree ask(unsigned block, int unrolled)
{
    judge_trying("block %u, last warp %s", block, unrolled ? "unrolled" : "not unrolled");
    return tree_of(block, unrolled);
}

static void depth(void)
{
    for (int i = 0; i < 2 * BLOCKS; i++) {
        const unsigned block = blocks[i / 2], yours = ask(block, i % 2).depth;
        const unsigned real = measure(block, i % 2).depth;
        judge_expected("depth %u, as the kernel ran", real);
        judge_got("depth %u", yours);
        JUDGE_REQUIRE(yours != block - 1,
                      "%u additions are made, but most of them side by side: "
                      "how many must wait for another?",
                      block - 1);
        JUDGE_REQUIRE(!(i % 2 == 1 && yours + 6 == real),
                      "the unrolled rounds still add: only their barriers are gone");
        JUDGE_REQUIRE(yours == real, "each round halves the values: how often can %u be halved?",
                      block);
    }
}

/* Why this count of barriers is not the real one. */
static void explain_barriers(unsigned block, int unrolled, unsigned yours, unsigned real)
{
    const unsigned whole = measure(block, 0).barriers;
    if (yours + 1 == real)
        judge_because("one is missing: what stands between the load and the first addition?");
    else if (unrolled && yours == whole)
        judge_because("the rounds inside the last warp have no block barrier any more");
    else if (unrolled && yours + 1 == whole - 5)
        judge_because("the last warp begins at stride 32, not at 16: count its rounds");
    else if (unrolled && yours > whole)
        judge_because("more than without unrolling: a block of %u has no %u rounds to save", block,
                      6u);
    else if (!unrolled && yours == 2 * (real - 1))
        judge_because("one barrier per round is enough");
    else
        judge_because("count them in the source: after the load, and at the end of each round");
}

static void barriers(void)
{
    for (int i = 0; i < 2 * BLOCKS; i++) {
        const unsigned block = blocks[i / 2], yours = ask(block, i % 2).barriers;
        const unsigned real = measure(block, i % 2).barriers;
        judge_expected("%u barriers, as counted", real);
        judge_got("%u", yours);
        if (yours != real) {
            explain_barriers(block, i % 2, yours, real);
            judge_fail();
        }
    }
}

static const struct judge_check checks[] = {
    { "the depth is that of the running kernel", depth },
    { "the barriers are those that the block passed", barriers },
};

static void score(void)
{
    judge_score("barriers", measure(512, 1).barriers,
                "barriers at block 512 with the last warp unrolled");
}

const struct judge judge = { checks, sizeof checks / sizeof *checks, score };
