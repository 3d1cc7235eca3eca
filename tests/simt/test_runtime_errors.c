/* Errors of the runtime API: names, the last error, sticky errors, no device. */
#include <check.h>
#include <cuda_runtime.h>
#include <stdlib.h>
#include <string.h>

#include "simt/simt.h"
#include "suite.h"

START_TEST(numbers_are_cudas)
{
    ck_assert_int_eq(cudaSuccess, 0);
    ck_assert_int_eq(cudaErrorInvalidValue, 1);
    ck_assert_int_eq(cudaErrorMemoryAllocation, 2);
    ck_assert_int_eq(cudaErrorInitializationError, 3);
    ck_assert_int_eq(cudaErrorInvalidConfiguration, 9);
    ck_assert_int_eq(cudaErrorInvalidMemcpyDirection, 21);
    ck_assert_int_eq(cudaErrorInsufficientDriver, 35);
    ck_assert_int_eq(cudaErrorMissingConfiguration, 52);
    ck_assert_int_eq(cudaErrorInvalidDeviceFunction, 98);
    ck_assert_int_eq(cudaErrorNoDevice, 100);
    ck_assert_int_eq(cudaErrorInvalidDevice, 101);
    ck_assert_int_eq(cudaErrorNoKernelImageForDevice, 209);
    ck_assert_int_eq(cudaErrorInvalidResourceHandle, 400);
    ck_assert_int_eq(cudaErrorNotReady, 600);
    ck_assert_int_eq(cudaErrorIllegalAddress, 700);
    ck_assert_int_eq(cudaErrorLaunchOutOfResources, 701);
    ck_assert_int_eq(cudaErrorLaunchTimeout, 702);
    ck_assert_int_eq(cudaErrorAssert, 710);
    ck_assert_int_eq(cudaErrorMisalignedAddress, 716);
    ck_assert_int_eq(cudaErrorLaunchFailure, 719);
    ck_assert_int_eq(cudaErrorCooperativeLaunchTooLarge, 720);
    ck_assert_int_eq(cudaErrorNotSupported, 801);
    ck_assert_int_eq(cudaErrorUnknown, 999);
}
END_TEST

#define SIMT_ERROR(name, number, sentence) { name, #name },
static const struct {
    cudaError_t code;
    const char *name;
} all_errors[] = {
#include "simt/error_list.h"
};

START_TEST(each_error_has_its_name_and_a_sentence)
{
    for (size_t i = 0; i < sizeof all_errors / sizeof *all_errors; i++) {
        ck_assert_str_eq(cudaGetErrorName(all_errors[i].code), all_errors[i].name);
        ck_assert_uint_ge(strlen(cudaGetErrorString(all_errors[i].code)), 8);
    }
}
END_TEST

START_TEST(unknown_codes_are_said_to_be_so)
{
    ck_assert_str_eq(cudaGetErrorName((cudaError_t)12345), "unrecognized error code");
    ck_assert_str_eq(cudaGetErrorString((cudaError_t)-1), "unrecognized error code");
}
END_TEST

START_TEST(last_error_is_kept_until_it_is_taken)
{
    void *pointer;
    ck_assert_int_eq(cudaMalloc(NULL, 4), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaMalloc(&pointer, 4), cudaSuccess);
    ck_assert_int_eq(cudaPeekAtLastError(), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaPeekAtLastError(), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaGetLastError(), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaGetLastError(), cudaSuccess);
}
END_TEST

START_TEST(the_latest_error_wins)
{
    cudaMalloc(NULL, 4);
    ck_assert_int_eq(cudaSetDevice(99), cudaErrorInvalidDevice);
    ck_assert_int_eq(cudaGetLastError(), cudaErrorInvalidDevice);
}
END_TEST

static const struct simt_kernel trapping = { "trapping", __FILE__, __LINE__, 0 };

static void trap(const void *closure)
{
    (void)closure;
    simt_trap("on purpose");
}

static void break_device(void)
{
    const struct simt_config one = { { 1, 1, 1 }, { 1, 1, 1 }, 0, NULL, 0 };
    simt_configure(&one);
    simt_launch(&trapping, trap, NULL);
}

