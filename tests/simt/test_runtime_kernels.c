/* Kernels as objects of the API: attributes, occupancy, launches by the API. */
#include <check.h>
#include <cuda_runtime.h>
#include <stdlib.h>

#include "simt/simt.h"
#include "simt/kernel_calls.h"
#include "suite.h"

static const struct simt_kernel plain = { "plain", __FILE__, __LINE__, 0 };
static const struct simt_kernel bounded = { "bounded", __FILE__, __LINE__, 128 };

static void nothing(const void *closure)
{
    (void)closure;
}

static cudaError_t launch(const struct simt_kernel *kernel, unsigned grid, unsigned block,
                          size_t shared_bytes)
{
    const struct simt_config config = { { grid, 1, 1 }, { block, 1, 1 }, shared_bytes, NULL, 0 };
    const cudaError_t before = simt_call_begin(&config);
    simt_launch(kernel, nothing, NULL);
    return simt_call_end(before);
}

START_TEST(attributes_follow_the_launch_bounds)
{
    struct cudaFuncAttributes attributes;
    ck_assert_int_eq(simt_function_attributes(&attributes, &plain), cudaSuccess);
    ck_assert_int_eq(attributes.maxThreadsPerBlock, 1024);
    ck_assert_int_eq(attributes.maxDynamicSharedSizeBytes, 49152);
    ck_assert_int_eq(attributes.binaryVersion, 90);
    ck_assert_int_eq(simt_function_attributes(&attributes, &bounded), cudaSuccess);
    ck_assert_int_eq(attributes.maxThreadsPerBlock, 128);
    ck_assert_int_eq(simt_function_attributes(NULL, &plain), cudaErrorInvalidValue);
    ck_assert_int_eq(simt_function_attributes(&attributes, NULL), cudaErrorInvalidDeviceFunction);
}
END_TEST

START_TEST(much_dynamic_memory_must_be_asked_for)
{
    const enum cudaFuncAttribute most = cudaFuncAttributeMaxDynamicSharedMemorySize;
    struct cudaFuncAttributes attributes;
    ck_assert_int_eq(launch(&plain, 1, 32, 49152), cudaSuccess);
    ck_assert_int_eq(launch(&plain, 1, 32, 49153), cudaErrorInvalidValue);
    ck_assert_int_eq(simt_function_set(&plain, most, 232449), cudaErrorInvalidValue);
    ck_assert_int_eq(simt_function_set(&plain, most, -1), cudaErrorInvalidValue);
    ck_assert_int_eq(simt_function_set(&plain, most, 65536), cudaSuccess);
    ck_assert_int_eq(launch(&plain, 1, 32, 65536), cudaSuccess);
    ck_assert_int_eq(launch(&plain, 1, 32, 65537), cudaErrorInvalidValue);
    ck_assert_int_eq(launch(&bounded, 1, 32, 65536), cudaErrorInvalidValue);
    ck_assert_int_eq(simt_function_set(&plain, most, 232448), cudaSuccess);
    ck_assert_int_eq(launch(&plain, 1, 32, 232448), cudaSuccess);
    ck_assert_int_eq(launch(&plain, 1, 32, 232449), cudaErrorInvalidValue);
    simt_function_attributes(&attributes, &plain);
    ck_assert_int_eq(attributes.maxDynamicSharedSizeBytes, 232448);
}
END_TEST

START_TEST(hints_are_checked)
{
    const enum cudaFuncAttribute carveout = cudaFuncAttributePreferredSharedMemoryCarveout;
    ck_assert_int_eq(simt_function_set(&plain, carveout, 50), cudaSuccess);
    ck_assert_int_eq(simt_function_set(&plain, carveout, -1), cudaSuccess);
    ck_assert_int_eq(simt_function_set(&plain, carveout, 101), cudaErrorInvalidValue);
    ck_assert_int_eq(simt_function_set(&plain, carveout, -2), cudaErrorInvalidValue);
    ck_assert_int_eq(simt_function_set(&plain, (enum cudaFuncAttribute)99, 1),
                     cudaErrorInvalidValue);
    ck_assert_int_eq(simt_function_set(NULL, carveout, 50), cudaErrorInvalidDeviceFunction);
    ck_assert_int_eq(simt_function_cache(&plain, cudaFuncCachePreferShared), cudaSuccess);
    ck_assert_int_eq(simt_function_cache(&plain, (enum cudaFuncCache)7), cudaErrorInvalidValue);
    ck_assert_int_eq(simt_function_banks(&plain, cudaSharedMemBankSizeEightByte), cudaSuccess);
    ck_assert_int_eq(simt_function_banks(&plain, (enum cudaSharedMemConfig)7),
                     cudaErrorInvalidValue);
}
END_TEST

