/* The device: which one, what it holds at once, and the reads that its ceiling is made of. */
#include "device.h"
#include "read.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct failure why;
static struct device device;

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
    tcase_add_loop_test(t, reads_read_every_float, 0, 1 + READ_SHAPES);
    suite_add_tcase(suite, t);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
