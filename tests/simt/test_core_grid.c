/* Grids and blocks: every thread runs once and knows who it is. */
#define _GNU_SOURCE
#include <check.h>
#include <pthread.h>

#include "core_device.h"
#include "suite.h"

struct visit {
    unsigned *count;
};

static size_t linear(struct simt_dim3 at, struct simt_dim3 size)
{
    return at.x + (size_t)size.x * (at.y + (size_t)size.y * at.z);
}

static size_t volume(struct simt_dim3 size)
{
    return (size_t)size.x * size.y * size.z;
}

/* Counts a visit only if the lane's every view of itself is right. */
static void visit(const void *closure)
{
    const struct visit *v = closure;
    if (simt_on_device() && simt_thread() == linear(threadIdx, blockDim) &&
        simt_lane() == simt_thread() % 32 && simt_thread_index().x == threadIdx.x &&
        simt_block_index().y == blockIdx.y && simt_block_size().x == blockDim.x &&
        simt_grid_size().z == gridDim.z)
        v->count[linear(blockIdx, gridDim) * volume(blockDim) + simt_thread()]++;
}

static void check_shape(struct simt_dim3 grid, struct simt_dim3 block)
{
    const size_t threads = volume(grid) * volume(block);
    const struct simt_config config = { .grid = grid, .block = block };
    const struct visit v = { calloc(threads, sizeof *v.count) };
    struct simt_launch_stats stats;
    launch_config(visit, &v, &config);
    size_t right = 0;
    for (size_t i = 0; i < threads; i++)
        right += v.count[i] == 1;
    ck_assert_uint_eq(right, threads);
    ck_assert_int_eq(simt_last_launch(&stats), 0);
    ck_assert_uint_eq(stats.threads, threads);
    ck_assert_uint_eq(stats.blocks, volume(grid));
    ck_assert_uint_eq(stats.barriers, 0);
    ck_assert_str_eq(stats.kernel, "kernel");
    ck_assert_int_eq(simt_get_error(), 0);
    free(v.count);
}

START_TEST(shapes)
{
    check_shape((struct simt_dim3){ 1, 1, 1 }, (struct simt_dim3){ 1, 1, 1 });
    check_shape((struct simt_dim3){ 7, 1, 1 }, (struct simt_dim3){ 33, 1, 1 });
    check_shape((struct simt_dim3){ 3, 4, 5 }, (struct simt_dim3){ 8, 4, 2 });
    check_shape((struct simt_dim3){ 1, 1, 9 }, (struct simt_dim3){ 1, 1, 64 });
    check_shape((struct simt_dim3){ 100, 3, 1 }, (struct simt_dim3){ 1, 1024, 1 });
    check_shape((struct simt_dim3){ 5000, 1, 1 }, (struct simt_dim3){ 31, 1, 1 });
}
END_TEST

START_TEST(host_is_no_device)
{
    struct simt_launch_stats stats;
    ck_assert(!simt_on_device());
    ck_assert_uint_eq(simt_thread(), 0);
    ck_assert_uint_eq(threadIdx.x + blockDim.x + gridDim.x, 0);
    ck_assert_int_eq(simt_last_launch(&stats), -1);
    check_shape((struct simt_dim3){ 2, 1, 1 }, (struct simt_dim3){ 64, 1, 1 });
    ck_assert(!simt_on_device());
    ck_assert_uint_eq(blockDim.x, 0);
}
END_TEST

static int error_of(struct simt_config config)
{
    launch_config(visit, NULL, &config);
    return simt_take_error();
}

