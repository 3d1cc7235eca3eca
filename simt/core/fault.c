/*
 * Faults: what the host's processor raises in a lane ends the launch with a
 * message; on the host it goes to whoever handled it before.
 */
#define _GNU_SOURCE
#include "schedule.h"

#include "error.h"
#include "simt_memory.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

#ifdef SIMT_ASAN
#include <sanitizer/asan_interface.h>
#endif

enum { SIGNALS = 5, SIGNAL_STACK = 64 * 1024 };
static const int signals[SIGNALS] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };
static struct sigaction before[SIGNALS];
static atomic_int installed;

void simt_fail(struct worker *w, enum simt_failure_kind kind, int code, const void *site,
               const char *advice, const char *format, ...)
{
    struct failure *f = &w->failure;
    va_list list;
    f->kind = kind;
    f->code = code;
    f->pc = site != NULL ? site : w->site;
    f->pc_is_call = 1;
    f->block = w->block;
    f->thread = w->block != NULL ? w->block->current : 0;
    va_start(list, format);
    vsnprintf(f->text, sizeof f->text, format, list);
    va_end(list);
    snprintf(f->advice, sizeof f->advice, "%s", advice);
    simt_go_home(w);
}

void simt_fail_listing(struct worker *w, enum simt_failure_kind kind, int code, const void *site,
                       const char *advice, const char *text)
{
    w->failure.list_lanes = 1;
    simt_fail(w, kind, code, site, advice, "%s", text);
}

void simt_stop_here(struct worker *w, const void *pc, int is_call)
{
    struct failure *f = &w->failure;
    if (atomic_load(&w->launch->stop) == SIMT_STOP_TIME) {
        f->kind = SIMT_FAILED_RUNAWAY;
        f->code = SIMT_ERROR_LAUNCH_TIMEOUT;
        f->pc = pc;
        f->pc_is_call = is_call;
        f->block = w->block;
        f->thread = w->block->current;
        f->list_lanes = 1;
        snprintf(f->text, sizeof f->text,
                 "runaway: no thread of the launch has ended for %g seconds",
                 simt_watch_timeout_ms() / 1e3);
        snprintf(f->advice, sizeof f->advice,
                 "look for a loop whose condition never becomes false; SIMT_TIMEOUT=0 lets a long "
                 "kernel run");
    }
    simt_go_home(w);
}

static void stop_with_message(const char *message, enum simt_failure_kind kind, int code,
                              const void *site)
{
    struct worker *w = simt_self;
    if (w == NULL || w->block == NULL) {
        fprintf(stderr, "error: %s\n", message);
        abort();
    }
    simt_enter(w, site);
    simt_fail(w, kind, code, site, "", "%s", message);
}

void simt_trap(const char *message)
{
    stop_with_message(message, SIMT_FAILED_TRAP, SIMT_ERROR_LAUNCH_FAILURE, SIMT_CALLER);
    __builtin_unreachable();
}

void simt_trap_at(const char *message, const void *pc)
{
    stop_with_message(message, SIMT_FAILED_TRAP, SIMT_ERROR_LAUNCH_FAILURE, pc);
    __builtin_unreachable();
}

void simt_assert_failed(const char *message)
{
    stop_with_message(message, SIMT_FAILED_ASSERT, SIMT_ERROR_ASSERT, SIMT_CALLER);
    __builtin_unreachable();
}

/* 'r', 'w', or 0 where the processor does not say. */
static int access_kind(const void *context)
{
#if defined(__x86_64__)
    const ucontext_t *u = context;
    const int page_fault = u->uc_mcontext.gregs[REG_TRAPNO] == 14;
    return !page_fault ? 0 : u->uc_mcontext.gregs[REG_ERR] & 2 ? 'w' : 'r';
#else
    (void)context;
    return 0;
#endif
}

/* The processor names no address when the bits cannot be one at all. */
static int is_no_address(const siginfo_t *info)
{
    return info->si_signo == SIGSEGV && info->si_code == SI_KERNEL && info->si_addr == NULL;
}

/* A search through the frames of the interrupted code. */
struct search {
    const void *from;
    int begun;
    const void *found;
};

static _Unwind_Reason_Code look_at_frame(struct _Unwind_Context *frame, void *argument)
{
    struct search *search = argument;
    const void *pc = (const void *)_Unwind_GetIP(frame);
    if (search->begun && simt_is_user_code(pc)) {
        search->found = pc;
        return _URC_NORMAL_STOP;
    }
    search->begun |= pc == search->from;
    return _URC_NO_REASON;
}