START_TEST(an_error_in_a_kernel_sticks)
{
    void *before, *after;
    cudaEvent_t event;
    cudaStream_t stream;
    ck_assert_int_eq(cudaMalloc(&before, 4), cudaSuccess);
    break_device();
    ck_assert_int_eq(cudaGetLastError(), cudaErrorLaunchFailure);
    ck_assert_int_eq(cudaGetLastError(), cudaErrorLaunchFailure);
    ck_assert_int_eq(cudaPeekAtLastError(), cudaErrorLaunchFailure);
    ck_assert_int_eq(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
    ck_assert_int_eq(cudaMalloc(&after, 4), cudaErrorLaunchFailure);
    ck_assert_int_eq(cudaFree(before), cudaErrorLaunchFailure);
    ck_assert_int_eq(cudaMemset(before, 0, 4), cudaErrorLaunchFailure);
    ck_assert_int_eq(cudaEventCreate(&event), cudaErrorLaunchFailure);
    ck_assert_int_eq(cudaStreamCreate(&stream), cudaErrorLaunchFailure);
    ck_assert_int_eq(cudaStreamSynchronize(NULL), cudaErrorLaunchFailure);
}
END_TEST

START_TEST(questions_about_devices_outlive_a_broken_kernel)
{
    int value;
    break_device();
    ck_assert_int_eq(cudaGetDeviceCount(&value), cudaSuccess);
    ck_assert_int_eq(cudaGetDevice(&value), cudaSuccess);
    ck_assert_int_eq(cudaSetDevice(0), cudaSuccess);
    ck_assert_int_eq(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 0), cudaSuccess);
    ck_assert_int_eq(cudaRuntimeGetVersion(&value), cudaSuccess);
}
END_TEST

START_TEST(reset_brings_the_device_back)
{
    void *pointer;
    break_device();
    ck_assert_int_eq(cudaDeviceReset(), cudaSuccess);
    ck_assert_int_eq(cudaGetLastError(), cudaSuccess);
    ck_assert_int_eq(cudaMalloc(&pointer, 4), cudaSuccess);
}
END_TEST

static int inner_error = -1;

static void call_the_api(const void *closure)
{
    void *pointer;
    (void)closure;
    inner_error = (int)cudaMalloc(&pointer, 4);
}

START_TEST(kernels_cannot_call_the_api)
{
    const struct simt_config one = { { 1, 1, 1 }, { 1, 1, 1 }, 0, NULL, 0 };
    simt_configure(&one);
    simt_launch(&trapping, call_the_api, NULL);
    ck_assert_int_eq(inner_error, cudaErrorNotSupported);
}
END_TEST

START_TEST(without_a_device_everything_says_so)
{
    void *pointer;
    int value = -1;
    cudaStream_t stream;
    setenv("SIMT_DEVICES", "0", 1);
    ck_assert_int_eq(cudaGetDeviceCount(&value), cudaErrorNoDevice);
    ck_assert_int_eq(value, 0);
    ck_assert_int_eq(cudaSetDevice(0), cudaErrorNoDevice);
    ck_assert_int_eq(cudaGetDevice(&value), cudaErrorNoDevice);
    ck_assert_int_eq(cudaMalloc(&pointer, 4), cudaErrorNoDevice);
    ck_assert_int_eq(cudaFree(NULL), cudaErrorNoDevice);
    ck_assert_int_eq(cudaStreamCreate(&stream), cudaErrorNoDevice);
    ck_assert_int_eq(cudaDeviceSynchronize(), cudaErrorNoDevice);
    ck_assert_int_eq(cudaDeviceReset(), cudaErrorNoDevice);
    ck_assert_int_eq(cudaDriverGetVersion(&value), cudaSuccess);
    ck_assert_int_eq(value, 0);
    ck_assert_int_eq(cudaRuntimeGetVersion(&value), cudaSuccess);
    ck_assert_int_eq(value, CUDART_VERSION);
}
END_TEST

static int ran;

static void run_once(const void *closure)
{
    (void)closure;
    ran = 1;
}

START_TEST(without_a_device_nothing_is_launched)
{
    const struct simt_config one = { { 1, 1, 1 }, { 1, 1, 1 }, 0, NULL, 0 };
    setenv("SIMT_DEVICES", "0", 1);
    simt_configure(&one);
    simt_launch(&trapping, run_once, NULL);
    ck_assert_int_eq(cudaGetLastError(), cudaErrorNoDevice);
    ck_assert_int_eq(ran, 0);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        numbers_are_cudas,
        each_error_has_its_name_and_a_sentence,
        unknown_codes_are_said_to_be_so,
        last_error_is_kept_until_it_is_taken,
        the_latest_error_wins,
        an_error_in_a_kernel_sticks,
        questions_about_devices_outlive_a_broken_kernel,
        reset_brings_the_device_back,
        kernels_cannot_call_the_api,
        without_a_device_everything_says_so,
        without_a_device_nothing_is_launched,
    };
    return RUN_SUITE("runtime errors", tests);
}