START_TEST(limits)
{
    const struct simt_dim3 one = { 1, 1, 1 };
    const struct simt_dim3 bad_blocks[] = { { 0, 1, 1 },  { 1025, 1, 1 }, { 1, 1025, 1 },
                                            { 1, 1, 65 }, { 33, 32, 1 },  { 1, 1, 0 } };
    const struct simt_dim3 bad_grids[] = {
        { 0, 1, 1 }, { 1, 0, 1 }, { 0x80000000u, 1, 1 }, { 1, 65536, 1 }, { 1, 1, 65536 }
    };
    for (size_t i = 0; i < sizeof bad_blocks / sizeof *bad_blocks; i++)
        ck_assert_int_eq(error_of((struct simt_config){ .grid = one, .block = bad_blocks[i] }),
                         SIMT_ERROR_INVALID_VALUE);
    for (size_t i = 0; i < sizeof bad_grids / sizeof *bad_grids; i++)
        ck_assert_int_eq(error_of((struct simt_config){ .grid = bad_grids[i], .block = one }),
                         SIMT_ERROR_INVALID_VALUE);
    ck_assert_int_eq(
        error_of((struct simt_config){ .grid = one, .block = one, .shared_bytes = 49153 }),
        SIMT_ERROR_INVALID_VALUE);
    ck_assert_int_eq(simt_get_error(), 0); /* none of them sticks */
}
END_TEST

START_TEST(a_configuration_serves_one_launch)
{
    static const struct simt_kernel kernel = { "kernel", "test.cu", 1, 0 };
    simt_launch(&kernel, visit, NULL);
    ck_assert_int_eq(simt_take_error(), SIMT_ERROR_MISSING_CONFIGURATION);
    check_shape((struct simt_dim3){ 1, 1, 1 }, (struct simt_dim3){ 1, 1, 1 });
    simt_launch(&kernel, visit, NULL);
    ck_assert_int_eq(simt_take_error(), SIMT_ERROR_MISSING_CONFIGURATION);
}
END_TEST

START_TEST(launch_bounds_hold)
{
    static const struct simt_kernel kernel = { "bounded", "test.cu", 1, 64 };
    const struct simt_config config = { .grid = { 1, 1, 1 }, .block = { 65, 1, 1 } };
    simt_configure(&config);
    simt_launch(&kernel, visit, NULL);
    ck_assert_int_eq(simt_take_error(), SIMT_ERROR_INVALID_VALUE);
}
END_TEST

static void add_one(const void *closure)
{
    unsigned *const *sum = closure;
    simt_atomic(*sum, SIMT_ATOMIC_ADD, SIMT_U32, 1, 0, SIMT_SCOPE_DEVICE);
}

static void *launch_often(void *sum)
{
    for (int i = 0; i < 200; i++)
        launch(add_one, 40, 128, 0, &sum);
    return NULL;
}

START_TEST(host_threads_take_turns)
{
    pthread_t thread[4];
    unsigned *sum = device(sizeof *sum);
    for (int i = 0; i < 4; i++)
        pthread_create(&thread[i], NULL, launch_often, sum);
    for (int i = 0; i < 4; i++)
        pthread_join(thread[i], NULL);
    ck_assert_uint_eq(*sum, 4 * 200 * 40 * 128);
}
END_TEST

START_TEST(workers_are_set_by_environment)
{
    for (int workers = 1; workers <= 8; workers *= 2) {
        char text[16];
        snprintf(text, sizeof text, "%d", workers);
        setenv("SIMT_THREADS", text, 1);
        check_shape((struct simt_dim3){ 300, 1, 1 }, (struct simt_dim3){ 64, 1, 1 });
    }
}
END_TEST

START_TEST(occupancy)
{
    ck_assert_uint_eq(simt_blocks_per_sm(256, 0), 8);
    ck_assert_uint_eq(simt_blocks_per_sm(1024, 0), 2);
    ck_assert_uint_eq(simt_blocks_per_sm(32, 0), 32);
    ck_assert_uint_eq(simt_blocks_per_sm(256, 100 * 1024), 2);
    ck_assert_uint_eq(simt_blocks_per_sm(1025, 0), 0);
    ck_assert_uint_eq(simt_blocks_per_sm(32, 228 * 1024), 0);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = { shapes,
                                   host_is_no_device,
                                   limits,
                                   a_configuration_serves_one_launch,
                                   launch_bounds_hold,
                                   host_threads_take_turns,
                                   workers_are_set_by_environment,
                                   occupancy };
    return RUN_SUITE("core grid", tests);
}
