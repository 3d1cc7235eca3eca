/* Atomics: every operation on every type, contention, locks. */
#define _GNU_SOURCE
#include <check.h>
#include <math.h>

#include "core_device.h"
#include "suite.h"

static uint64_t bits32(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint64_t bits64(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* One operation on the host, where atomics work as well. */
static uint64_t after(enum simt_atomic op, enum simt_type type, uint64_t old, uint64_t value,
                      uint64_t compare)
{
    _Alignas(8) uint64_t word = old;
    simt_atomic(&word, op, type, value, compare, SIMT_SCOPE_DEVICE);
    return word;
}

START_TEST(integers)
{
    ck_assert_uint_eq(after(SIMT_ATOMIC_ADD, SIMT_U32, 0xffffffff, 2, 0), 1);
    ck_assert_uint_eq(after(SIMT_ATOMIC_ADD, SIMT_U64, 0xffffffff, 2, 0), 0x100000001);
    ck_assert_uint_eq(after(SIMT_ATOMIC_SUB, SIMT_I32, 1, 2, 0), 0xffffffff);
    ck_assert_uint_eq(after(SIMT_ATOMIC_MIN, SIMT_I32, 1, 0xffffffff, 0), 0xffffffff);
    ck_assert_uint_eq(after(SIMT_ATOMIC_MIN, SIMT_U32, 1, 0xffffffff, 0), 1);
    ck_assert_uint_eq(after(SIMT_ATOMIC_MAX, SIMT_I64, 1, (uint64_t)-5, 0), 1);
    ck_assert_uint_eq(after(SIMT_ATOMIC_MAX, SIMT_U64, 1, (uint64_t)-5, 0), (uint64_t)-5);
    ck_assert_uint_eq(after(SIMT_ATOMIC_AND, SIMT_U32, 12, 10, 0), 8);
    ck_assert_uint_eq(after(SIMT_ATOMIC_OR, SIMT_U32, 12, 10, 0), 14);
    ck_assert_uint_eq(after(SIMT_ATOMIC_XOR, SIMT_U64, 12, 10, 0), 6);
    ck_assert_uint_eq(after(SIMT_ATOMIC_EXCH, SIMT_U32, 12, 10, 0), 10);
}
END_TEST

START_TEST(wrapping_counters)
{
    ck_assert_uint_eq(after(SIMT_ATOMIC_INC, SIMT_U32, 3, 5, 0), 4);
    ck_assert_uint_eq(after(SIMT_ATOMIC_INC, SIMT_U32, 5, 5, 0), 0);
    ck_assert_uint_eq(after(SIMT_ATOMIC_INC, SIMT_U32, 9, 5, 0), 0);
    ck_assert_uint_eq(after(SIMT_ATOMIC_DEC, SIMT_U32, 3, 5, 0), 2);
    ck_assert_uint_eq(after(SIMT_ATOMIC_DEC, SIMT_U32, 0, 5, 0), 5);
    ck_assert_uint_eq(after(SIMT_ATOMIC_DEC, SIMT_U32, 9, 5, 0), 5);
}
END_TEST

START_TEST(reals)
{
    ck_assert_uint_eq(after(SIMT_ATOMIC_ADD, SIMT_F32, bits32(1.5f), bits32(2), 0), bits32(3.5f));
    ck_assert_uint_eq(after(SIMT_ATOMIC_ADD, SIMT_F64, bits64(1.5), bits64(2), 0), bits64(3.5));
    ck_assert_uint_eq(after(SIMT_ATOMIC_EXCH, SIMT_F32, bits32(1), bits32(2), 0), bits32(2));
    ck_assert_uint_eq(after(SIMT_ATOMIC_MAX, SIMT_F32, bits32(-1), bits32(-2), 0), bits32(-1));
    /* one rounding, in the type itself */
    ck_assert_uint_eq(after(SIMT_ATOMIC_ADD, SIMT_F32, bits32(0x1p24f), bits32(1), 0),
                      bits32(0x1p24f + 1.0f));
}
END_TEST

START_TEST(compare_and_swap)
{
    ck_assert_uint_eq(after(SIMT_ATOMIC_CAS, SIMT_U32, 7, 9, 7), 9);
    ck_assert_uint_eq(after(SIMT_ATOMIC_CAS, SIMT_U32, 7, 9, 8), 7);
    ck_assert_uint_eq(after(SIMT_ATOMIC_CAS, SIMT_U64, (uint64_t)7 << 40, 9, (uint64_t)7 << 40), 9);
    ck_assert_uint_eq(after(SIMT_ATOMIC_CAS, SIMT_U16, 0xabcd1234, 9, 0x1234), 0xabcd0009);
}
END_TEST

struct sums {
    unsigned *count;
    float *single;
    double *real;
    uint64_t *wide;
};

static void add_all(const void *closure)
{
    const struct sums *s = closure;
    simt_atomic(s->count, SIMT_ATOMIC_ADD, SIMT_U32, 1, 0, SIMT_SCOPE_DEVICE);
    simt_atomic(s->single, SIMT_ATOMIC_ADD, SIMT_F32, bits32(1), 0, SIMT_SCOPE_DEVICE);
    simt_atomic(s->real, SIMT_ATOMIC_ADD, SIMT_F64, bits64(0.5), 0, SIMT_SCOPE_DEVICE);
    simt_atomic(s->wide, SIMT_ATOMIC_MAX, SIMT_U64, blockIdx.x * 1000u + threadIdx.x, 0,
                SIMT_SCOPE_DEVICE);
}

START_TEST(nothing_is_lost)
{
    const struct sums s = { device(4), device(4), device(8), device(8) };
    launch(add_all, 500, 200, 0, &s);
    ck_assert_uint_eq(*s.count, 100000);
    ck_assert(*s.single == 100000);
    ck_assert(*s.real == 50000);
    ck_assert_uint_eq(*s.wide, 499199);
}
END_TEST

struct lock {
    unsigned *lock, *count;
    int pause;
};

/* Every lane takes the lock in turn: inside one warp this needs independent lanes. */
static void take_turns(const void *closure)
{
    const struct lock *l = closure;
    while (simt_atomic(l->lock, SIMT_ATOMIC_CAS, SIMT_U32, 1, 0, SIMT_SCOPE_DEVICE) != 0)
        if (l->pause)
            simt_nanosleep(100);
    const unsigned before = *(volatile unsigned *)l->count;
    for (int i = 0; i < 3; i++)
        simt_fence(SIMT_SCOPE_DEVICE); /* gives way now and then, with the lock held */
    *(volatile unsigned *)l->count = before + 1;
    simt_fence(SIMT_SCOPE_DEVICE);
    simt_atomic(l->lock, SIMT_ATOMIC_EXCH, SIMT_U32, 0, 0, SIMT_SCOPE_DEVICE);
}

START_TEST(locks_inside_a_warp)
{
    for (int pause = 0; pause < 2; pause++) {
        const struct lock l = { device(4), device(4), pause };
        launch(take_turns, 20, 96, 0, &l);
        ck_assert_uint_eq(*l.count, 20 * 96);
        ck_assert_uint_eq(*l.lock, 0);
    }
}
END_TEST

static void crooked(const void *closure)
{
    char *const *memory = closure;
    simt_atomic(*memory + 2, SIMT_ATOMIC_ADD, SIMT_U32, 1, 0, SIMT_SCOPE_DEVICE);
}

static void nowhere(const void *closure)
{
    (void)closure;
    simt_atomic(NULL, SIMT_ATOMIC_ADD, SIMT_F32, 1, 0, SIMT_SCOPE_DEVICE);
}

START_TEST(bad_addresses_are_told)
{
    void *memory = device(8);
    const char *message = message_of(crooked, 32, &memory);
    ck_assert_contains(message, "test_core_atomic.c:");
    ck_assert_contains(message, "misaligned");
    ck_assert_int_eq(simt_get_error(), SIMT_ERROR_MISALIGNED_ADDRESS);
    simt_reset_error();
    message = message_of(nowhere, 32, NULL);
    ck_assert_contains(message, "test_core_atomic.c:");
    ck_assert_contains(message, "null pointer");
    ck_assert_int_eq(simt_get_error(), SIMT_ERROR_ILLEGAL_ADDRESS);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = { integers,
                                   wrapping_counters,
                                   reals,
                                   compare_and_swap,
                                   nothing_is_lost,
                                   locks_inside_a_warp,
                                   bad_addresses_are_told };
    return RUN_SUITE("core atomic", tests);
}
