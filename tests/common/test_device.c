/* The device, its buffers, the passes, and launches that are wrong on purpose. */
#include "buffer.h"
#include "device.h"
#include "diagnose.h"
#include "gpu.h"
#include "gpu_time.h"
#include "passes.h"
#include "read.h"
#include "reference.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 64, COVER = 128 };

static struct failure why;
static struct device device;
static struct gpu gpu;

static void set_up(void)
{
    const struct options options = { 0 };
    ck_assert_msg(device_open(&options, &device, &why) == 0, "%s", why.text);
}

/* ---- choosing a device ---- */

START_TEST(device_is_described)
{
    ck_assert_str_ne(device.name, "");
    ck_assert_str_ne(device.why, "");
    ck_assert_uint_gt(device.sms, 0);
    ck_assert_uint_ge(device.threads_per_sm, 1024);
    ck_assert_int_eq(device.simulated, device_backend() == BACKEND_SIMT);
}
END_TEST

START_TEST(missing_devices_are_named)
{
    struct device other;
    const struct options options = { .device = 9999 };
    ck_assert_int_eq(device_open(&options, &other, &why), EXIT_NO_DEVICE);
    ck_assert_ptr_nonnull(strstr(why.text, "there is no device 9999; there"));
    ck_assert_ptr_nonnull(strstr(why.text, device.name));
}
END_TEST

START_TEST(the_other_backend_is_refused)
{
    struct device other;
    const bool simt = device_backend() == BACKEND_SIMT;
    struct options options = { .backend = simt ? BACKEND_CUDA : BACKEND_SIMT };
    ck_assert_int_eq(device_open(&options, &other, &why), EXIT_NO_DEVICE);
    ck_assert_ptr_nonnull(strstr(why.text, "was built for"));
    options.backend = device_backend();
    ck_assert_int_eq(device_open(&options, &other, &why), 0);
}
END_TEST

static const struct {
    cudaError_t error;
    int driver, toolkit;
    const char *words;
} explanations[] = {
    { cudaErrorNoDevice, 12020, 12000, "no NVIDIA GPU was found" },
    { cudaErrorInsufficientDriver, 12020, 13000,
      "knows CUDA 12.2, this program was built with 13.0" },
    { cudaErrorInsufficientDriver, 0, 13000, "no NVIDIA driver was found" },
    { cudaErrorUnsupportedPtxVersion, 11040, 12000, "knows CUDA 11.4" },
    { cudaErrorNoKernelImageForDevice, 12020, 12020, "holds no code for this GPU" },
    { cudaErrorInvalidDeviceFunction, 12020, 12020, "holds no code for this GPU" },
    { cudaErrorMemoryAllocation, 12020, 12020, "cannot be used: cudaErrorMemoryAllocation" },
};

START_TEST(failed_searches_are_explained)
{
    ck_assert_int_eq(device_explain(explanations[_i].error, explanations[_i].driver,
                                    explanations[_i].toolkit, &why),
                     EXIT_NO_DEVICE);
    ck_assert_msg(strstr(why.text, explanations[_i].words) != NULL, "%s", why.text);
}
END_TEST

START_TEST(errors_name_place_call_and_sentence)
{
    ck_assert_int_eq(CUDA_TRY(cudaSuccess, &why), 0);
    ck_assert_int_eq(CUDA_TRY(cudaErrorInvalidValue, &why), EXIT_WRONG);
    ck_assert_ptr_nonnull(strstr(why.text, "test_device.c:"));
    ck_assert_ptr_nonnull(strstr(why.text, ": cudaErrorInvalidValue: cudaErrorInvalidValue: "));
    ck_assert_int_eq(LAUNCH_TRY(kernel(), 7, 64, true, &why), 0);
    void *memory = NULL;
    cudaMalloc(&memory, (size_t)1 << 60); /* leaves an error for the next launch check */
    ck_assert_int_eq(LAUNCH_TRY(kernel(), 7, 64, true, &why), EXIT_WRONG);
    ck_assert_ptr_nonnull(strstr(why.text, "kernel(): cudaErrorMemoryAllocation"));
    ck_assert_ptr_nonnull(strstr(why.text, "(grid 7, block 64)"));
    ck_assert_int_eq(cudaGetLastError(), cudaSuccess);
}
END_TEST

