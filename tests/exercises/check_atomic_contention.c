#include "counters.h"
#include "judge.h"
#include "lab.h"
#include "trees.h"

#include <math.h>

static const char *const names[] = { "an atomic per thread", "an atomic per warp",
                                     "an atomic per block" };

struct question {
    unsigned threads, block, addresses;
};
/* The asked one first, then the edges, ascending. */
static const struct question questions[] = {
    { 10000, 256, 1 },  { 1, 32, 1 },      { 31, 32, 1 },      { 33, 32, 1 },
    { 64, 64, 2 },      { 255, 256, 3 },   { 257, 256, 1 },    { 1000, 128, 7 },
    { 10000, 1024, 1 }, { 10000, 96, 10 }, { 20000, 160, 32 },
};
enum { QUESTIONS = sizeof questions / sizeof *questions, RANDOM_QUESTIONS = 6 };

static struct question question(int i)
{
    if (i < QUESTIONS)
        return questions[i];
    const struct question any = { (unsigned)(judge_random() % 8000) + 1,
                                  (unsigned)(judge_random() % 16 + 1) * 32,
                                  (unsigned)(judge_random() % 40) + 1 };
    return any;
}

/* The longest queue that the simulated GPU saw. */
static unsigned measure(enum contributor who, struct question q)
{
    struct counters counters;
    unsigned *d_counters = lab_output("d_counters", q.addresses * sizeof(unsigned));
    counters_start();
    const cudaError_t status = run_count(who, q.threads, q.block, q.addresses, d_counters);
    JUDGE_REQUIRE(status == cudaSuccess, "it did not run: %s", cudaGetErrorString(status));
    counters_read(&counters);
    lab_clear();
    return (unsigned)counters.longest_queue;
}

static struct contention ask(enum contributor who, struct question q)
{
    judge_trying("%s, %u threads, block %u, %u address%s", names[who], q.threads, q.block,
                 q.addresses, q.addresses == 1 ? "" : "es");
    return contention_of(who, q.threads, q.block, q.addresses);
}

static unsigned parts(unsigned whole, unsigned part)
{
    return whole / part + (whole % part > 0);
}

static void explain(enum contributor who, struct question q, unsigned yours, unsigned real)
{
    const unsigned blocks = parts(q.threads, q.block), in_block = q.block / 32;
    if (yours == real - 1)
        judge_because("one too few: a part that is not full counts as well, so round up");
    else if (who == EACH_WARP && yours == parts(blocks * in_block, q.addresses))
        judge_because("%u warps in each of %u blocks are counted: in the last block some have no "
                      "thread to count, and stay silent",
                      in_block, blocks);
    else if (who != EACH_BLOCK && blocks > 1 &&
             yours == parts(who == EACH_WARP ? in_block : q.block, q.addresses))
        judge_because("that is the queue of one block: all %u blocks add to the same address%s",
                      blocks, q.addresses > 1 ? "es" : "");
    else if (q.addresses > 1 && yours / q.addresses >= real - 1)
        judge_because("that is all atomics together: they spread over %u addresses", q.addresses);
    else if (who != EACH_THREAD && yours >= real * 16)
        judge_because("only one thread of each %s adds", who == EACH_WARP ? "warp" : "block");
    else
        judge_because("count the contributors, then those that go to address 0");
}

static void queues_of(enum contributor who)
{
    for (int i = 0; i < QUESTIONS + RANDOM_QUESTIONS; i++) {
        const struct question q = question(i);
        const unsigned yours = ask(who, q).queue, real = measure(who, q);
        judge_expected("a queue of %u, as counted", real);
        judge_got("%u", yours);
        if (yours != real) {
            explain(who, q, yours, real);
            judge_fail();
        }
    }
}

static void per_thread(void)
{
    queues_of(EACH_THREAD);
}

static void per_warp(void)
{
    queues_of(EACH_WARP);
}

static void per_block(void)
{
    queues_of(EACH_BLOCK);
}

static void explain_slowdown(enum contributor who, struct question q, double yours, double real)
{
    const double all =
        who == EACH_THREAD ? q.threads : parts(q.threads, who == EACH_WARP ? 32 : q.block);
    if (!(fabs(yours - floor(real)) > 0) && real > floor(real))
        judge_because("that is a division of whole numbers: it drops the fraction");
    else if (fabs(yours * real - 1) <= 1e-9)
        judge_because("it is upside down: this queue divided by the other");
    else if (fabs(yours - all / parts(q.threads, q.block)) <= 1e-9 * yours)
        judge_because(
            "that is how many more atomics there are: compare the queues, at one address");
    else
        judge_because("it is this queue divided by the queue with an atomic per block");
}

static void slowdowns(void)
{
    for (int i = 0; i < 3 * QUESTIONS; i++) {
        const enum contributor who = (enum contributor)(i % 3);
        const struct question q = question(i / 3);
        const double yours = ask(who, q).slowdown;
        const double real = (double)measure(who, q) / measure(EACH_BLOCK, q);
        judge_expected("a slowdown of %.4g", real);
        judge_got("%.4g", yours);
        if (!(fabs(yours - real) <= 1e-9 * real)) {
            explain_slowdown(who, q, yours, real);
            judge_fail();
        }
    }
}

static const struct judge_check checks[] = {
    { "the queue with an atomic per thread", per_thread },
    { "the queue with an atomic per warp", per_warp },
    { "the queue with an atomic per block", per_block },
    { "the slowdown against an atomic per block", slowdowns },
};

static void score(void)
{
    for (int who = EACH_THREAD; who <= EACH_BLOCK; who++)
        judge_score(names[who], measure((enum contributor)who, questions[0]),
                    "atomics in the longest queue: 10 000 threads, block 256");
}

const struct judge judge = { checks, sizeof checks / sizeof *checks, score };
