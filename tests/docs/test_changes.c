/*
 * The changes that the lab sheets and the chapters ask for: what the instructor's page
 * and the chapter say happens, plain and under the detectors.
 */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "run.h"

static char folder[RUN_PATH];

static void setup(void)
{
    make_folder(folder, "");
}

static void teardown(void)
{
    remove_folder(folder);
}

/* An edit with sed, and a part of what the program says. */
struct change {
    const char *name, *source, *edit;
    const char *plain;   /* said without detectors */
    const char *checked; /* said with them; NULL: they find nothing */
};

#define STEP_01 "steps/01_interleaved"
#define STEP_03 "steps/03_sequential"
#define STEP_05 "steps/05_unroll_last_warp"
#define STEP_07 "steps/07_multi_element"
#define STEP_08 "steps/08_warp_shuffle"

static const struct change changes[] = {
    { "lab 1 A", STEP_01, "/partial\\[tid + stride\\];/{n;/__syncthreads/d}", "short by element 3",
      "error: shared-race: " },
    { "lab 1 B", STEP_01, "s/(i < n) ? in\\[i\\] : 0.0f/in[i]/",
      "the result is NaN: it reads past the end of its input", NULL },
    { "lab 1 C", STEP_01, "s/stride < blockDim.x;/stride < blockDim.x \\/ 2;/",
      "short by elements 128…255: the second half of block 0", NULL },
    { "lab 1 D", STEP_01, "/% (2/s/$/ {/;/partial\\[tid + stride\\];/{n;s/$/ }/}",
      "error: barrier divergence: ", "error: barrier-exited: " },
    { "lab 1, prediction 4", STEP_01, "s/stride < blockDim/stride <= blockDim/",
      "0 bytes past the end of the block's dynamic shared memory", "error: shared-bounds: " },
    { "lab 3 A, the first", STEP_05, "/everybody has written/d", "short by element 3",
      "error: shared-race: " },
    { "lab 3 A, the second", STEP_05, "/everybody has read/d", "verified", "error: shared-race: " },
    { "lab 3 B", STEP_08, "s/__shfl_xor_sync/__shfl_down_sync/", "verified", NULL },
    { "lab 3 C", STEP_08,
      "s/if (tid < 32)/if (tid < BLOCK \\/ 32)/;s/tid < BLOCK \\/ 32 ? partial\\[tid\\] : "
      "0.0f/partial[tid]/",
      "the result is NaN", "error: warp-mask: " },
    { "lab 4 A", "variants/last_block", "/__threadfence/d", "verified", "error: global-race: " },
    { "lab 4 B", "variants/last_block", "s/atomicInc(&tickets, [^)]*)/atomicAdd(\\&tickets, 1u)/",
      "uniform data, 1 float off a 16-byte boundary: the result is poison", NULL },
    { "step 01, a mask", STEP_01, "s/tid % (2 \\* stride) == 0/(tid \\& (2 * stride - 1)) == 0/",
      "9 barriers per block", NULL },
    { "step 01, an early return", STEP_01,
      "s/^    partial\\[tid\\] = .*/    if (i >= n) return;\\n&/", "NaN",
      "error: barrier-exited: " },
    { "step 03, mirrored", STEP_03, "s/partial\\[tid + stride\\]/partial[2 * stride - 1 - tid]/",
      "verified", NULL },
    { "step 07, trust the pointer", STEP_07, "s/const size_t head = .*/const size_t head = 0;/",
      "verified", "error: misaligned-access: " },
};
enum { CHANGES = sizeof changes / sizeof changes[0] };

static const char *const libraries =
    "'" BUILD_DIR "/variants/libvariants_simt.a' '" BUILD_DIR "/common/libharness_simt.a'";

