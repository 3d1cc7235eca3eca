/*
 * One lab, named on the command line: every way verifies in full, the table and
 * the CSV say so, and what the command line cannot mean is refused.
 */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "run.h"
#include "variant.h"

enum { TIMEOUT_S = 200 };

static struct variant variant;

static int is_ways_lab(void)
{
    return strcmp(variant.name, "warp_primitives") != 0;
}

static void verify(const char *backend)
{
    struct process_result result =
        run_expecting(0, TIMEOUT_S, "'" BUILD_DIR "/%s/%s' --seed 3%s", backend, variant.name,
                      is_ways_lab() ? " --n 100003 --verify full --repeat 0" : "");
    assert_lacks(result.out.text, "wrong");
    ck_assert_uint_eq(result.err.bytes, 0);
    if (is_ways_lab())
        assert_contains(result.out.text, "verified");
    process_free(&result);
}

START_TEST(verifies_on_simt)
{
    verify("simt");
}
END_TEST

START_TEST(verifies_on_the_gpu)
{
    verify("cuda");
}
END_TEST

/* Sizes at which packets, rows and segments begin and end. */
START_TEST(verifies_every_small_size)
{
    if (!is_ways_lab())
        return;
    struct process_result result = run_expecting(
        0, TIMEOUT_S,
        "'" BUILD_DIR
        "/simt/%s' --n 1 --repeat 0 --sizes 1..40,99..101,127..129,511..513,1023..1025",
        variant.name);
    assert_lacks(result.out.text, "wrong");
    process_free(&result);
}
END_TEST

START_TEST(writes_a_row_of_csv_per_way)
{
    struct process_result result =
        run_expecting(0, TIMEOUT_S, "'" BUILD_DIR "/simt/%s' --csv -%s", variant.name,
                      is_ways_lab() ? " --n 2000 --repeat 2" : "");
    assert_contains(result.out.text, "program,backend,device,n,");
    assert_contains(result.out.text, variant.name);
    assert_contains(result.out.text, ",verified,");
    assert_lacks(result.out.text, ",wrong,");
    process_free(&result);
}
END_TEST

START_TEST(refuses_what_it_cannot_take)
{
    if (!is_ways_lab())
        return;
    struct process_result result =
        run_expecting(2, 20, "'" BUILD_DIR "/simt/%s' --data ones", variant.name);
    assert_contains(result.err.text, "--data means nothing to this program");
    process_free(&result);
    result = run_expecting(3, 20, "'" BUILD_DIR "/simt/%s' --device 7", variant.name);
    assert_contains(result.err.text, "there is no device 7");
    process_free(&result);
}
END_TEST

int main(int argc, char **argv)
{
    if (argc != 2 || variant_find(argv[1], &variant) != 0 || strcmp(variant.kind, "lab") != 0) {
        fprintf(stderr, "usage: test_labs VARIANT, one that has its own table\n");
        return 2;
    }
    Suite *suite = suite_create(variant.name);
    TCase *tests = tcase_create(variant.name);
    tcase_set_timeout(tests, TIMEOUT_S + 10);
    tcase_add_test(tests, verifies_on_simt);
    tcase_add_test(tests, verifies_every_small_size);
    tcase_add_test(tests, writes_a_row_of_csv_per_way);
    tcase_add_test(tests, refuses_what_it_cannot_take);
    if (variant_has_cuda())
        tcase_add_test(tests, verifies_on_the_gpu);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
