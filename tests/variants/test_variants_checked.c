/*
 * One variant, named on the command line, under all of simt's detectors: no
 * finding, at several orders of the lanes, and at the other block sizes for which it was
 * built (make check-seeds).
 */
#include <check.h>
#include <glob.h>
#include <stdio.h>
#include <string.h>

#include "run.h"

enum { SEEDS = 2, RUN_SECONDS = 150 };

static const char *name;
static glob_t paths; /* simt/check/NAME, simt/check/NAME.BLOCK */

static void run_variant(const char *path, int seed)
{
    const char *options = strcmp(name, "multi_host") == 0        ? "--n 300000"
                          : strcmp(name, "warp_primitives") == 0 ? "--seed 3"
                                                                 : "--n 3000 --repeat 1";
    struct process_result result =
        run_shell(RUN_SECONDS, "SIMT_SEED=%d '%s' %s", seed, path, options);
    ck_assert_msg(result.status == 0 && result.err.bytes == 0, "%s, seed %d: status %d\n%.4000s",
                  path, seed, result.status, result.err.text);
    process_free(&result);
}

START_TEST(the_variant_is_silent)
{
    run_variant(paths.gl_pathv[_i / run_seeds(SEEDS)], _i % run_seeds(SEEDS));
}
END_TEST

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: test_variants_checked VARIANT\n");
        return 2;
    }
    name = argv[1];
    char path[RUN_PATH];
    snprintf(path, sizeof path, BUILD_DIR "/simt/check/%s", name);
    if (glob(path, 0, NULL, &paths) != 0) {
        fprintf(stderr, "%s is not there\n", path);
        return 1;
    }
    snprintf(path, sizeof path, BUILD_DIR "/simt/check/%s.[0-9]*", name);
    if (run_seeds(0) != 0)
        glob(path, GLOB_APPEND, NULL, &paths);
    Suite *suite = suite_create("variants checked");
    TCase *tests = tcase_create(name);
    tcase_set_timeout(tests, RUN_SECONDS + 10);
    tcase_add_loop_test(tests, the_variant_is_silent, 0, (int)paths.gl_pathc * run_seeds(SEEDS));
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
