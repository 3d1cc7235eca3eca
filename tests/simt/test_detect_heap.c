/*
 * What kernels take with malloc and new is device memory to the detectors: its
 * bounds, its end, its values and its races are seen. checked/heap.cu makes a
 * mistake for each number; programs/device_heap.cu makes none.
 */
#include "run.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#define SIMTCC "SIMT_HOME='" BUILD_DIR "/simt' '" SOURCE_DIR "/simt/simtcc' "
#define TESTS "'" SOURCE_DIR "/tests/simt/"

static char folder[RUN_PATH];

static void stop(void)
{
    remove_folder(folder);
}

static void build(const char *options, const char *source)
{
    make_folder(folder, "");
    struct process_result built = run_expecting(
        0, 120, "cd '%s' && " SIMTCC "%s " TESTS "%s' -o program", folder, options, source);
    process_free(&built);
}

/* The mistake is told, at this line of the kernel. */
static void expect(int mistake, const char *place, const char *finding)
{
    struct process_result ran = run_expecting(0, 60, "'%s/program' %d || true", folder, mistake);
    char text[256];
    snprintf(text, sizeof text, "heap.cu:%s: error: %s", place, finding);
    ck_assert_msg(strstr(ran.err.text, text) != NULL, "no `%s` in\n%s", text, ran.err.text);
    process_free(&ran);
}

START_TEST(mistakes_are_found)
{
    build("--check", "checked/heap.cu");
    expect(1, "10", "global-bounds: index 4 is written, but the memory from malloc at ");
    expect(2, "21", "use-after-free: byte 0 of the memory from malloc at ");
    expect(3, "28", "use-after-free: ");
    expect(4, "35", "double-free: memory from new (4 bytes) is freed again");
    expect(5, "41", "invalid-free: the pointer is inside of memory from new (32 bytes)");
    expect(6, "46", "invalid-free: memory from cudaMallocManaged is freed with a function of");
    expect(7, "52", "global-uninit: element 3 of the memory from new at ");
    expect(8, "61", "global-race: element 0 of the memory from new at ");
    expect(9, "99", "invalid-free: memory from malloc is freed with a function of another kind");
}
END_TEST

START_TEST(a_plain_program_ends_at_a_bad_free)
{
    build("", "checked/heap.cu");
    expect(4, "35", "memory of the device's heap is freed again");
    expect(5, "41", "a kernel frees what malloc or new in a kernel did not give");
    expect(6, "46", "a kernel frees what malloc or new in a kernel did not give");
}
END_TEST

START_TEST(right_programs_are_silent)
{
    build("--check", "programs/device_heap.cu");
    struct process_result ran = run_expecting(0, 120, "'%s/program'", folder);
    ck_assert_str_eq(ran.err.text, "");
    process_free(&ran);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("detect: the device's heap");
    TCase *tests = tcase_create("heap");
    tcase_set_timeout(tests, 300);
    tcase_add_checked_fixture(tests, NULL, stop);
    tcase_add_test(tests, mistakes_are_found);
    tcase_add_test(tests, a_plain_program_ends_at_a_bad_free);
    tcase_add_test(tests, right_programs_are_silent);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
