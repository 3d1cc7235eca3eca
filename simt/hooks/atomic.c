/*
 * Atomics that the source writes in the language's own way (std::atomic, the
 * compiler's builtins): the instrumentation leaves the operation itself to
 * these functions, in host code as well. CUDA's atomics do not come here.
 */
#include "hooks.h"

/* Memory orders and failure orders are taken at their strongest. */
typedef int order;

static void announce(volatile void *address, enum simt_atomic op, enum simt_type type,
                     unsigned bytes, const void *pc, const void *frame)
{
    struct worker *w = simt_hook_worker(SIMT_EVENT_ACCESS);
    if (w == NULL)
        return;
    const enum simt_space space = simt_space_of(w, w->block, (uintptr_t)address);
    if (space == SIMT_SPACE_LOCAL)
        return;
    simt_enter(w, pc);
    simt_step(w, pc, frame, simt_what_atomic(space, bytes, op, type, SIMT_SCOPE_SYSTEM),
              (uintptr_t)address);
}

#define ANNOUNCE(BITS, OP)                                                                         \
    announce(address, OP, BITS == 64 ? SIMT_U64 : SIMT_U32, BITS / 8, SIMT_CALLER, SIMT_FRAME)

#define FETCH(BITS, NAME, OP)                                                                      \
    uint##BITS##_t __tsan_atomic##BITS##_fetch_##NAME(volatile uint##BITS##_t *address,            \
                                                      uint##BITS##_t value, order o);              \
    uint##BITS##_t __tsan_atomic##BITS##_fetch_##NAME(volatile uint##BITS##_t *address,            \
                                                      uint##BITS##_t value, order o)               \
    {                                                                                              \
        (void)o;                                                                                   \
        ANNOUNCE(BITS, OP);                                                                        \
        return __atomic_fetch_##NAME(address, value, __ATOMIC_SEQ_CST);                            \
    }

/* An atomic load takes part in no change: it is an "or" with nothing. */
#define LOAD_AND_STORE(BITS)                                                                       \
    uint##BITS##_t __tsan_atomic##BITS##_load(const volatile uint##BITS##_t *address, order o);    \
    uint##BITS##_t __tsan_atomic##BITS##_load(const volatile uint##BITS##_t *address, order o)     \
    {                                                                                              \
        (void)o;                                                                                   \
        announce((volatile void *)(uintptr_t)address, SIMT_ATOMIC_OR,                              \
                 BITS == 64 ? SIMT_U64 : SIMT_U32, BITS / 8, SIMT_CALLER, SIMT_FRAME);             \
        return __atomic_load_n(address, __ATOMIC_SEQ_CST);                                         \
    }                                                                                              \
    void __tsan_atomic##BITS##_store(volatile uint##BITS##_t *address, uint##BITS##_t value,       \
                                     order o);                                                     \
    void __tsan_atomic##BITS##_store(volatile uint##BITS##_t *address, uint##BITS##_t value,       \
                                     order o)                                                      \
    {                                                                                              \
        (void)o;                                                                                   \
        ANNOUNCE(BITS, SIMT_ATOMIC_EXCH);                                                          \
        __atomic_store_n(address, value, __ATOMIC_SEQ_CST);                                        \
    }                                                                                              \
    uint##BITS##_t __tsan_atomic##BITS##_exchange(volatile uint##BITS##_t *address,                \
                                                  uint##BITS##_t value, order o);                  \
    uint##BITS##_t __tsan_atomic##BITS##_exchange(volatile uint##BITS##_t *address,                \
                                                  uint##BITS##_t value, order o)                   \
    {                                                                                              \
        (void)o;                                                                                   \
        ANNOUNCE(BITS, SIMT_ATOMIC_EXCH);                                                          \
        return __atomic_exchange_n(address, value, __ATOMIC_SEQ_CST);                              \
    }