START_TEST(kernels_have_names)
{
    const char *name = NULL;
    ck_assert_int_eq(simt_function_name(&name, &plain), cudaSuccess);
    ck_assert_str_eq(name, "plain");
    ck_assert_int_eq(simt_function_name(NULL, &plain), cudaErrorInvalidValue);
    ck_assert_int_eq(simt_function_name(&name, NULL), cudaErrorInvalidDeviceFunction);
}
END_TEST

/* Blocks per SM that an H200 reports under CUDA 13.0. */
static const struct {
    int block, shared_bytes, blocks;
} occupancies[] = {
    { 1, 0, 32 },      { 32, 0, 32 },     { 33, 0, 32 },     { 64, 0, 32 },     { 96, 0, 21 },
    { 128, 0, 16 },    { 160, 0, 12 },    { 192, 0, 10 },    { 256, 0, 8 },     { 384, 0, 5 },
    { 512, 0, 4 },     { 768, 0, 2 },     { 1024, 0, 2 },    { 1025, 0, 0 },    { 256, 1024, 8 },
    { 256, 8192, 8 },  { 256, 16384, 8 }, { 256, 32768, 6 }, { 256, 49152, 4 }, { 256, 49153, 0 },
    { 256, 65536, 0 }, { 32, 1, 32 },     { 32, 6144, 32 },  { 32, 6272, 32 },  { 32, 6273, 31 },
};

START_TEST(occupancy_is_an_h200s)
{
    for (size_t i = 0; i < sizeof occupancies / sizeof *occupancies; i++) {
        int blocks = -1;
        const int block = occupancies[i].block, bytes = occupancies[i].shared_bytes;
        ck_assert_int_eq(simt_occupancy(&blocks, &plain, block, (size_t)bytes, 0), cudaSuccess);
        ck_assert_msg(blocks == occupancies[i].blocks, "%d threads, %d bytes: %d blocks, not %d",
                      block, bytes, blocks, occupancies[i].blocks);
    }
}
END_TEST

START_TEST(occupancy_counts_memory_that_was_asked_for)
{
    int blocks;
    simt_function_set(&plain, cudaFuncAttributeMaxDynamicSharedMemorySize, 232448);
    simt_occupancy(&blocks, &plain, 256, 65536, 0);
    ck_assert_int_eq(blocks, 3);
    simt_occupancy(&blocks, &plain, 256, 115712, 0);
    ck_assert_int_eq(blocks, 2);
    simt_occupancy(&blocks, &plain, 256, 115713, 0);
    ck_assert_int_eq(blocks, 1);
    simt_occupancy(&blocks, &plain, 256, 232448, 0);
    ck_assert_int_eq(blocks, 1);
    simt_occupancy(&blocks, &plain, 256, 232449, 0);
    ck_assert_int_eq(blocks, 0);
}
END_TEST

START_TEST(occupancy_arguments_are_checked)
{
    int blocks;
    ck_assert_int_eq(simt_occupancy(NULL, &plain, 32, 0, 0), cudaErrorInvalidValue);
    ck_assert_int_eq(simt_occupancy(&blocks, NULL, 32, 0, 0), cudaErrorInvalidDeviceFunction);
    ck_assert_int_eq(simt_occupancy(&blocks, &plain, 0, 0, 0), cudaErrorInvalidValue);
    ck_assert_int_eq(simt_occupancy(&blocks, &plain, -1, 0, 0), cudaErrorInvalidValue);
    ck_assert_int_eq(simt_occupancy(&blocks, &plain, 32, 0, 8), cudaErrorInvalidValue);
    ck_assert_int_eq(simt_occupancy(&blocks, &plain, 32, 0, cudaOccupancyDisableCachingOverride),
                     cudaSuccess);
}
END_TEST

