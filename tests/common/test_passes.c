/* The passes over the partial sums, and the buffers that they go through. */
#include "buffer.h"
#include "passes.h"

#include <check.h>
#include <cuda_runtime_api.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static struct failure why;

/* ---- passes ---- */

static struct passes plan(unsigned block, size_t cover, size_t n)
{
    struct passes passes;
    const struct step step = { NULL, block, cover };
    ck_assert_msg(passes_plan(&step, n, 1056, &passes, &why) == 0, "%s", why.text);
    return passes;
}

START_TEST(passes_go_down_to_one)
{
    struct passes p = plan(256, 256, 1 << 20);
    ck_assert(p.count == 3 && p.blocks[0] == 4096 && p.blocks[1] == 16 && p.blocks[2] == 1);
    ck_assert(p.n[0] == 1 << 20 && p.n[1] == 4096 && p.n[2] == 16);
    p = plan(256, 512, 513);
    ck_assert(p.count == 2 && p.blocks[0] == 2 && p.blocks[1] == 1);
    p = plan(32, 2, 5);
    ck_assert(p.count == 3 && p.blocks[0] == 3 && p.blocks[1] == 2 && p.blocks[2] == 1);
}
END_TEST

START_TEST(nothing_and_one_take_one_launch)
{
    static const size_t covers[] = { 256, GRID_STRIDE, ONE_PASS };
    for (size_t n = 0; n < 2; n++) {
        for (size_t k = 0; k < 3; k++) {
            const struct passes p = plan(256, covers[k], n);
            ck_assert(p.count == 1 && p.blocks[0] == 1 && p.n[0] == n);
        }
    }
    ck_assert_uint_eq(plan(256, ONE_PASS, 1 << 30).count, 1);
}
END_TEST

START_TEST(striding_grids_fill_the_device_and_no_more)
{
    ck_assert_uint_eq(plan(256, GRID_STRIDE, 1 << 28).blocks[0], 1056);
    ck_assert_uint_eq(plan(256, GRID_STRIDE, 100 * 1024).blocks[0], 100);
    ck_assert_uint_eq(plan(256, GRID_STRIDE, 100 * 1024 + 1).blocks[0], 101);
    ck_assert_uint_eq(plan(256, GRID_STRIDE, 1024).blocks[0], 1);
    ck_assert_uint_eq(plan(256, GRID_STRIDE, 1 << 28).count, 2);
    for (size_t n = 0; n < 5000; n++) { /* every plan ends */
        ck_assert_uint_le(plan(32, GRID_STRIDE, n).count, 4);
    }
}
END_TEST

START_TEST(tables_without_progress_are_refused)
{
    struct passes passes;
    const struct step one = { NULL, 256, 1 }, none = { NULL, 0, 256 }, two = { NULL, 32, 2 };
    ck_assert_int_eq(passes_plan(&one, 10, 1, &passes, &why), EXIT_WRONG);
    ck_assert_ptr_nonnull(strstr(why.text, "no progress"));
    ck_assert_int_eq(passes_plan(&none, 10, 1, &passes, &why), EXIT_WRONG);
    ck_assert_int_eq(passes_plan(&two, (size_t)1 << 34, 1, &passes, &why), EXIT_WRONG);
    ck_assert_ptr_nonnull(strstr(why.text, "a grid has at most 2147483647"));
}
END_TEST

START_TEST(chains_count_what_a_thread_adds)
{
    struct passes p = plan(256, 256, 1 << 20);
    const struct step tree = { NULL, 256, 256 }, grid = { NULL, 256, GRID_STRIDE };
    ck_assert(!(passes_chain(&tree, &p) > 0));
    p = plan(256, GRID_STRIDE, 1 << 28);
    ck_assert(passes_chain(&grid, &p) > 900 && passes_chain(&grid, &p) < 1100);
}
END_TEST

/* ---- buffers ---- */

START_TEST(guards_see_writes_on_both_sides)
{
    char text[128];
    struct buffer b;
    const float one = 1;
    ck_assert_int_eq(buffer_create(&b, "output", 100, &why), 0);
    for (unsigned misalign = 0; misalign < 4; misalign++) {
        ck_assert_int_eq(buffer_place(&b, 97, misalign, false, false, &why), 0);
        ck_assert_uint_eq((uintptr_t)b.at % 16, 4 * misalign);
        buffer_check_guards(&b, text, sizeof text, &why);
        ck_assert_str_eq(text, "");
        cudaMemcpy(b.at + 97, &one, sizeof one, cudaMemcpyHostToDevice);
        buffer_check_guards(&b, text, sizeof text, &why);
        ck_assert_str_eq(text, "wrote past the end of the output: 4 bytes, 0 bytes after it");
        buffer_place(&b, 97, misalign, true, true, &why);
        cudaMemcpy(b.at - 3, &one, sizeof one, cudaMemcpyHostToDevice);
        buffer_check_guards(&b, text, sizeof text, &why);
        ck_assert_msg(strstr(text, "wrote in front of the output") != NULL, "%s", text);
        buffer_place(&b, 97, misalign, false, false, &why);
        cudaMemcpy(b.at + 97 + GUARD_FLOATS - 1, &one, sizeof one, cudaMemcpyHostToDevice);
        buffer_check_guards(&b, text, sizeof text, &why);
        ck_assert_str_ne(text, "");
    }
    buffer_free(&b);
}
END_TEST

START_TEST(poison_and_changes_are_counted)
{
    struct buffer b;
    size_t count = 0, first = 0;
    float values[100] = { 0 };
    ck_assert_int_eq(buffer_create(&b, "input", 100, &why), 0);
    buffer_place(&b, 100, 1, false, false, &why);
    buffer_poison(&b, &why);
    ck_assert_int_eq(buffer_check_written(&b, &count, &first, &why), 0);
    ck_assert(count == 100 && first == 0);
    cudaMemcpy(b.at, values, 40 * sizeof *values, cudaMemcpyHostToDevice);
    buffer_check_written(&b, &count, &first, &why);
    ck_assert(count == 60 && first == 40);
    cudaMemcpy(b.at, values, sizeof values, cudaMemcpyHostToDevice);
    ck_assert_int_eq(buffer_check_same(&b, values, &count, &first, &why), 0);
    ck_assert_uint_eq(count, 0);
    values[17] = -0.0f; /* other bits count, equal or not */
    buffer_check_same(&b, values, &count, &first, &why);
    ck_assert(count == 1 && first == 17);
    buffer_free(&b);
}
END_TEST

START_TEST(buffers_beyond_memory_are_refused)
{
    struct buffer b;
    ck_assert_int_eq(buffer_create(&b, "input", (size_t)1 << 50, &why), EXIT_USAGE);
    ck_assert_ptr_nonnull(strstr(why.text, "the input needs 4.0 PiB of the device's memory"));
    ck_assert_int_eq(cudaGetLastError(), cudaSuccess);
    buffer_free(&b);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("passes");
    TCase *t = tcase_create("passes");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, passes_go_down_to_one);
    tcase_add_test(t, nothing_and_one_take_one_launch);
    tcase_add_test(t, striding_grids_fill_the_device_and_no_more);
    tcase_add_test(t, tables_without_progress_are_refused);
    tcase_add_test(t, chains_count_what_a_thread_adds);
    tcase_add_test(t, guards_see_writes_on_both_sides);
    tcase_add_test(t, poison_and_changes_are_counted);
    tcase_add_test(t, buffers_beyond_memory_are_refused);
    suite_add_tcase(suite, t);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