START_TEST(resident_blocks_follow_the_limits)
{
    struct device d = { .sms = 132, .threads_per_sm = 2048, .blocks_per_sm = 32 };
    ck_assert_uint_eq(device_resident_blocks(&d, 256), 132 * 8);
    ck_assert_uint_eq(device_resident_blocks(&d, 1024), 132 * 2);
    ck_assert_uint_eq(device_resident_blocks(&d, 32), 132 * 32);
    ck_assert_uint_eq(device_resident_blocks(&d, 192), 132 * 10);
    d.blocks_per_sm = 0;
    ck_assert_uint_eq(device_resident_blocks(&d, 32), 132 * 64);
    d.threads_per_sm = 0;
    ck_assert_uint_eq(device_resident_blocks(&d, 32), 1);
}
END_TEST

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

/* ---- launches, done by the host on copies ---- */

static float room[1 << 17];

/* Sums each block's part of n floats, and lets `spoil` change the sums. */
static void launch_with(const float *d_in, float *d_out, size_t n, unsigned blocks, size_t cover,
                        void (*spoil)(float *sums, const float *in, size_t n, unsigned blocks))
{
    float *sums = calloc(blocks, sizeof *sums);
    cudaMemcpy(room, d_in, n * sizeof *room, cudaMemcpyDeviceToHost);
    for (size_t i = 0; i < n; i++) {
        sums[i / cover % blocks] += room[i];
    }
    if (spoil != NULL) {
        spoil(sums, room, n, blocks);
    }
    cudaMemcpy(d_out, sums, blocks * sizeof *sums, cudaMemcpyHostToDevice);
    free(sums);
}

static void right(const float *d_in, float *d_out, size_t n, unsigned blocks)
{
    launch_with(d_in, d_out, n, blocks, COVER, NULL);
}

static void writes_nothing(const float *d_in, float *d_out, size_t n, unsigned blocks)
{
    (void)d_in;
    (void)d_out;
    (void)n;
    (void)blocks;
}

static void skips_block_1(const float *d_in, float *d_out, size_t n, unsigned blocks)
{
    float keep = 0;
    if (blocks > 1) {
        cudaMemcpy(&keep, d_out + 1, sizeof keep, cudaMemcpyDeviceToHost);
    }
    right(d_in, d_out, n, blocks);
    if (blocks > 1) {
        cudaMemcpy(d_out + 1, &keep, sizeof keep, cudaMemcpyHostToDevice);
    }
}

static void writes_one_more(const float *d_in, float *d_out, size_t n, unsigned blocks)
{
    const float zero = 0;
    right(d_in, d_out, n, blocks);
    cudaMemcpy(d_out + blocks, &zero, sizeof zero, cudaMemcpyHostToDevice);
}

static void writes_one_before(const float *d_in, float *d_out, size_t n, unsigned blocks)
{
    const float zero = 0;
    right(d_in, d_out, n, blocks);
    cudaMemcpy(d_out - 1, &zero, sizeof zero, cudaMemcpyHostToDevice);
}

static void changes_input(const float *d_in, float *d_out, size_t n, unsigned blocks)
{
    const float value = 0.5f;
    right(d_in, d_out, n, blocks);
    if (n > 17) {
        cudaMemcpy((float *)d_in + 17, &value, sizeof value, cudaMemcpyHostToDevice);
    }
}

static void writes_behind_input(const float *d_in, float *d_out, size_t n, unsigned blocks)
{
    const float value = 0.5f;
    right(d_in, d_out, n, blocks);
    cudaMemcpy((float *)d_in + n + 1, &value, sizeof value, cudaMemcpyHostToDevice);
}

static void reads_one_more(const float *d_in, float *d_out, size_t n, unsigned blocks)
{
    launch_with(d_in, d_out, n + 1, blocks, COVER, NULL);
}

static void adds_to_output(const float *d_in, float *d_out, size_t n, unsigned blocks)
{
    float before = 0, after = 0;
    cudaMemcpy(&before, d_out, sizeof before, cudaMemcpyDeviceToHost);
    right(d_in, d_out, n, blocks);
    cudaMemcpy(&after, d_out, sizeof after, cudaMemcpyDeviceToHost);
    after += isnan(before) ? 0 : before;
    cudaMemcpy(d_out, &after, sizeof after, cudaMemcpyHostToDevice);
}

static void breaks(const float *d_in, float *d_out, size_t n, unsigned blocks)
{
    void *memory = NULL;
    right(d_in, d_out, n, blocks);
    cudaMalloc(&memory, (size_t)1 << 60);
}

