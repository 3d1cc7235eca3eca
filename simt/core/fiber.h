/*
 * Fibers: stacks, and the jump from one to another.
 *
 * A context is what a stopped fiber needs to go on; it lies on that fiber's
 * own stack. The switch is a few instructions of assembly on x86-64 and
 * aarch64, and _setjmp/_longjmp elsewhere or with SIMT_PORTABLE_FIBERS.
 */
#ifndef SIMT_FIBER_H
#define SIMT_FIBER_H

#include <stddef.h>

#if !defined(SIMT_PORTABLE_FIBERS) && !defined(__x86_64__) && !defined(__aarch64__)
#define SIMT_PORTABLE_FIBERS 1
#endif

#if defined(__SANITIZE_ADDRESS__)
#define SIMT_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SIMT_ASAN 1
#endif
#endif

struct stack {
    unsigned char *low; /* first usable byte; the guard page lies below */
    unsigned char *top; /* where a fiber starts, staggered over the cache's sets */
};

/* The stacks of one worker. Not for use by two threads at once. */
struct stack_pool {
    struct stack **free; /* free[0 .. count) */
    size_t count, made, room;
    struct stack_slab *slabs;
};

/* Usable bytes of a lane's stack: SIMT_STACK (bytes, or with k or m), else 64 KB. */
size_t simt_stack_bytes(void);

/* A stack from the pool, or a new one; NULL when the system has no memory. */
struct stack *simt_stack_take(struct stack_pool *pool);
void simt_stack_give(struct stack_pool *pool, struct stack *stack);
/* Takes back every stack, whatever runs on it. */
void simt_stack_reset(struct stack_pool *pool);
/* 1 if the address lies in a guard page of this pool. */
int simt_stack_guards(const struct stack_pool *pool, const void *address);

/* Prepares a context that will call body(stack) on the stack. body must not return. */
void *simt_fiber_make(struct stack *stack, void (*body)(void *stack));

/* Stores the running fiber's context in *save and goes on at target. Returns
 * when something switches to the stored context. *clear becomes NULL once the
 * new stack is in use: not before, not later. */
void simt_switch(void **save, void *target, const void *volatile *clear);

#endif