#define COMPARE(BITS)                                                                              \
    static int swap_##BITS(volatile uint##BITS##_t *address, uint##BITS##_t *expected,             \
                           uint##BITS##_t value, const void *pc, const void *frame)                \
    {                                                                                              \
        announce(address, SIMT_ATOMIC_CAS, BITS == 64 ? SIMT_U64 : SIMT_U32, BITS / 8, pc, frame); \
        return __atomic_compare_exchange_n(address, expected, value, 0, __ATOMIC_SEQ_CST,          \
                                           __ATOMIC_SEQ_CST);                                      \
    }                                                                                              \
    int __tsan_atomic##BITS##_compare_exchange_strong(volatile uint##BITS##_t *address,            \
                                                      uint##BITS##_t *expected,                    \
                                                      uint##BITS##_t value, order o, order f);     \
    int __tsan_atomic##BITS##_compare_exchange_strong(volatile uint##BITS##_t *address,            \
                                                      uint##BITS##_t *expected,                    \
                                                      uint##BITS##_t value, order o, order f)      \
    {                                                                                              \
        (void)o;                                                                                   \
        (void)f;                                                                                   \
        return swap_##BITS(address, expected, value, SIMT_CALLER, SIMT_FRAME);                     \
    }                                                                                              \
    int __tsan_atomic##BITS##_compare_exchange_weak(volatile uint##BITS##_t *address,              \
                                                    uint##BITS##_t *expected,                      \
                                                    uint##BITS##_t value, order o, order f);       \
    int __tsan_atomic##BITS##_compare_exchange_weak(volatile uint##BITS##_t *address,              \
                                                    uint##BITS##_t *expected,                      \
                                                    uint##BITS##_t value, order o, order f)        \
    {                                                                                              \
        (void)o;                                                                                   \
        (void)f;                                                                                   \
        return swap_##BITS(address, expected, value, SIMT_CALLER, SIMT_FRAME);                     \
    }                                                                                              \
    uint##BITS##_t __tsan_atomic##BITS##_compare_exchange_val(                                     \
        volatile uint##BITS##_t *address, uint##BITS##_t expected, uint##BITS##_t value, order o,  \
        order f);                                                                                  \
    uint##BITS##_t __tsan_atomic##BITS##_compare_exchange_val(                                     \
        volatile uint##BITS##_t *address, uint##BITS##_t expected, uint##BITS##_t value, order o,  \
        order f)                                                                                   \
    {                                                                                              \
        (void)o;                                                                                   \
        (void)f;                                                                                   \
        swap_##BITS(address, &expected, value, SIMT_CALLER, SIMT_FRAME);                           \
        return expected;                                                                           \
    }

#define ALL(BITS)                                                                                  \
    LOAD_AND_STORE(BITS)                                                                           \
    COMPARE(BITS)                                                                                  \
    FETCH(BITS, add, SIMT_ATOMIC_ADD)                                                              \
    FETCH(BITS, sub, SIMT_ATOMIC_SUB)                                                              \
    FETCH(BITS, and, SIMT_ATOMIC_AND)                                                              \
    FETCH(BITS, or, SIMT_ATOMIC_OR)                                                                \
    FETCH(BITS, xor, SIMT_ATOMIC_XOR)                                                              \
    FETCH(BITS, nand, SIMT_ATOMIC_AND)

ALL(8)
ALL(16)
ALL(32)
ALL(64)

void __tsan_atomic_thread_fence(order o);
void __tsan_atomic_thread_fence(order o)
{
    struct worker *w = simt_hook_worker(SIMT_EVENT_FENCE);
    (void)o;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (w == NULL)
        return;
    simt_enter(w, SIMT_CALLER);
    simt_step(w, SIMT_CALLER, SIMT_FRAME, simt_what(SIMT_STEP_FENCE, SIMT_SCOPE_SYSTEM), 0);
}

void __tsan_atomic_signal_fence(order o);
void __tsan_atomic_signal_fence(order o)
{
    (void)o;
}
