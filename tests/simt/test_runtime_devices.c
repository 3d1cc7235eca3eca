/* Devices: how many, which, and what they are. */
#include <check.h>
#include <cuda_runtime.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "suite.h"

START_TEST(there_is_one_device)
{
    int count = -1, device = -1;
    unsetenv("SIMT_DEVICES");
    ck_assert_int_eq(cudaGetDeviceCount(&count), cudaSuccess);
    ck_assert_int_eq(count, 1);
    ck_assert_int_eq(cudaGetDevice(&device), cudaSuccess);
    ck_assert_int_eq(device, 0);
    ck_assert_int_eq(cudaSetDevice(0), cudaSuccess);
    ck_assert_int_eq(cudaSetDevice(1), cudaErrorInvalidDevice);
    ck_assert_int_eq(cudaSetDevice(-1), cudaErrorInvalidDevice);
    ck_assert_int_eq(cudaGetDeviceCount(NULL), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaGetDevice(NULL), cudaErrorInvalidValue);
}
END_TEST

START_TEST(there_may_be_eight)
{
    int count, device;
    setenv("SIMT_DEVICES", "8", 1);
    ck_assert_int_eq(cudaGetDeviceCount(&count), cudaSuccess);
    ck_assert_int_eq(count, 8);
    ck_assert_int_eq(cudaSetDevice(7), cudaSuccess);
    ck_assert_int_eq(cudaGetDevice(&device), cudaSuccess);
    ck_assert_int_eq(device, 7);
    ck_assert_int_eq(cudaSetDevice(8), cudaErrorInvalidDevice);
    cudaGetDevice(&device);
    ck_assert_int_eq(device, 7);
}
END_TEST

START_TEST(a_strange_number_of_devices_means_one)
{
    int count = 0;
    setenv("SIMT_DEVICES", "9", 1);
    ck_assert_int_eq(cudaGetDeviceCount(&count), cudaSuccess);
    ck_assert_int_eq(count, 1);
}
END_TEST

START_TEST(a_word_for_the_number_of_devices_means_one)
{
    int count = 0;
    setenv("SIMT_DEVICES", "two", 1);
    ck_assert_int_eq(cudaGetDeviceCount(&count), cudaSuccess);
    ck_assert_int_eq(count, 1);
}
END_TEST

static void *device_of_new_thread(void *result)
{
    cudaGetDevice(result);
    return NULL;
}

START_TEST(each_host_thread_has_its_own_device)
{
    int device = -1;
    pthread_t thread;
    setenv("SIMT_DEVICES", "2", 1);
    cudaSetDevice(1);
    pthread_create(&thread, NULL, device_of_new_thread, &device);
    pthread_join(thread, NULL);
    ck_assert_int_eq(device, 0);
}
END_TEST

START_TEST(properties_are_an_h200s_shape)
{
    struct cudaDeviceProp properties;
    ck_assert_int_eq(cudaGetDeviceProperties(&properties, 0), cudaSuccess);
    ck_assert_str_eq(properties.name, "simt");
    ck_assert_int_eq(properties.major, 9);
    ck_assert_int_eq(properties.minor, 0);
    ck_assert_int_eq(properties.multiProcessorCount, 132);
    ck_assert_int_eq(properties.warpSize, 32);
    ck_assert_int_eq(properties.maxThreadsPerBlock, 1024);
    ck_assert_int_eq(properties.maxThreadsPerMultiProcessor, 2048);
    ck_assert_int_eq(properties.maxBlocksPerMultiProcessor, 32);
    ck_assert_uint_eq(properties.sharedMemPerBlock, 49152);
    ck_assert_uint_eq(properties.sharedMemPerBlockOptin, 232448);
    ck_assert_uint_eq(properties.sharedMemPerMultiprocessor, 233472);
    ck_assert_uint_eq(properties.reservedSharedMemPerBlock, 1024);
    ck_assert_int_eq(properties.maxThreadsDim[2], 64);
    ck_assert_int_eq(properties.maxGridSize[0], 2147483647);
    ck_assert_int_eq(properties.maxGridSize[1], 65535);
    ck_assert_int_eq(properties.regsPerMultiprocessor, 65536);
    ck_assert_uint_gt(properties.totalGlobalMem, 0);
    ck_assert_int_eq(cudaGetDeviceProperties(&properties, 1), cudaErrorInvalidDevice);
    ck_assert_int_eq(cudaGetDeviceProperties(NULL, 0), cudaErrorInvalidValue);
}
END_TEST