/* Where the fault belongs in the user's eyes: the core's caller, or the call
 * into the library in which it happened, or the instruction itself. */
static void find_place(struct failure *f, const struct worker *w, const void *context)
{
    struct search search = { .from = simt_signal_pc(context) };
    f->pc_is_call = w->site != NULL;
    f->pc = w->site != NULL ? w->site : search.from;
    if (w->site != NULL || simt_is_user_code(search.from))
        return;
    _Unwind_Backtrace(look_at_frame, &search);
    if (search.found != NULL) {
        f->pc = search.found;
        f->pc_is_call = 1;
    }
}

static void fail_lane(struct worker *w, int number, const siginfo_t *info, const void *context)
{
    struct failure *f = &w->failure;
    f->signal = number;
    const int is_memory = number == SIGSEGV || number == SIGBUS;
    f->kind = number == SIGFPE                               ? SIMT_FAILED_DIVISION
              : number == SIGILL || number == SIGABRT        ? SIMT_FAILED_TRAP
              : simt_stack_guards(&w->stacks, info->si_addr) ? SIMT_FAILED_STACK
                                                             : SIMT_FAILED_ADDRESS;
    f->code = is_memory ? SIMT_ERROR_ILLEGAL_ADDRESS : SIMT_ERROR_LAUNCH_FAILURE;
    f->address = is_memory ? info->si_addr : NULL;
    f->access = is_memory ? access_kind(context) : 0;
    f->is_wild = is_memory && is_no_address(info);
    find_place(f, w, context);
    f->block = w->block;
    f->thread = w->block->current;
    simt_enter(w, SIMT_IN_CORE);
    simt_go_home(w);
}

/* The program will not survive this; malloc and locks are used all the same,
 * since a message that might hang is better than none. */
static void fail_host(int number, const siginfo_t *info, const void *context)
{
    for (int i = 0; i < SIGNALS; i++)
        if (signals[i] == number)
            sigaction(number, &before[i], NULL);
    const int is_memory = number == SIGSEGV || number == SIGBUS;
    if (!is_memory || !simt_memory_is_device(info->si_addr))
        return;
    static const char advice[] = "copy it with cudaMemcpy, or allocate it with cudaMallocManaged";
    char what[300], text[400];
    simt_memory_describe(info->si_addr, what, sizeof what);
    snprintf(text, sizeof text, "host code touched device memory: %s", what);
    const struct simt_failure failure = { .kind = SIMT_FAILED_HOST,
                                          .pc = simt_signal_pc(context),
                                          .address = info->si_addr,
                                          .text = text,
                                          .advice = advice };
    if (!simt_emit_failed(&failure))
        fprintf(stderr, "error: %s\n  advice: %s\n", text, advice);
}

/* abort(), and not a signal that somebody sends to the program. */
static int is_own(int number, const siginfo_t *info)
{
    return number != SIGABRT || (info->si_code == SI_TKILL && info->si_pid == getpid());
}

static void on_fault(int number, siginfo_t *info, void *context)
{
    struct worker *w = simt_self;
    if (w != NULL && w->block != NULL && w->site != SIMT_IN_CORE && is_own(number, info))
        fail_lane(w, number, info, context);
    fail_host(number, info, context);
}

void simt_fault_install(void)
{
    if (atomic_exchange(&installed, 1))
        return;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i], &action, &before[i]);
}

/* A lane that runs off its stack cannot be told so on that stack. */
void simt_fault_thread(void)
{
    static _Thread_local int done;
    if (done)
        return;
    done = 1;
    stack_t old;
    if (sigaltstack(NULL, &old) == 0 && (old.ss_flags & SS_DISABLE) == 0)
        return;
    stack_t own = { .ss_size = SIGNAL_STACK };
    own.ss_sp =
        mmap(NULL, SIGNAL_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (own.ss_sp != MAP_FAILED)
        sigaltstack(&own, NULL);
}

void simt_fault_settle(void)
{
#ifdef SIMT_ASAN
    stack_t stack;
    if (sigaltstack(NULL, &stack) == 0 && (stack.ss_flags & SS_DISABLE) == 0)
        __asan_unpoison_memory_region(stack.ss_sp, stack.ss_size);
#endif
}
