/* Streams and events: handles, order, time. */
#include <check.h>
#include <cuda_runtime.h>
#include <stdlib.h>
#include <time.h>

#include "simt/simt.h"
#include "suite.h"

static int anything;
#define STRANGE_STREAM ((cudaStream_t)&anything)
#define STRANGE_EVENT ((cudaEvent_t)&anything)

START_TEST(streams_live_until_they_are_destroyed)
{
    cudaStream_t first, second;
    ck_assert_int_eq(cudaStreamCreate(&first), cudaSuccess);
    ck_assert_int_eq(cudaStreamCreate(&second), cudaSuccess);
    ck_assert_ptr_ne(first, second);
    ck_assert_int_eq(cudaStreamQuery(first), cudaSuccess);
    ck_assert_int_eq(cudaStreamSynchronize(first), cudaSuccess);
    ck_assert_int_eq(cudaStreamDestroy(first), cudaSuccess);
    ck_assert_int_eq(cudaStreamQuery(first), cudaErrorInvalidResourceHandle);
    ck_assert_int_eq(cudaStreamSynchronize(first), cudaErrorInvalidResourceHandle);
    ck_assert_int_eq(cudaStreamDestroy(first), cudaErrorInvalidResourceHandle);
    ck_assert_int_eq(cudaStreamQuery(second), cudaSuccess);
    ck_assert_int_eq(cudaStreamDestroy(second), cudaSuccess);
}
END_TEST

START_TEST(default_streams_are_always_there)
{
    unsigned flags = 9;
    int priority = 9;
    ck_assert_int_eq(cudaStreamQuery(NULL), cudaSuccess);
    ck_assert_int_eq(cudaStreamSynchronize(cudaStreamLegacy), cudaSuccess);
    ck_assert_int_eq(cudaStreamSynchronize(cudaStreamPerThread), cudaSuccess);
    ck_assert_int_eq(cudaStreamGetFlags(NULL, &flags), cudaSuccess);
    ck_assert_uint_eq(flags, 0);
    ck_assert_int_eq(cudaStreamGetPriority(NULL, &priority), cudaSuccess);
    ck_assert_int_eq(priority, 0);
    ck_assert_int_eq(cudaStreamDestroy(NULL), cudaErrorInvalidResourceHandle);
}
END_TEST

START_TEST(streams_keep_flags_and_priority)
{
    cudaStream_t stream;
    unsigned flags;
    int priority, least, greatest;
    ck_assert_int_eq(cudaDeviceGetStreamPriorityRange(&least, &greatest), cudaSuccess);
    ck_assert_int_le(greatest, least);
    ck_assert_int_eq(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, greatest - 9),
                     cudaSuccess);
    ck_assert_int_eq(cudaStreamGetFlags(stream, &flags), cudaSuccess);
    ck_assert_uint_eq(flags, cudaStreamNonBlocking);
    ck_assert_int_eq(cudaStreamGetPriority(stream, &priority), cudaSuccess);
    ck_assert_int_eq(priority, greatest);
    ck_assert_int_eq(cudaStreamCreateWithPriority(&stream, 0, least + 9), cudaSuccess);
    cudaStreamGetPriority(stream, &priority);
    ck_assert_int_eq(priority, least);
}
END_TEST

START_TEST(stream_arguments_are_checked)
{
    cudaStream_t stream;
    unsigned flags;
    ck_assert_int_eq(cudaStreamCreate(NULL), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaStreamCreateWithFlags(&stream, 4), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaStreamQuery(STRANGE_STREAM), cudaErrorInvalidResourceHandle);
    ck_assert_int_eq(cudaStreamGetFlags(STRANGE_STREAM, &flags), cudaErrorInvalidResourceHandle);
    ck_assert_int_eq(cudaStreamGetFlags(NULL, NULL), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaStreamGetPriority(NULL, NULL), cudaErrorInvalidValue);
}
END_TEST

