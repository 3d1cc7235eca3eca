/* Fibers: every value survives a switch, stacks are guarded and reused. */
#define _GNU_SOURCE
#include <check.h>
#include <stdint.h>
#include <stdlib.h>

#include "fiber.h"
#include "suite.h"

enum { FIBERS = 100, ROUNDS = 50 };

static void *context[FIBERS], *home;
static int current, visits[FIBERS];
static double sums[FIBERS];
static const void *volatile mark;
static struct stack_pool pool; /* each test begins with an empty one */

static void next(int me)
{
    current = me + 1;
    simt_switch(&context[me], me + 1 < FIBERS ? context[me + 1] : home, &mark);
}

static void walk(void *stack)
{
    const int me = current;
    double sum = me;
    int a = me, b = 2 * me, c = 3 * me, d = 4 * me, e = 5 * me, f = 6 * me, g = 7 * me;
    (void)stack;
    for (int round = 0; round < ROUNDS; round++) {
        visits[me]++;
        sum += 0.5;
        next(me);
        ck_assert_int_eq(a + b + c + d + e + f + g, 28 * me + 7 * round);
        a++, b++, c++, d++, e++, f++, g++;
    }
    sums[me] = sum;
    for (;;)
        next(me);
}

START_TEST(values_survive)
{
    for (int i = 0; i < FIBERS; i++)
        context[i] = simt_fiber_make(simt_stack_take(&pool), walk);
    for (int round = 0; round <= ROUNDS; round++) {
        current = 0;
        simt_switch(&home, context[0], &mark);
    }
    for (int i = 0; i < FIBERS; i++) {
        ck_assert_int_eq(visits[i], ROUNDS);
        ck_assert_double_eq(sums[i], i + 0.5 * ROUNDS);
    }
}
END_TEST

static void look_at_stack(void *stack)
{
    const struct stack *own = stack;
    int local;
    ck_assert_ptr_null(mark);
    ck_assert((unsigned char *)&local >= own->low && (unsigned char *)&local < own->top);
    ck_assert_uint_eq((uintptr_t)__builtin_frame_address(0) % 16, 0);
    simt_switch(&context[0], home, &mark);
}

START_TEST(runs_on_its_stack)
{
    mark = &pool;
    context[0] = simt_fiber_make(simt_stack_take(&pool), look_at_stack);
    simt_switch(&home, context[0], &mark);
}
END_TEST

START_TEST(stacks_are_reused)
{
    struct stack *first = simt_stack_take(&pool), *second = simt_stack_take(&pool);
    ck_assert_ptr_ne(first, second);
    simt_stack_give(&pool, second);
    ck_assert_ptr_eq(simt_stack_take(&pool), second);
    const size_t made = pool.made;
    simt_stack_reset(&pool);
    for (size_t i = 0; i < made; i++)
        ck_assert_ptr_nonnull(simt_stack_take(&pool));
    ck_assert_uint_eq(pool.made, made);
    ck_assert_ptr_nonnull(simt_stack_take(&pool));
    ck_assert_uint_gt(pool.made, made);
}
END_TEST

START_TEST(guards_are_known)
{
    const struct stack *stack = simt_stack_take(&pool);
    ck_assert(simt_stack_guards(&pool, stack->low - 1));
    ck_assert(!simt_stack_guards(&pool, stack->low));
    ck_assert(!simt_stack_guards(&pool, &pool));
    ck_assert_uint_ge((size_t)(stack->top - stack->low), simt_stack_bytes() - 4096);
}
END_TEST

START_TEST(size_comes_from_environment)
{
    unsetenv("SIMT_STACK");
    ck_assert_uint_eq(simt_stack_bytes(), 65536);
    setenv("SIMT_STACK", "1m", 1);
    ck_assert_uint_eq(simt_stack_bytes(), 1 << 20);
    setenv("SIMT_STACK", "128k", 1);
    ck_assert_uint_eq(simt_stack_bytes(), 128 << 10);
    setenv("SIMT_STACK", "1", 1); /* too small for anything */
    ck_assert_uint_ge(simt_stack_bytes(), 16384);
}
END_TEST

START_TEST(tops_are_staggered)
{
    uint64_t seen = 0;
    for (int i = 0; i < 32; i++)
        seen |= (uint64_t)1 << (uintptr_t)simt_stack_take(&pool)->top / 64 % 64;
    ck_assert_int_eq(__builtin_popcountll(seen), 32);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        values_survive,   runs_on_its_stack,           stacks_are_reused,
        guards_are_known, size_comes_from_environment, tops_are_staggered
    };
    return RUN_SUITE("core fiber", tests);
}