static size_t no_bytes(int block, void *context)
{
    (void)block;
    (void)context;
    return 0;
}

static size_t bytes_per_thread(int block, void *context)
{
    return (size_t)block * *(size_t *)context;
}

START_TEST(best_block_is_the_largest_that_fills_an_sm)
{
    int grid, block;
    ck_assert_int_eq(simt_occupancy_best(&grid, &block, &plain, no_bytes, NULL, 0), cudaSuccess);
    ck_assert_int_eq(block, 1024);
    ck_assert_int_eq(grid, 264);
    ck_assert_int_eq(simt_occupancy_best(&grid, &block, &bounded, no_bytes, NULL, 0), cudaSuccess);
    ck_assert_int_eq(block, 128);
    ck_assert_int_eq(grid, 2112);
    ck_assert_int_eq(simt_occupancy_best(&grid, &block, &plain, no_bytes, NULL, 100), cudaSuccess);
    ck_assert_int_eq(block, 64);
    ck_assert_int_eq(grid, 4224);
    size_t bytes = 64;
    simt_occupancy_best(&grid, &block, &plain, bytes_per_thread, &bytes, 0);
    ck_assert_int_eq(block, 512);
    ck_assert_int_eq(grid, 528);
    ck_assert_int_eq(simt_occupancy_best(NULL, &block, &plain, no_bytes, NULL, 0),
                     cudaErrorInvalidValue);
    ck_assert_int_eq(simt_occupancy_best(&grid, &block, NULL, no_bytes, NULL, 0),
                     cudaErrorInvalidDeviceFunction);
}
END_TEST

START_TEST(blocks_share_an_sms_memory)
{
    size_t bytes;
    int blocks;
    simt_function_set(&plain, cudaFuncAttributeMaxDynamicSharedMemorySize, 232448);
    for (int wanted = 1; wanted <= 8; wanted++) {
        ck_assert_int_eq(simt_occupancy_shared(&bytes, &plain, wanted, 256), cudaSuccess);
        simt_occupancy(&blocks, &plain, 256, bytes, 0);
        ck_assert_int_eq(blocks, wanted);
        simt_occupancy(&blocks, &plain, 256, bytes + 1, 0);
        ck_assert_int_lt(blocks, wanted);
    }
    ck_assert_int_eq(simt_occupancy_shared(&bytes, &plain, 9, 256), cudaErrorInvalidValue);
    ck_assert_int_eq(simt_occupancy_shared(&bytes, &plain, 0, 256), cudaErrorInvalidValue);
    ck_assert_int_eq(simt_occupancy_shared(NULL, &plain, 1, 256), cudaErrorInvalidValue);
}
END_TEST

START_TEST(a_launch_by_the_api_returns_its_own_error)
{
    ck_assert_int_eq(cudaSetDevice(99), cudaErrorInvalidDevice);
    ck_assert_int_eq(launch(&plain, 1, 32, 0), cudaSuccess);
    ck_assert_int_eq(cudaPeekAtLastError(), cudaErrorInvalidDevice);
    ck_assert_int_ne(launch(&plain, 1, 2048, 0), cudaSuccess);
    ck_assert_int_ne(cudaPeekAtLastError(), cudaErrorInvalidDevice);
    ck_assert_int_ne(cudaGetLastError(), cudaSuccess);
    ck_assert_int_eq(cudaGetLastError(), cudaSuccess);
    ck_assert_int_eq(simt_call_refused(cudaErrorInvalidDeviceFunction),
                     cudaErrorInvalidDeviceFunction);
    ck_assert_int_eq(cudaGetLastError(), cudaErrorInvalidDeviceFunction);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        attributes_follow_the_launch_bounds,
        much_dynamic_memory_must_be_asked_for,
        hints_are_checked,
        kernels_have_names,
        occupancy_is_an_h200s,
        occupancy_counts_memory_that_was_asked_for,
        occupancy_arguments_are_checked,
        best_block_is_the_largest_that_fills_an_sm,
        blocks_share_an_sms_memory,
        a_launch_by_the_api_returns_its_own_error,
    };
    return RUN_SUITE("runtime kernels", tests);
}