static void count(void *data)
{
    ++*(int *)data;
}

static void count_and_check(cudaStream_t stream, cudaError_t status, void *data)
{
    ck_assert_ptr_null(stream);
    ck_assert_int_eq(status, cudaSuccess);
    ++*(int *)data;
}

START_TEST(host_functions_run_in_order)
{
    int calls = 0;
    ck_assert_int_eq(cudaLaunchHostFunc(NULL, count, &calls), cudaSuccess);
    ck_assert_int_eq(calls, 1);
    ck_assert_int_eq(cudaStreamAddCallback(NULL, count_and_check, &calls, 0), cudaSuccess);
    ck_assert_int_eq(calls, 2);
    ck_assert_int_eq(cudaLaunchHostFunc(NULL, NULL, NULL), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaLaunchHostFunc(STRANGE_STREAM, count, &calls),
                     cudaErrorInvalidResourceHandle);
    ck_assert_int_eq(cudaStreamAddCallback(NULL, NULL, NULL, 0), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaStreamAddCallback(NULL, count_and_check, &calls, 1),
                     cudaErrorInvalidValue);
    ck_assert_int_eq(calls, 2);
}
END_TEST

static const struct simt_kernel kernel = { "nothing", __FILE__, __LINE__, 0 };

static void nothing(const void *closure)
{
    (void)closure;
}

START_TEST(launches_need_a_live_stream)
{
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    const struct simt_config config = { { 1, 1, 1 }, { 1, 1, 1 }, 0, stream, 0 };
    simt_configure(&config);
    simt_launch(&kernel, nothing, NULL);
    ck_assert_int_eq(cudaGetLastError(), cudaSuccess);
    cudaStreamDestroy(stream);
    simt_configure(&config);
    simt_launch(&kernel, nothing, NULL);
    ck_assert_int_eq(cudaGetLastError(), cudaErrorInvalidResourceHandle);
}
END_TEST

static void sleep_ms(long ms)
{
    const struct timespec pause = { 0, ms * 1000000 };
    nanosleep(&pause, NULL);
}

START_TEST(elapsed_time_is_the_hosts)
{
    cudaEvent_t start, stop;
    float ms = -1.0f;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    ck_assert_int_eq(cudaEventRecord(start, NULL), cudaSuccess);
    sleep_ms(20);
    ck_assert_int_eq(cudaEventRecord(stop, NULL), cudaSuccess);
    ck_assert_int_eq(cudaEventSynchronize(stop), cudaSuccess);
    ck_assert_int_eq(cudaEventElapsedTime(&ms, start, stop), cudaSuccess);
    ck_assert_float_ge(ms, 20.0f);
    ck_assert_float_lt(ms, 20000.0f);
    float back;
    ck_assert_int_eq(cudaEventElapsedTime(&back, stop, start), cudaSuccess);
    ck_assert(back == -ms);
}
END_TEST

START_TEST(time_needs_two_recorded_events)
{
    cudaEvent_t start, stop;
    float ms;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    ck_assert_int_eq(cudaEventElapsedTime(&ms, start, stop), cudaErrorInvalidResourceHandle);
    cudaEventRecord(start, NULL);
    ck_assert_int_eq(cudaEventElapsedTime(&ms, start, stop), cudaErrorInvalidResourceHandle);
    cudaEventRecord(stop, NULL);
    ck_assert_int_eq(cudaEventElapsedTime(&ms, start, stop), cudaSuccess);
    ck_assert_int_eq(cudaEventElapsedTime(NULL, start, stop), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaEventElapsedTime(&ms, NULL, stop), cudaErrorInvalidResourceHandle);
    ck_assert_int_eq(cudaEventElapsedTime(&ms, start, STRANGE_EVENT),
                     cudaErrorInvalidResourceHandle);
}
END_TEST

