/*
 * One variant, named on the command line, under all of simt's detectors: no
 * finding, at several orders of the lanes.
 */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "run.h"

enum { SEEDS = 2, RUN_SECONDS = 150 };

static const char *name;

START_TEST(the_variant_is_silent)
{
    const char *options = strcmp(name, "multi_host") == 0 ? "--n 300000" : "--n 3000 --repeat 1";
    struct process_result result =
        run_shell(RUN_SECONDS, "SIMT_SEED=%d '" BUILD_DIR "/simt/check/%s' %s", _i, name, options);
    ck_assert_msg(result.status == 0 && result.err.bytes == 0, "%s, seed %d: status %d\n%.4000s",
                  name, _i, result.status, result.err.text);
    process_free(&result);
}
END_TEST

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: test_variants_checked VARIANT\n");
        return 2;
    }
    name = argv[1];
    Suite *suite = suite_create("variants checked");
    TCase *tests = tcase_create(name);
    tcase_set_timeout(tests, RUN_SECONDS + 10);
    tcase_add_loop_test(tests, the_variant_is_silent, 0, SEEDS);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
