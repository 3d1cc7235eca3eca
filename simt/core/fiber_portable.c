/*
 * Fibers without assembly: _setjmp/_longjmp between stacks, and one
 * makecontext to come onto a new stack for the first time.
 */
#if defined(_FORTIFY_SOURCE)
#undef _FORTIFY_SOURCE /* its longjmp refuses to go to another stack */
#endif
#define _GNU_SOURCE
#include "fiber.h"

#ifdef SIMT_PORTABLE_FIBERS

#include <setjmp.h>
#include <stdint.h>
#include <ucontext.h>

struct context {
    int is_new;
    const void *volatile *clear; /* what to clear on arrival */
    jmp_buf environment;         /* of a fiber that stopped */
    ucontext_t first;            /* of one that has not started */
    void (*body)(void *);
    struct stack *stack;
};

/* makecontext passes ints, so the pointer travels in two halves. */
static void enter(unsigned high, unsigned low)
{
    const struct context *context =
        (const struct context *)(((uintptr_t)high << 16 << 16) | (uintptr_t)low);
    *context->clear = NULL;
    context->body(context->stack);
}

/* The context of a new fiber lies at its stack's top, the fiber below it. */
void *simt_fiber_make(struct stack *stack, void (*body)(void *stack))
{
    uintptr_t place = (uintptr_t)stack->top - sizeof(struct context);
    place -= place % 64;
    struct context *context = (struct context *)place;
    context->is_new = 1;
    context->body = body;
    context->stack = stack;
    getcontext(&context->first);
    context->first.uc_link = NULL;
    context->first.uc_stack.ss_sp = stack->low;
    context->first.uc_stack.ss_size = (size_t)((unsigned char *)place - stack->low);
    makecontext(&context->first, (void (*)(void))enter, 2,
                (unsigned)((uint64_t)(uintptr_t)context >> 32), (unsigned)(uintptr_t)context);
    return context;
}

void simt_switch(void **save, void *target, const void *volatile *clear)
{
    struct context here; /* setjmp keeps no register of it: another fiber fills it in */
    struct context *next = target;
    here.is_new = 0;
    *save = &here;
    here.clear = clear;
    next->clear = clear;
    if (_setjmp(here.environment) != 0) {
        *here.clear = NULL;
        return;
    }
    if (next->is_new)
        setcontext(&next->first);
    _longjmp(next->environment, 1);
}

#else

typedef int simt_fiber_is_assembly; /* a C file may not be empty */

#endif