/* Builds the changed program. */
static void build(const struct change *c, const char *mode)
{
    struct process_result built = run_expecting(
        0, 100,
        "cd '%s' && sed '%s' %s/reduce.cu >'%s/changed.cu' && ! cmp -s %s/reduce.cu "
        "'%s/changed.cu' && "
        "simt/simtcc %s -g -Icommon -Ivariants/common '%s/changed.cu' %s -o '%s/program'",
        SOURCE_DIR, c->edit, c->source, folder, c->source, folder, mode, folder, libraries, folder);
    process_free(&built);
}

/* What the program says, and then what it wrote on standard error. */
static void run(const struct change *c, char *text, size_t size)
{
    struct process_result ran = run_shell(100, "'%s/program' --n 1000 --repeat 0 2>&1", folder);
    ck_assert_msg(ran.status == 0 || ran.status == 1, "%s ends with %d", c->name, ran.status);
    snprintf(text, size, "%s", ran.out.text);
    process_free(&ran);
}

START_TEST(a_change_does_what_the_page_says)
{
    static char said[1 << 16];
    const struct change *c = &changes[_i];
    build(c, "");
    run(c, said, sizeof said);
    ck_assert_msg(strstr(said, c->plain) != NULL, "%s: no “%s” in\n%.1500s", c->name, c->plain,
                  said);
    build(c, "--check");
    run(c, said, sizeof said);
    if (c->checked != NULL)
        ck_assert_msg(strstr(said, c->checked) != NULL, "%s: no “%s” in\n%.1500s", c->name,
                      c->checked, said);
    else
        ck_assert_msg(strstr(said, ": error: ") == NULL, "%s:\n%.1500s", c->name, said);
}
END_TEST

/* The last warp of old books: wrong in one way, and with a seed in another. */
START_TEST(the_volatile_warp_is_wrong_on_the_simulator)
{
    struct process_result built = run_expecting(
        0, 100,
        "cd '%s' && sed -f docs/claims/volatile_warp.sed %s/reduce.cu >'%s/volatile.cu' && "
        "simt/simtcc -Icommon '%s/volatile.cu' %s -o '%s/volatile'",
        SOURCE_DIR, STEP_05, folder, folder, libraries, folder);
    process_free(&built);
    struct process_result plain = run_expecting(1, 60, "'%s/volatile' --n 1000 --repeat 0", folder);
    assert_contains(plain.out.text, "short by element 3");
    process_free(&plain);
    struct process_result seeded =
        run_expecting(1, 60, "SIMT_SEED=1 '%s/volatile' --n 1000 --repeat 0", folder);
    assert_contains(seeded.out.text, "counted twice");
    process_free(&seeded);
}
END_TEST

/* docs/claims/one_atomic.sed on each step that has its own way of finishing. */
START_TEST(one_atomic_per_block_is_right)
{
    static const char *const steps[] = { STEP_01, STEP_05, STEP_08 };
    for (size_t k = 0; k < sizeof steps / sizeof steps[0]; k++) {
        struct process_result ran = run_expecting(
            0, 100,
            "cd '%s' && sed -f docs/claims/one_atomic.sed %s/reduce.cu >'%s/atomic.cu' && "
            "grep -q 'atomicAdd(out, ' '%s/atomic.cu' && grep -q '{ launch, BLOCK, ONE_BY_ONE }' "
            "'%s/atomic.cu' && simt/simtcc -Icommon '%s/atomic.cu' %s -o '%s/atomic' && "
            "'%s/atomic' --n 2^19 --repeat 0",
            SOURCE_DIR, steps[k], folder, folder, folder, folder, libraries, folder, folder);
        assert_contains(ran.out.text, "verified");
        assert_contains(ran.out.text, "passes   1,");
        process_free(&ran);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("changes");
    TCase *tests = tcase_create("changes");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_set_timeout(tests, 200);
    tcase_add_loop_test(tests, a_change_does_what_the_page_says, 0, CHANGES);
    tcase_add_test(tests, the_volatile_warp_is_wrong_on_the_simulator);
    tcase_add_test(tests, one_atomic_per_block_is_right);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