static void spoil_tail(float *sums, const float *in, size_t n, unsigned blocks)
{
    for (size_t i = n - n % 32; i < n; i++) {
        sums[blocks - 1] -= in[i];
    }
}

static void loses_partial_warp(const float *d_in, float *d_out, size_t n, unsigned blocks)
{
    launch_with(d_in, d_out, n, blocks, COVER, n > COVER ? spoil_tail : NULL);
}

/* What the harness says about a launch on n coded floats; "" when it is right. */
static const char *verdict_on(void (*launch)(const float *, float *, size_t, unsigned), size_t n)
{
    static char text[480];
    static float data[1 << 17];
    const struct step step = { launch, BLOCK, COVER };
    const struct trial trial = { .misalign = 1 };
    ck_assert_msg(gpu_open(&gpu, &step, &device, n, &why) == 0, "%s", why.text);
    const struct subject subject = gpu_subject(&gpu);
    struct outcome outcome;
    data_fill(data, n, DATA_CODED, 1);
    const struct reference reference = reference_sum(data, n);
    subject.sum(subject.self, data, n, &trial, &outcome);
    const struct judgement judgement =
        reference_judge(&reference, outcome.first, true, subject.rounds(subject.self, n));
    const struct failing failing = { data, n, trial, &reference, &judgement, &outcome };
    text[0] = '\0';
    if (outcome.fault != FAULT_NONE || !judgement.ok ||
        memcmp(&outcome.first, &outcome.second, sizeof(float)) != 0) {
        diagnose(&subject, &failing, text, sizeof text);
        ck_assert_str_ne(text, "");
    }
    gpu_close(&gpu);
    cudaGetLastError();
    return text;
}

START_TEST(right_launches_pass)
{
    static const size_t sizes[] = { 0, 1, 127, 128, 129, 1000, 100000 };
    ck_assert_str_eq(verdict_on(right, sizes[_i]), "");
}
END_TEST

static const struct {
    void (*launch)(const float *, float *, size_t, unsigned);
    const char *words;
} wrong[] = {
    { writes_nothing, "the result is poison: the output was never written" },
    { skips_block_1, "the result is poison: pass 1 never wrote the sum of block 1" },
    { writes_one_more, "wrote past the end of the output: 4 bytes, 0 bytes after it" },
    { writes_one_before, "wrote in front of the output: 4 bytes, 0 bytes before it" },
    { changes_input, "the input was changed at element 17" },
    { writes_behind_input, "wrote past the end of the input: 4 bytes, 4 bytes after it" },
    { reads_one_more, "reads past the end of its input" },
    { adds_to_output, "two runs on the same data" },
    { breaks, "step->launch(in, out, n, blocks): cudaErrorMemoryAllocation" },
    { loses_partial_warp, "short by elements 992…999: the last partial warp" },
};

START_TEST(wrong_launches_are_explained)
{
    const char *text = verdict_on(wrong[_i].launch, 1000);
    ck_assert_msg(strstr(text, wrong[_i].words) != NULL, "\"%s\" lacks \"%s\"", text,
                  wrong[_i].words);
}
END_TEST

START_TEST(bare_runs_give_the_same_sum)
{
    const size_t n = 5000;
    float data[5000], sum = 0;
    struct times times;
    const struct step step = { right, BLOCK, COVER };
    data_fill(data, n, DATA_CODED, 3);
    const struct reference reference = reference_sum(data, n);
    ck_assert_int_eq(gpu_open(&gpu, &step, &device, n, &why), 0);
    ck_assert_msg(gpu_time(&gpu, &device, data, n, 3, &times, &why) == 0, "%s", why.text);
    ck_assert_int_eq(gpu_result(&gpu, &sum, &why), 0);
    ck_assert(reference_judge(&reference, sum, true, 0).ok);
    ck_assert_uint_eq(times.run.repeat, 3);
    ck_assert(times.run.median_ms >= 0 && times.copy_ms >= 0 && times.launch_overhead_ms >= 0);
    ck_assert(device.simulated ? !(times.ceiling.gbps > 0) : times.ceiling.gbps > 0);
    gpu_close(&gpu);
}
END_TEST

/* ---- the reads that the ceiling is made of ---- */

enum { READ_FLOATS = 40004 }; /* more than a chunk of read_bulk, and no whole number of them */

