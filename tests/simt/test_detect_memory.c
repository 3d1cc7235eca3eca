/*
 * What the detectors know of memory takes less than 16 bytes for each byte that a
 * kernel touches, whatever the size of its elements. checked/shadow_memory.cu
 * measures, each type in a process of its own.
 */
#include "run.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

enum { SECONDS = 120 };
static const double most = 16;

static char folder[RUN_PATH];

static void build(void)
{
    make_folder(folder, "");
    struct process_result r =
        run_expecting(0, SECONDS,
                      "cd '%s' && SIMT_HOME='%s/simt' '%s/simt/simtcc' --check "
                      "'%s/tests/simt/checked/shadow_memory.cu' -o program",
                      folder, BUILD_DIR, SOURCE_DIR, SOURCE_DIR);
    process_free(&r);
}

START_TEST(under_16_bytes_for_each)
{
    static const char *const types[] = { "char", "short", "float", "double", "4" };
    build();
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        struct process_result r = run_expecting(0, SECONDS, "'%s/program' %s", folder, types[i]);
        double global, shared;
        ck_assert_msg(sscanf(r.out.text, "%*s global %lf %*s shared %lf", &global, &shared) == 2,
                      "%s", r.out.text);
        /* Less than that of a word's cell cannot be: then nothing was measured. */
        ck_assert_msg(global > 4 && global < most && shared > 4 && shared < most, "%s", r.out.text);
        process_free(&r);
    }
    remove_folder(folder);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("detect: memory");
    TCase *tests = tcase_create("memory");
    tcase_set_timeout(tests, 0);
    tcase_add_test(tests, under_16_bytes_for_each);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
