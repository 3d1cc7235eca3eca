/* Observed launches: what an observer is told, under the lockstep schedule and
 * under permuted ones. Kernels call the hooks as instrumented code would. */
#define _GNU_SOURCE
#include <check.h>

#include "core_device.h"
#include "observed.h"
#include "suite.h"

/* As simtcc compiles instrumented code: no call is copied. */
#ifndef __clang__
#pragma GCC optimize("O1", "no-reorder-blocks")
#endif

void __tsan_read4(void *address);
void __tsan_write4(void *address);

static void observe(simt_entry *entry, unsigned grid, unsigned block, size_t shared,
                    const void *closure)
{
    memset(&tally, 0, sizeof tally);
    setenv("SIMT_THREADS", "1", 1);
    launch(entry, grid, block, shared, closure);
}

/* ---- instrumented accesses ---- */

#define LOAD(place) (__tsan_read4((void *)&(place)), (place))
#define STORE(place, value) (__tsan_write4((void *)&(place)), (place) = (value))

struct task {
    unsigned *in, *out;
};

static void tree(const void *closure)
{
    const struct task *t = closure;
    unsigned *partial = simt_shared_dynamic("partial");
    const unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
    STORE(partial[tid], LOAD(t->in[i]));
    simt_barrier();
    for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (tid < stride) {
            const unsigned mine = LOAD(partial[tid]), other = LOAD(partial[tid + stride]);
            STORE(partial[tid], mine + other);
        }
        simt_barrier();
    }
    if (tid == 0)
        STORE(t->out[blockIdx.x], LOAD(partial[0]));
}

enum { BLOCKS = 3, BLOCK = 256 };

static struct task numbers(void)
{
    const struct task t = { device(BLOCKS * BLOCK * sizeof(unsigned)),
                            device(BLOCKS * BLOCK * sizeof(unsigned)) };
    for (unsigned i = 0; i < BLOCKS * BLOCK; i++)
        t.in[i] = i;
    return t;
}

/* The H200's counts for this kernel: 25 and 20 shared wavefronts in each block. */
START_TEST(counts_warp_instructions)
{
    const struct task t = numbers();
    observe(tree, BLOCKS, BLOCK, BLOCK * sizeof(unsigned), &t);
    ck_assert_uint_eq(tally.loads, BLOCKS * (8 + 25));
    ck_assert_uint_eq(tally.load_lanes, BLOCKS * (BLOCK + 2 * (BLOCK - 1) + 1));
    ck_assert_uint_eq(tally.stores, BLOCKS * (20 + 1));
    ck_assert_uint_eq(tally.arrivals, BLOCKS * 8 * 9);
    ck_assert_uint_eq(tally.barriers, 9);
    ck_assert_uint_eq(tally.exit_lanes, BLOCKS * BLOCK);
    ck_assert_uint_eq(tally.begun, BLOCKS);
    ck_assert_uint_eq(tally.ended, BLOCKS);
    ck_assert_uint_eq(tally.variables, 1);
    ck_assert_uint_eq(tally.unknown, 0);
    ck_assert_int_eq(tally.lockstep, 1);
    ck_assert_uint_eq(t.out[1], (256 + 511) * 128);
}
END_TEST

START_TEST(permuted_lanes_do_the_same)
{
    for (int seed = 1; seed <= 20; seed++) {
        char text[16];
        const struct task t = numbers();
        snprintf(text, sizeof text, "%d", seed);
        setenv("SIMT_SEED", text, 1);
        observe(tree, BLOCKS, BLOCK, BLOCK * sizeof(unsigned), &t);
        ck_assert_uint_eq(tally.load_lanes, BLOCKS * (BLOCK + 2 * (BLOCK - 1) + 1));
        ck_assert_uint_gt(tally.loads, BLOCKS * (8 + 25)); /* split by chance */
        ck_assert_uint_eq(tally.barriers, 9);
        ck_assert_int_eq(tally.lockstep, 0);
        ck_assert_uint_eq(t.out[2], (512 + 767) * 128);
    }
}
END_TEST

