/* Shared memory: places, poison, limits, guards. */
#define _GNU_SOURCE
#include <check.h>

#include "core_device.h"
#include "suite.h"

static struct simt_shared_slot small = { "small", 5, 1, "test.cu", 1, 0, 0 };
static struct simt_shared_slot wide = { "wide", 256, 64, "test.cu", 2, 0, 0 };
static struct simt_shared_slot huge = { "huge", 49153, 4, "test.cu", 3, 0, 0 };
static struct simt_shared_slot half = { "half", 30000, 4, "test.cu", 4, 0, 0 };

struct task {
    uintptr_t *address; /* four for each block */
    unsigned *bad;
};

static void look(const void *closure)
{
    const struct task *t = closure;
    unsigned char *a = simt_shared_static(&small);
    unsigned *b = simt_shared_static(&wide);
    unsigned *dynamic = simt_shared_dynamic("dynamic");
    if (threadIdx.x == 0 && (b[0] != SIMT_POISON || dynamic[0] != SIMT_POISON || a[0] < 0xfb))
        *t->bad = 1;
    simt_barrier();
    b[threadIdx.x] = blockIdx.x;
    dynamic[threadIdx.x] = threadIdx.x;
    simt_barrier();
    if (b[(threadIdx.x + 1) % 64] != blockIdx.x)
        *t->bad = 2;
    size_t offset;
    if (!simt_is_shared(b, &offset) || simt_is_shared(t->bad, &offset))
        *t->bad = 3;
    t->address[4 * blockIdx.x] = (uintptr_t)a;
    t->address[4 * blockIdx.x + 1] = (uintptr_t)b;
    t->address[4 * blockIdx.x + 2] = (uintptr_t)dynamic;
}

START_TEST(places)
{
    enum { BLOCKS = 200 };
    const struct task t = { device(4 * BLOCKS * sizeof(uintptr_t)), device(4) };
    for (int round = 0; round < 3; round++) {
        launch(look, BLOCKS, 64, 64 * sizeof(unsigned), &t);
        ck_assert_int_eq(simt_get_error(), 0);
        ck_assert_uint_eq(*t.bad, 0);
        for (unsigned i = 0; i < BLOCKS; i++) {
            const uintptr_t *at = t.address + 4 * i;
            ck_assert_uint_eq(at[1] % 64, 0);
            ck_assert_uint_eq(at[2] % 128, 0);
            ck_assert(at[1] >= at[0] + 5 && at[2] >= at[1] + 256);
            ck_assert_uint_eq(at[1] - at[0], t.address[1] - t.address[0]);
        }
    }
}
END_TEST

static void take_slot(const void *closure)
{
    struct simt_shared_slot *const *slot = closure;
    *(int *)simt_shared_static(*slot) = 1;
}

START_TEST(static_limit)
{
    struct simt_shared_slot *slot = &huge;
    ck_assert_contains(message_of(take_slot, 1, &slot), "too much shared memory: huge takes 49153");
    ck_assert_int_eq(simt_get_error(), SIMT_ERROR_INVALID_VALUE);
    ck_assert_int_eq(simt_sticky_error(), 0);
}
END_TEST

START_TEST(static_and_dynamic_share_a_limit)
{
    struct simt_shared_slot *slot = &half;
    launch(take_slot, 1, 1, 19152, &slot);
    ck_assert_int_eq(simt_take_error(), 0);
    launch(take_slot, 1, 1, 19153, &slot); /* known by now: refused at once */
    ck_assert_int_eq(simt_take_error(), SIMT_ERROR_INVALID_VALUE);
}
END_TEST

static const struct simt_kernel opted = { "opted", "test.cu", 1, 0 };

static void fill_dynamic(const void *closure)
{
    const size_t *bytes = closure;
    memset(simt_shared_dynamic("all"), 1, *bytes);
}

static int launch_opted(size_t bytes)
{
    const struct simt_config config = { .grid = { 3, 1, 1 },
                                        .block = { 1, 1, 1 },
                                        .shared_bytes = bytes };
    simt_configure(&config);
    simt_launch(&opted, fill_dynamic, &bytes);
    return simt_take_error();
}

START_TEST(opt_in)
{
    ck_assert_int_eq(launch_opted(48 << 10), 0);
    ck_assert_int_eq(launch_opted((48 << 10) + 1), SIMT_ERROR_INVALID_VALUE);
    ck_assert_int_eq(simt_set_dynamic_limit(&opted, (227 << 10) + 1), SIMT_ERROR_INVALID_VALUE);
    ck_assert_int_eq(simt_set_dynamic_limit(&opted, 227 << 10), 0);
    ck_assert_int_eq(launch_opted(227 << 10), 0);
    ck_assert_int_eq(launch_opted((227 << 10) + 1), SIMT_ERROR_INVALID_VALUE);
}
END_TEST

static void overrun(const void *closure)
{
    const unsigned *index = closure;
    ((volatile unsigned *)simt_shared_dynamic("row"))[*index] = 1;
}

START_TEST(overruns_fault)
{
    unsigned index = 32;
    const int kept = capture_begin();
    launch(overrun, 1, 1, 128, &index);
    ck_assert_contains(capture_end(kept),
                       "0 bytes past the end of the block's dynamic shared memory (128 bytes");
    simt_reset_error();
    index = 0;
    ck_assert_contains(message_of(overrun, 1, &index), "dynamic shared memory (0 bytes");
}
END_TEST

int main(void)
{
    const TTest *const tests[] = { places, static_limit, static_and_dynamic_share_a_limit, opt_in,
                                   overruns_fault };
    return RUN_SUITE("core shared", tests);
}
