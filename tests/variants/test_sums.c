/*
 * One variant that sums floats with the ladder's harness, named on the command
 * line: it must verify in full, and around every block edge at several other
 * block sizes, on every backend that it was built for, and must not compile for
 * a block that is not made of warps.
 */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "run.h"
#include "variant.h"

enum { TIMEOUT_S = 200 };

static struct variant variant;

/* Variants that promise the same bits in every run. */
static int is_deterministic(void)
{
    return strncmp(variant.name, "atomic", 6) != 0 && strcmp(variant.name, "cub") != 0;
}

/* Every edge of a warp, a block and a few hundred blocks; the largest sizes of a
 * full verification do not depend on the block. */
#define EDGES                                                                                      \
    "--sizes "                                                                                     \
    "0..3,31..33,63..65,127..129,255..257,511..513,1000,1023..1025,2047,2049,65535..65537"

static void verify(const char *backend, const char *program, const char *sizes)
{
    struct process_result result =
        run_expecting(0, TIMEOUT_S, "'" BUILD_DIR "/%s/%s' --n 1000 --verify full --repeat 0 %s",
                      backend, program, sizes);
    assert_contains(result.out.text, "verified");
    if (is_deterministic())
        assert_contains(result.out.text, "the same bits run after run");
    process_free(&result);
}

START_TEST(verifies_on_simt)
{
    verify("simt", variant.name, "");
}
END_TEST

START_TEST(verifies_at_other_blocks)
{
    char program[2 * VARIANT_TEXT];
    snprintf(program, sizeof program, "blocks/%s.%u", variant.name, variant.blocks[_i]);
    verify("simt", program, EDGES);
}
END_TEST

START_TEST(verifies_on_the_gpu)
{
    verify("cuda", variant.name, "");
}
END_TEST

/* Large enough for all ways that `best` has without bulk copies, and not a power of two. */
START_TEST(verifies_around_the_limits)
{
    struct process_result result = run_expecting(
        0, TIMEOUT_S,
        "'" BUILD_DIR
        "/simt/%s' --repeat 0 --sizes 4095,4096,4097,8192,8193,16384,16385,262145,3000001",
        variant.name);
    assert_contains(result.out.text, "verified");
    process_free(&result);
}
END_TEST

START_TEST(a_block_of_no_whole_warps_does_not_compile)
{
    static const unsigned refused[] = { 16, 48, 1056 };
    struct process_result result =
        run_expecting(1, 60,
                      "'%s/simt/simtcc' -c '%s/variants/%s/reduce.cu' -I'%s/common' "
                      "-I'%s/variants/common' -DBLOCK=%u -o /dev/null",
                      SOURCE_DIR, SOURCE_DIR, variant.name, SOURCE_DIR, SOURCE_DIR, refused[_i]);
    assert_contains(result.err.text, "BLOCK must be");
    process_free(&result);
}
END_TEST

int main(int argc, char **argv)
{
    if (argc != 2 || variant_find(argv[1], &variant) != 0 || strcmp(variant.kind, "sum") != 0) {
        fprintf(stderr, "usage: test_sums VARIANT, one that sums floats\n");
        return 2;
    }
    const int simulated = variant.lacks[0] == '\0';
    Suite *suite = suite_create(variant.name);
    TCase *tests = tcase_create(variant.name);
    tcase_set_timeout(tests, TIMEOUT_S + 10);
    if (simulated) {
        tcase_add_test(tests, verifies_on_simt);
        tcase_add_test(tests, verifies_around_the_limits);
        tcase_add_loop_test(tests, verifies_at_other_blocks, 0, variant.block_count);
    }
    if (simulated && strcmp(variant.name, "best") != 0)
        tcase_add_loop_test(tests, a_block_of_no_whole_warps_does_not_compile, 0, 3);
    if (variant_has_cuda())
        tcase_add_test(tests, verifies_on_the_gpu);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