/* No barrier at all: right in lockstep within one warp, wrong by chance. */
static void warp_synchronous(const void *closure)
{
    const struct task *t = closure;
    unsigned *row = simt_shared_dynamic("row");
    const unsigned me = threadIdx.x;
    STORE(row[me], me);
    STORE(row[me + 32], 0);
    for (unsigned offset = 16; offset > 0; offset /= 2) {
        const unsigned mine = LOAD(row[me]), other = LOAD(row[me + offset]);
        STORE(row[me], mine + other);
    }
    t->out[me] = row[0];
}

START_TEST(lockstep_keeps_warps_together)
{
    const struct task t = numbers();
    observe(warp_synchronous, 1, 32, 64 * sizeof(unsigned), &t);
    ck_assert_uint_eq(t.out[31], 31 * 32 / 2);
    ck_assert_uint_eq(tally.loads, 10);
    ck_assert_uint_eq(tally.load_lanes, 320);
}
END_TEST

START_TEST(some_seed_breaks_what_needs_lockstep)
{
    int broken = 0;
    for (int seed = 1; seed <= 20; seed++) {
        char text[16];
        const struct task t = numbers();
        snprintf(text, sizeof text, "%d", seed);
        setenv("SIMT_SEED", text, 1);
        observe(warp_synchronous, 1, 32, 64 * sizeof(unsigned), &t);
        broken += t.out[31] != 31 * 32 / 2;
    }
    ck_assert_int_gt(broken, 10);
}
END_TEST

/* Both ways of a branch, then together again. */
static void branch(const void *closure)
{
    const struct task *t = closure;
    if (threadIdx.x % 2 == 0)
        STORE(t->out[threadIdx.x], 1);
    else
        for (unsigned i = 0; i < 5; i++)
            STORE(t->out[threadIdx.x], LOAD(t->in[i]));
    simt_warp_sync(~0u);
    STORE(t->out[threadIdx.x + 32], 2);
}

START_TEST(branches_come_together)
{
    const struct task t = numbers();
    observe(branch, 1, 32, 0, &t);
    ck_assert_uint_eq(tally.stores, 1 + 5 + 1);
    ck_assert_uint_eq(tally.store_lanes, 16 + 80 + 32);
    ck_assert_uint_eq(tally.loads, 5);
    ck_assert_uint_eq(tally.ops, 1);
    ck_assert_uint_eq(tally.last_mask, ~0u);
}
END_TEST

/* A lock inside a warp: the lanes that poll stand at the lowest address. */
static void lock(const void *closure)
{
    const struct task *t = closure;
    while (simt_atomic(t->in, SIMT_ATOMIC_CAS, SIMT_U32, 1, 0, SIMT_SCOPE_DEVICE) != 0)
        ;
    STORE(t->out[0], LOAD(t->out[0]) + 1);
    simt_fence(SIMT_SCOPE_DEVICE);
    simt_atomic(t->in, SIMT_ATOMIC_EXCH, SIMT_U32, 0, 0, SIMT_SCOPE_DEVICE);
}

static void wait_for_flag(const void *closure)
{
    const struct task *t = closure;
    if (threadIdx.x == 40)
        STORE(t->in[0], 7);
    while (LOAD(*(volatile unsigned *)&t->in[0]) != 7)
        ;
    STORE(t->out[threadIdx.x], 1);
}

START_TEST(polling_makes_progress)
{
    for (int seed = 0; seed < 5; seed++) {
        char text[16];
        const struct task t = { device(256), device(256) }, f = { device(256), device(256) };
        snprintf(text, sizeof text, "%d", seed);
        setenv("SIMT_SEED", text, 1);
        observe(lock, 4, 64, 0, &t);
        ck_assert_uint_eq(t.out[0], 4 * 64);
        ck_assert_uint_eq(tally.fences > 0, 1);
        observe(wait_for_flag, 1, 64, 0, &f);
        ck_assert_uint_eq(f.out[63], 1);
    }
}
END_TEST

static void same_place(const void *closure)
{
    const struct task *t = closure;
    STORE(t->out[0], threadIdx.x + 1);
    simt_warp_sync(~0u);
}

