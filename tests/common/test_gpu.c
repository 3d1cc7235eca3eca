/* Launches that are right, and wrong on purpose: what the harness says of them. */
#include "device.h"
#include "diagnose.h"
#include "gpu.h"
#include "gpu_time.h"
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
    Suite *suite = suite_create("gpu");
    TCase *t = tcase_create("gpu");
    tcase_set_timeout(t, 60);
    tcase_add_checked_fixture(t, set_up, NULL);
    tcase_add_loop_test(t, right_launches_pass, 0, 7);
    tcase_add_loop_test(t, wrong_launches_are_explained, 0, sizeof wrong / sizeof *wrong);
    tcase_add_test(t, bare_runs_give_the_same_sum);
    tcase_add_test(t, timing_reports_errors);
    tcase_add_test(t, sums_beyond_memory_are_refused);
    suite_add_tcase(suite, t);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
