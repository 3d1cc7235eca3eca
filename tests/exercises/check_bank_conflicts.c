#include "counters.h"
#include "judge.h"
#include "trees.h"

static const char *const names[] = { "interleaved (step 01)", "strided (step 02)",
                                     "sequential (step 03)" };
static const unsigned blocks[] = { 256, 32, 64, 128, 512, 1024 };
enum { BLOCKS = sizeof blocks / sizeof *blocks };

static struct shared_load measure(enum addressing how, unsigned block, unsigned stride)
{
    struct counters counters;
    counters_start();
    const cudaError_t status = run_round(how, block, stride);
    JUDGE_REQUIRE(status == cudaSuccess, "the round did not run: %s", cudaGetErrorString(status));
    counters_read(&counters);
    const struct shared_load load = { (unsigned)counters.shared_load_requests,
                                      (unsigned)counters.shared_load_wavefronts };
    return load;
}

/* The banks of a warp's worst load, as a sentence. */
static void explain(enum addressing how, unsigned block, unsigned stride, struct shared_load yours,
                    struct shared_load real)
{
    if (yours.requests != real.requests && yours.requests == block / 32)
        judge_because("warps in which no lane loads make no request");
    else if (yours.requests != real.requests)
        judge_because("a request is one warp with at least one lane that loads: thread tid is in "
                      "warp tid / 32");
    else if (how == INTERLEAVED)
        judge_because("lanes of one warp lie in 32 different banks here, however few load: threads "
                      "0 and 32 share a bank, but never a request");
    else if (how == STRIDED && yours.wavefronts == yours.requests)
        judge_because("cells %u apart share banks: lanes that want different cells of one bank "
                      "take a wavefront each",
                      2 * stride);
    else if (yours.wavefronts > real.wavefronts)
        judge_because("only lanes of the same warp, and only those that load, can collide");
    else
        judge_because("a load takes as many wavefronts as its busiest bank has cells to deliver; "
                      "add up the warps");
}

static void all_rounds(enum addressing how)
{
    for (int b = 0; b < BLOCKS; b++) {
        for (unsigned stride = 1; stride < blocks[b]; stride *= 2) {
            judge_trying("%s, block %u, stride %u", names[how], blocks[b], stride);
            const struct shared_load yours = shared_load_of(how, blocks[b], stride);
            const struct shared_load real = measure(how, blocks[b], stride);
            judge_expected("%u requests, %u wavefronts, as counted", real.requests,
                           real.wavefronts);
            judge_got("%u requests, %u wavefronts", yours.requests, yours.wavefronts);
            if (yours.requests != real.requests || yours.wavefronts != real.wavefronts) {
                explain(how, blocks[b], stride, yours, real);
                judge_fail();
            }
        }
    }
}

static void sequential(void)
{
    all_rounds(SEQUENTIAL);
}

static void interleaved(void)
{
    all_rounds(INTERLEAVED);
}

static void strided(void)
{
    all_rounds(STRIDED);
}

static const struct judge_check checks[] = {
    { "sequential addressing (step 03)", sequential },
    { "interleaved addressing (step 01)", interleaved },
    { "strided addressing (step 02)", strided },
};

static void score(void)
{
    unsigned total[3] = { 0, 0, 0 };
    for (unsigned stride = 1; stride < 256; stride *= 2) {
        for (int how = INTERLEAVED; how <= SEQUENTIAL; how++)
            total[how] += measure((enum addressing)how, 256, stride).wavefronts;
    }
    for (int how = INTERLEAVED; how <= SEQUENTIAL; how++)
        judge_score(names[how], total[how], "wavefronts over all rounds of a block of 256");
}

const struct judge judge = { checks, sizeof checks / sizeof *checks, score };