START_TEST(devices_have_different_names_and_buses)
{
    struct cudaDeviceProp first, second;
    char bus[16];
    setenv("SIMT_DEVICES", "2", 1);
    cudaGetDeviceProperties(&first, 0);
    cudaGetDeviceProperties(&second, 1);
    ck_assert_str_ne(first.name, second.name);
    ck_assert_int_ne(first.pciBusID, second.pciBusID);
    ck_assert_mem_ne(first.uuid.bytes, second.uuid.bytes, 16);
    ck_assert_int_eq(cudaDeviceGetPCIBusId(bus, sizeof bus, 1), cudaSuccess);
    ck_assert_str_eq(bus, "0000:02:00.0");
    ck_assert_int_eq(cudaDeviceGetPCIBusId(bus, 5, 0), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaDeviceGetPCIBusId(NULL, 16, 0), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaDeviceGetPCIBusId(bus, 16, 2), cudaErrorInvalidDevice);
}
END_TEST

/* Numbers that an H200 gives under CUDA 13.0. */
static const struct {
    enum cudaDeviceAttr attribute;
    int value;
} expected[] = {
    { (enum cudaDeviceAttr)1, 1024 },        { (enum cudaDeviceAttr)2, 1024 },
    { (enum cudaDeviceAttr)4, 64 },          { (enum cudaDeviceAttr)5, 2147483647 },
    { (enum cudaDeviceAttr)6, 65535 },       { (enum cudaDeviceAttr)8, 49152 },
    { (enum cudaDeviceAttr)9, 65536 },       { (enum cudaDeviceAttr)10, 32 },
    { (enum cudaDeviceAttr)11, 2147483647 }, { (enum cudaDeviceAttr)16, 132 },
    { (enum cudaDeviceAttr)37, 6016 },       { (enum cudaDeviceAttr)38, 62914560 },
    { (enum cudaDeviceAttr)39, 2048 },       { (enum cudaDeviceAttr)75, 9 },
    { (enum cudaDeviceAttr)76, 0 },          { (enum cudaDeviceAttr)81, 233472 },
    { (enum cudaDeviceAttr)82, 65536 },      { (enum cudaDeviceAttr)87, 2 },
    { (enum cudaDeviceAttr)95, 1 },          { (enum cudaDeviceAttr)97, 232448 },
    { (enum cudaDeviceAttr)106, 32 },        { (enum cudaDeviceAttr)111, 1024 },
};

START_TEST(attributes_have_their_numbers)
{
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        int value = -1;
        ck_assert_int_eq(cudaDeviceGetAttribute(&value, expected[i].attribute, 0), cudaSuccess);
        ck_assert_msg(value == expected[i].value, "attribute %d is %d, expected %d",
                      (int)expected[i].attribute, value, expected[i].value);
    }
}
END_TEST

START_TEST(attributes_are_checked)
{
    int value;
    ck_assert_int_eq(cudaDeviceGetAttribute(&value, (enum cudaDeviceAttr)9999, 0),
                     cudaErrorInvalidValue);
    ck_assert_int_eq(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 5),
                     cudaErrorInvalidDevice);
    ck_assert_int_eq(cudaDeviceGetAttribute(NULL, cudaDevAttrWarpSize, 0), cudaErrorInvalidValue);
}
END_TEST

START_TEST(limits_can_be_set)
{
    size_t value;
    ck_assert_int_eq(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 12345), cudaSuccess);
    ck_assert_int_eq(cudaDeviceGetLimit(&value, cudaLimitPrintfFifoSize), cudaSuccess);
    ck_assert_uint_eq(value, 12345);
    ck_assert_int_eq(cudaDeviceGetLimit(&value, cudaLimitStackSize), cudaSuccess);
    ck_assert_uint_eq(value, 1024);
    ck_assert_int_eq(cudaDeviceSetLimit((enum cudaLimit)77, 1), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaDeviceGetLimit(&value, (enum cudaLimit)77), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaDeviceGetLimit(NULL, cudaLimitStackSize), cudaErrorInvalidValue);
}
END_TEST

