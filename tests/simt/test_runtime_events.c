/* What observers hear of the runtime API. */
#include <check.h>
#include <cuda_runtime.h>
#include <stdlib.h>
#include <string.h>

#include "event.h"
#include "simt/simt.h"
#include "suite.h"

static struct simt_allocation last_allocation, last_release;
static enum simt_release last_outcome;
static struct simt_host_copy last_copy;
static struct simt_api_result last_result;
static int allocations, releases, copies, results, releases_of_nothing;

static void on_allocated(const struct simt_allocation *allocation)
{
    last_allocation = *allocation;
    allocations++;
}

static void on_released(const struct simt_allocation *allocation, enum simt_release result,
                        const void *pc)
{
    ck_assert_ptr_nonnull(pc);
    if (allocation)
        last_release = *allocation;
    else
        releases_of_nothing++;
    last_outcome = result;
    releases++;
}

static void on_copied(const struct simt_host_copy *copy)
{
    last_copy = *copy;
    copies++;
}

static void on_result(const struct simt_api_result *result)
{
    last_result = *result;
    results++;
}

static const struct simt_observer listener = {
    .name = "test",
    .allocated = on_allocated,
    .released = on_released,
    .copied = on_copied,
    .api_result = on_result,
};
SIMT_OBSERVER(listener);

static void ck_last_result(const char *what, int code)
{
    ck_assert_str_eq(last_result.what, what);
    ck_assert_int_eq(last_result.code, code);
    ck_assert_ptr_nonnull(last_result.pc);
}

START_TEST(memory_is_told_of)
{
    void *device, *host;
    cudaMalloc(&device, 100);
    ck_assert_int_eq(allocations, 1);
    ck_assert_ptr_eq(last_allocation.base, device);
    ck_assert_uint_eq(last_allocation.bytes, 100);
    ck_assert_str_eq(last_allocation.what, "cudaMalloc");
    ck_last_result("cudaMalloc", 0);
    cudaMallocHost(&host, 8);
    ck_assert_int_eq(last_allocation.kind, SIMT_MEMORY_HOST);
    cudaFree(device);
    ck_assert_int_eq(last_outcome, SIMT_RELEASED);
    ck_assert_ptr_eq(last_release.base, device);
    ck_assert_int_eq(allocations, 2);
    ck_assert_int_eq(releases, 1);
}
END_TEST

START_TEST(refused_releases_are_told_of)
{
    char *device, *pinned, nothing;
    cudaMalloc((void **)&device, 100);
    cudaMallocHost((void **)&pinned, 100);
    cudaFree(device + 1);
    ck_assert_int_eq(last_outcome, SIMT_RELEASE_INTERIOR);
    ck_assert_ptr_eq(last_release.base, (void *)device);
    cudaFree(pinned);
    ck_assert_int_eq(last_outcome, SIMT_RELEASE_KIND);
    cudaFree(&nothing);
    ck_assert_int_eq(last_outcome, SIMT_RELEASE_UNKNOWN);
    ck_assert_int_eq(releases_of_nothing, 1);
    cudaFree(device);
    cudaFree(device);
    ck_assert_int_eq(last_outcome, SIMT_RELEASE_TWICE);
    ck_last_result("cudaFree", cudaErrorInvalidValue);
}
END_TEST

START_TEST(freeing_null_is_no_release)
{
    cudaFree(NULL);
    ck_assert_int_eq(releases, 0);
    ck_last_result("cudaFree", 0);
}
END_TEST

START_TEST(refused_memory_is_no_allocation)
{
    void *pointer;
    cudaMalloc(&pointer, (size_t)1 << 60);
    cudaMalloc(&pointer, 0);
    ck_assert_int_eq(allocations, 0);
    ck_assert_int_eq(results, 2);
}
END_TEST

