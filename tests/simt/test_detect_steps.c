/*
 * The ladder's steps under all detectors: no finding, at several block sizes
 * and seeds of the schedule. The step is named on the command line. SEEDS of the
 * environment says how many seeds (default 2).
 */
#include "run.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

enum { SEEDS = 2, RUN_SECONDS = 120 };

static const char *step;

static void run_step(int block, int seed)
{
    struct process_result r =
        run_shell(RUN_SECONDS, "SIMT_SEED=%d '%s/simt/check/%s.%d' --n 3000 --repeat 1", seed,
                  BUILD_DIR, step, block);
    ck_assert_msg(r.status == 0 && r.err.bytes == 0, "%s, block %d, seed %d: status %d\n%.4000s",
                  step, block, seed, r.status, r.err.text);
    process_free(&r);
}

START_TEST(the_step_is_silent)
{
    static const int blocks[] = { 32, 64, 128, 256, 512, 1024 };
    for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; i++)
        for (int seed = 0; seed < run_seeds(SEEDS); seed++)
            run_step(blocks[i], seed);
}
END_TEST

int main(int argc, char **argv)
{
    Suite *suite = suite_create("detect steps");
    TCase *tests = tcase_create("steps");
    if (argc != 2) {
        fprintf(stderr, "usage: %s STEP\n", argv[0]);
        return 2;
    }
    step = argv[1];
    tcase_set_timeout(tests, 0);
    tcase_add_test(tests, the_step_is_silent);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