START_TEST(settings_are_kept_and_checked)
{
    enum cudaFuncCache cache;
    enum cudaSharedMemConfig banks;
    unsigned flags;
    ck_assert_int_eq(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1), cudaSuccess);
    ck_assert_int_eq(cudaDeviceGetCacheConfig(&cache), cudaSuccess);
    ck_assert_int_eq(cache, cudaFuncCachePreferL1);
    ck_assert_int_eq(cudaDeviceSetCacheConfig((enum cudaFuncCache)9), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte), cudaSuccess);
    ck_assert_int_eq(cudaDeviceGetSharedMemConfig(&banks), cudaSuccess);
    ck_assert_int_eq(banks, cudaSharedMemBankSizeFourByte);
    ck_assert_int_eq(cudaDeviceSetSharedMemConfig((enum cudaSharedMemConfig)9),
                     cudaErrorInvalidValue);
    ck_assert_int_eq(cudaSetDeviceFlags(cudaDeviceScheduleYield), cudaSuccess);
    ck_assert_int_eq(cudaGetDeviceFlags(&flags), cudaSuccess);
    ck_assert_uint_eq(flags, cudaDeviceScheduleYield | cudaDeviceMapHost);
    ck_assert_int_eq(cudaSetDeviceFlags(0xff00), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaGetDeviceFlags(NULL), cudaErrorInvalidValue);
}
END_TEST

START_TEST(a_device_is_no_peer_of_itself)
{
    int can = -1;
    ck_assert_int_eq(cudaDeviceCanAccessPeer(&can, 0, 0), cudaSuccess);
    ck_assert_int_eq(can, 0);
    ck_assert_int_eq(cudaDeviceCanAccessPeer(&can, 0, 1), cudaErrorInvalidDevice);
    ck_assert_int_eq(cudaDeviceEnablePeerAccess(0, 0), cudaErrorPeerAccessUnsupported);
    ck_assert_int_eq(cudaDeviceDisablePeerAccess(0), cudaErrorPeerAccessNotEnabled);
    ck_assert_int_eq(cudaDeviceEnablePeerAccess(5, 0), cudaErrorInvalidDevice);
}
END_TEST

START_TEST(peers_are_switched_on_once)
{
    int can = -1;
    setenv("SIMT_DEVICES", "2", 1);
    ck_assert_int_eq(cudaDeviceCanAccessPeer(&can, 0, 1), cudaSuccess);
    ck_assert_int_eq(can, 1);
    ck_assert_int_eq(cudaDeviceEnablePeerAccess(1, 1), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaDeviceEnablePeerAccess(1, 0), cudaSuccess);
    ck_assert_int_eq(cudaDeviceEnablePeerAccess(1, 0), cudaErrorPeerAccessAlreadyEnabled);
    ck_assert_int_eq(cudaDeviceDisablePeerAccess(1), cudaSuccess);
    ck_assert_int_eq(cudaDeviceDisablePeerAccess(1), cudaErrorPeerAccessNotEnabled);
}
END_TEST

START_TEST(versions_agree)
{
    int runtime, driver;
    ck_assert_int_eq(cudaRuntimeGetVersion(&runtime), cudaSuccess);
    ck_assert_int_eq(cudaDriverGetVersion(&driver), cudaSuccess);
    ck_assert_int_eq(runtime, CUDART_VERSION);
    ck_assert_int_ge(driver, runtime);
    ck_assert_int_eq(cudaRuntimeGetVersion(NULL), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaDriverGetVersion(NULL), cudaErrorInvalidValue);
}
END_TEST

START_TEST(choosing_gives_the_first)
{
    struct cudaDeviceProp wanted = { .major = 1 };
    int device = -1;
    ck_assert_int_eq(cudaChooseDevice(&device, &wanted), cudaSuccess);
    ck_assert_int_eq(device, 0);
    ck_assert_int_eq(cudaChooseDevice(NULL, &wanted), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaChooseDevice(&device, NULL), cudaErrorInvalidValue);
}
END_TEST

START_TEST(waiting_and_profiling_succeed)
{
    ck_assert_int_eq(cudaDeviceSynchronize(), cudaSuccess);
    ck_assert_int_eq(cudaProfilerStart(), cudaSuccess);
    ck_assert_int_eq(cudaProfilerStop(), cudaSuccess);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        there_is_one_device,
        there_may_be_eight,
        a_strange_number_of_devices_means_one,
        a_word_for_the_number_of_devices_means_one,
        each_host_thread_has_its_own_device,
        properties_are_an_h200s_shape,
        devices_have_different_names_and_buses,
        attributes_have_their_numbers,
        attributes_are_checked,
        limits_can_be_set,
        settings_are_kept_and_checked,
        a_device_is_no_peer_of_itself,
        peers_are_switched_on_once,
        versions_agree,
        choosing_gives_the_first,
        waiting_and_profiling_succeed,
    };
    return RUN_SUITE("runtime devices", tests);
}