/* Whether a read of READ_FLOATS zeros finds the mark that is put among them; way 0 is read_all,
 * way k shape k - 1 of read_bulk. *done: this device has such a way. */
static bool finds_mark(unsigned way, float *data, float *sink, size_t at, bool *done)
{
    const float mark = READ_MARK, none = 0;
    float found = 0;
    cudaMemcpy(data + at, &mark, sizeof mark, cudaMemcpyHostToDevice);
    cudaMemcpy(sink, &none, sizeof none, cudaMemcpyHostToDevice);
    *done = true;
    if (way == 0) {
        read_all(data, READ_FLOATS, 2, sink);
    } else {
        *done = read_bulk(way - 1, data, READ_FLOATS, 2, sink);
    }
    cudaMemcpy(&found, sink, sizeof found, cudaMemcpyDeviceToHost);
    cudaMemcpy(data + at, &none, sizeof none, cudaMemcpyHostToDevice);
    return !(found > mark) && !(found < mark);
}

START_TEST(reads_read_every_float)
{
    void *memory = NULL;
    ck_assert_int_eq(cudaMalloc(&memory, (READ_FLOATS + 1) * sizeof(float)), cudaSuccess);
    ck_assert_int_eq(cudaMemset(memory, 0, (READ_FLOATS + 1) * sizeof(float)), cudaSuccess);
    float *data = memory, *sink = data + READ_FLOATS;
    for (size_t at = 0; at < READ_FLOATS; at += at < 16 || at + 524 > READ_FLOATS ? 1 : 509) {
        bool done = true;
        const bool found = finds_mark((unsigned)_i, data, sink, at, &done);
        ck_assert_msg(found == done, "way %d, element %zu", _i, at);
        ck_assert(!(device.simulated && _i > 0 && done));
    }
    ck_assert_int_eq(cudaGetLastError(), cudaSuccess);
    cudaFree(memory);
}
END_TEST

START_TEST(timing_reports_errors)
{
    float data[100] = { 0 };
    struct times times;
    const struct step step = { breaks, BLOCK, COVER };
    ck_assert_int_eq(gpu_open(&gpu, &step, &device, 100, &why), 0);
    ck_assert_int_eq(gpu_time(&gpu, &device, data, 100, 3, &times, &why), EXIT_WRONG);
    ck_assert_ptr_nonnull(strstr(why.text, "cudaErrorMemoryAllocation"));
    gpu_close(&gpu);
}
END_TEST

START_TEST(sums_beyond_memory_are_refused)
{
    const struct step step = { right, BLOCK, COVER };
    ck_assert_int_eq(gpu_open(&gpu, &step, &device, (size_t)1 << 37, &why), EXIT_USAGE);
    ck_assert_ptr_nonnull(strstr(why.text, "of the device's memory"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("device");
    TCase *t = tcase_create("device");
    tcase_set_timeout(t, 60);
    tcase_add_checked_fixture(t, set_up, NULL);
    tcase_add_test(t, device_is_described);
    tcase_add_test(t, missing_devices_are_named);
    tcase_add_test(t, the_other_backend_is_refused);
    tcase_add_loop_test(t, failed_searches_are_explained, 0,
                        sizeof explanations / sizeof *explanations);
    tcase_add_test(t, errors_name_place_call_and_sentence);
    tcase_add_test(t, resident_blocks_follow_the_limits);
    tcase_add_test(t, passes_go_down_to_one);
    tcase_add_test(t, nothing_and_one_take_one_launch);
    tcase_add_test(t, striding_grids_fill_the_device_and_no_more);
    tcase_add_test(t, tables_without_progress_are_refused);
    tcase_add_test(t, chains_count_what_a_thread_adds);
    tcase_add_test(t, guards_see_writes_on_both_sides);
    tcase_add_test(t, poison_and_changes_are_counted);
    tcase_add_test(t, buffers_beyond_memory_are_refused);
    tcase_add_loop_test(t, right_launches_pass, 0, 7);
    tcase_add_loop_test(t, wrong_launches_are_explained, 0, sizeof wrong / sizeof *wrong);
    tcase_add_test(t, bare_runs_give_the_same_sum);
    tcase_add_loop_test(t, reads_read_every_float, 0, 1 + READ_SHAPES);
    tcase_add_test(t, timing_reports_errors);
    tcase_add_test(t, sums_beyond_memory_are_refused);
    suite_add_tcase(suite, t);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