START_TEST(events_without_timing_have_no_time)
{
    cudaEvent_t plain, timed;
    float ms;
    cudaEventCreate(&timed);
    ck_assert_int_eq(cudaEventCreateWithFlags(&plain, cudaEventDisableTiming), cudaSuccess);
    cudaEventRecord(plain, NULL);
    cudaEventRecord(timed, NULL);
    ck_assert_int_eq(cudaEventQuery(plain), cudaSuccess);
    ck_assert_int_eq(cudaEventElapsedTime(&ms, plain, timed), cudaErrorInvalidResourceHandle);
}
END_TEST

START_TEST(events_live_until_they_are_destroyed)
{
    cudaEvent_t event;
    ck_assert_int_eq(cudaEventCreate(&event), cudaSuccess);
    ck_assert_int_eq(cudaEventQuery(event), cudaSuccess);
    ck_assert_int_eq(cudaEventSynchronize(event), cudaSuccess);
    ck_assert_int_eq(cudaEventDestroy(event), cudaSuccess);
    ck_assert_int_eq(cudaEventDestroy(event), cudaErrorInvalidResourceHandle);
    ck_assert_int_eq(cudaEventRecord(event, NULL), cudaErrorInvalidResourceHandle);
    ck_assert_int_eq(cudaEventQuery(event), cudaErrorInvalidResourceHandle);
    ck_assert_int_eq(cudaEventSynchronize(event), cudaErrorInvalidResourceHandle);
}
END_TEST

START_TEST(event_arguments_are_checked)
{
    cudaEvent_t event;
    ck_assert_int_eq(cudaEventCreate(NULL), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaEventCreateWithFlags(&event, 0x80), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaEventCreateWithFlags(&event, cudaEventInterprocess),
                     cudaErrorInvalidValue);
    ck_assert_int_eq(cudaEventCreate(&event), cudaSuccess);
    ck_assert_int_eq(cudaEventRecord(NULL, NULL), cudaErrorInvalidResourceHandle);
    ck_assert_int_eq(cudaEventRecord(event, STRANGE_STREAM), cudaErrorInvalidResourceHandle);
    ck_assert_int_eq(cudaEventRecordWithFlags(event, NULL, 5), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaEventQuery(NULL), cudaErrorInvalidResourceHandle);
    ck_assert_int_eq(cudaEventDestroy(NULL), cudaErrorInvalidResourceHandle);
}
END_TEST

START_TEST(streams_wait_for_events)
{
    cudaStream_t stream;
    cudaEvent_t event;
    cudaStreamCreate(&stream);
    cudaEventCreate(&event);
    ck_assert_int_eq(cudaStreamWaitEvent(stream, event, 0), cudaSuccess);
    ck_assert_int_eq(cudaStreamWaitEvent(stream, event, 8), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaStreamWaitEvent(stream, NULL, 0), cudaErrorInvalidResourceHandle);
    ck_assert_int_eq(cudaStreamWaitEvent(STRANGE_STREAM, event, 0), cudaErrorInvalidResourceHandle);
}
END_TEST

START_TEST(reset_ends_streams_and_events)
{
    cudaStream_t stream;
    cudaEvent_t event;
    cudaStreamCreate(&stream);
    cudaEventCreate(&event);
    ck_assert_int_eq(cudaDeviceReset(), cudaSuccess);
    ck_assert_int_eq(cudaStreamQuery(stream), cudaErrorInvalidResourceHandle);
    ck_assert_int_eq(cudaEventQuery(event), cudaErrorInvalidResourceHandle);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        streams_live_until_they_are_destroyed,
        default_streams_are_always_there,
        streams_keep_flags_and_priority,
        stream_arguments_are_checked,
        host_functions_run_in_order,
        launches_need_a_live_stream,
        elapsed_time_is_the_hosts,
        time_needs_two_recorded_events,
        events_without_timing_have_no_time,
        events_live_until_they_are_destroyed,
        event_arguments_are_checked,
        streams_wait_for_events,
        reset_ends_streams_and_events,
    };
    return RUN_SUITE("runtime streams", tests);
}