START_TEST(copies_and_fills_are_told_of)
{
    char *device, host[64] = { 0 };
    cudaMalloc((void **)&device, 64);
    cudaMemcpy(device, host, 60, cudaMemcpyHostToDevice);
    ck_assert_int_eq(copies, 1);
    ck_assert_str_eq(last_copy.what, "cudaMemcpy");
    ck_assert_ptr_eq(last_copy.to, device);
    ck_assert_ptr_eq(last_copy.from, host);
    ck_assert_uint_eq(last_copy.bytes, 60);
    ck_assert_ptr_nonnull(last_copy.pc);
    cudaMemset(device, 0, 64);
    ck_assert_str_eq(last_copy.what, "cudaMemset");
    ck_assert_ptr_null(last_copy.from);
    cudaMemcpy2D(host, 8, device, 16, 4, 3, cudaMemcpyDeviceToHost);
    ck_assert_int_eq(copies, 5);
    ck_assert_ptr_eq(last_copy.from, device + 32);
    ck_assert_uint_eq(last_copy.bytes, 4);
}
END_TEST

START_TEST(refused_copies_are_no_copies)
{
    char *device, host[64];
    cudaMalloc((void **)&device, 64);
    cudaMemcpy(device, host, 65, cudaMemcpyHostToDevice);
    cudaMemset(device, 0, 65);
    cudaMemcpy(device, host, 0, cudaMemcpyHostToDevice);
    ck_assert_int_eq(copies, 0);
}
END_TEST

static int symbol[4];

START_TEST(symbol_copies_have_their_own_name)
{
    int values[4] = { 0 };
    simt_register_symbol("symbol", symbol, sizeof symbol, SIMT_SYMBOL_DEVICE, __FILE__, __LINE__);
    cudaMemcpyToSymbol(symbol, values, 8, 4, cudaMemcpyHostToDevice);
    ck_assert_str_eq(last_copy.what, "cudaMemcpyToSymbol");
    ck_assert_ptr_eq(last_copy.to, symbol + 1);
    ck_last_result("cudaMemcpyToSymbol", 0);
}
END_TEST

START_TEST(questions_for_errors_are_told_of)
{
    cudaMalloc(NULL, 4);
    ck_last_result("cudaMalloc", cudaErrorInvalidValue);
    cudaPeekAtLastError();
    ck_last_result("cudaPeekAtLastError", cudaErrorInvalidValue);
    cudaGetLastError();
    ck_last_result("cudaGetLastError", cudaErrorInvalidValue);
    cudaGetLastError();
    ck_last_result("cudaGetLastError", 0);
    cudaDeviceSynchronize();
    ck_last_result("cudaDeviceSynchronize", 0);
    cudaStreamSynchronize(NULL);
    ck_last_result("cudaStreamSynchronize", 0);
}
END_TEST

START_TEST(each_call_is_one_result)
{
    cudaEvent_t event;
    cudaStream_t stream;
    void *pointer;
    cudaEventCreate(&event);
    ck_assert_int_eq(results, 1);
    cudaEventRecord(event, NULL);
    ck_last_result("cudaEventRecord", 0);
    ck_assert_int_eq(results, 2);
    cudaStreamCreate(&stream);
    cudaMalloc(&pointer, 16);
    ck_assert_int_eq(results, 4);
    cudaMemsetAsync(pointer, 0, 16, stream);
    ck_last_result("cudaMemsetAsync", 0);
    cudaMemcpyPeer(pointer, 0, pointer, 0, 8);
    ck_last_result("cudaMemcpyPeer", 0);
    ck_assert_int_eq(results, 6);
}
END_TEST

START_TEST(reset_releases_what_is_left)
{
    void *pointer;
    cudaMalloc(&pointer, 16);
    cudaMallocHost(&pointer, 16);
    cudaDeviceReset();
    ck_assert_int_eq(releases, 2);
    ck_assert_int_eq(last_outcome, SIMT_RELEASED);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        memory_is_told_of,
        refused_releases_are_told_of,
        freeing_null_is_no_release,
        refused_memory_is_no_allocation,
        copies_and_fills_are_told_of,
        refused_copies_are_no_copies,
        symbol_copies_have_their_own_name,
        questions_for_errors_are_told_of,
        each_call_is_one_result,
        reset_releases_what_is_left,
    };
    return RUN_SUITE("runtime events", tests);
}