START_TEST(stores_are_seen_done)
{
    const struct task t = numbers();
    memset(&tally, 0, sizeof tally);
    watched_place = t.out;
    tally.watching = 1;
    setenv("SIMT_THREADS", "1", 1);
    launch(same_place, 1, 32, 0, &t);
    ck_assert_uint_eq(tally.stored, 32);
}
END_TEST

static unsigned host_value;

static void reads_host(const void *closure)
{
    const struct task *t = closure;
    STORE(t->out[threadIdx.x], LOAD(host_value));
}

static unsigned known_symbol;

static void reads_symbol(const void *closure)
{
    const struct task *t = closure;
    unsigned local[4] = { 1, 2, 3, 4 };
    STORE(t->out[threadIdx.x], LOAD(known_symbol) + LOAD(local[threadIdx.x % 4]));
}

START_TEST(spaces_are_told_apart)
{
    const struct task t = numbers();
    observe(reads_host, 1, 32, 0, &t);
    ck_assert_uint_eq(tally.unknown, 1);
    simt_register_symbol("known_symbol", &known_symbol, sizeof known_symbol, SIMT_SYMBOL_DEVICE,
                         "test.cu", 1);
    observe(reads_symbol, 1, 32, 0, &t);
    ck_assert_uint_eq(tally.unknown, 0);
    ck_assert_uint_eq(tally.loads, 1); /* the stack is no memory */
}
END_TEST

static struct simt_shared_slot first = { "first", 40, 4, "test.cu", 1, 0, 0 };
static struct simt_shared_slot second = { "second", 40, 4, "test.cu", 2, 0, 0 };

static void two_variables(const void *closure)
{
    (void)closure;
    STORE(*(unsigned *)simt_shared_static(&first), 1);
    STORE(*(unsigned *)simt_shared_static(&second), 1);
}

START_TEST(red_zones_lie_between_variables)
{
    observe(two_variables, 2, 32, 0, NULL);
    ck_assert_uint_eq(tally.variables, 2);
    ck_assert_uint_ge(tally.offset[1], tally.offset[0] + 40 + 256);
}
END_TEST

static void shuffle_and_mask(const void *closure)
{
    const struct task *t = closure;
    const unsigned me = threadIdx.x;
    const unsigned value = (unsigned)simt_shuffle(~0u, me, 4, SIMT_SHFL_XOR, 3, 32);
    unsigned mask = 0;
    if (me < 20)
        mask = simt_active_mask();
    t->out[me] = value + mask;
}

START_TEST(warp_operations_are_told)
{
    const struct task t = numbers();
    observe(shuffle_and_mask, 1, 32, 0, &t);
    ck_assert_uint_eq(tally.ops, 2);
    ck_assert_uint_eq(tally.unknown, 0);
    ck_assert_uint_eq(tally.last_mask, 0xfffff);
    ck_assert_uint_eq(t.out[5], (5 ^ 3) + 0xfffff);
}
END_TEST

static void meet_and_fail(const void *closure)
{
    const struct task *t = closure;
    simt_grid_barrier();
    volatile uintptr_t nowhere = 4;
    if (blockIdx.x == 1)
        STORE(*(unsigned *)nowhere, LOAD(t->in[0]));
}

START_TEST(launches_end_even_badly)
{
    const struct task t = numbers();
    const struct simt_config config = { .grid = { 2, 1, 1 },
                                        .block = { 32, 1, 1 },
                                        .cooperative = 1 };
    memset(&tally, 0, sizeof tally);
    setenv("SIMT_THREADS", "1", 1);
    const int kept = capture_begin();
    launch_config(meet_and_fail, &t, &config);
    ck_assert_contains(capture_end(kept), "null pointer");
    ck_assert_uint_eq(tally.grid, 2);
    ck_assert_int_eq(tally.error, SIMT_ERROR_ILLEGAL_ADDRESS);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = { counts_warp_instructions,
                                   permuted_lanes_do_the_same,
                                   lockstep_keeps_warps_together,
                                   some_seed_breaks_what_needs_lockstep,
                                   branches_come_together,
                                   polling_makes_progress,
                                   stores_are_seen_done,
                                   spaces_are_told_apart,
                                   red_zones_lie_between_variables,
                                   warp_operations_are_told,
                                   launches_end_even_badly };
    return RUN_SUITE("core lockstep", tests);
}
