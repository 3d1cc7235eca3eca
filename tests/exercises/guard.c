#define _GNU_SOURCE /* REG_RIP */
#include "guard.h"

#include "simt/simt.h"
#include "site.h"

#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

enum { TICK_MS = 20, ALT_STACK = 1 << 18 };

static struct guard_report *report;
static const int deadly[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL };

/* Bytes of this process's own that are in memory; 0 where the system does not tell. */
static size_t own_bytes(void)
{
    unsigned long total = 0, resident = 0, shared = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL)
        return 0;
    const int fields = fscanf(file, "%lu %lu %lu", &total, &resident, &shared);
    fclose(file);
    return fields == 3 ? (resident - shared) * (size_t)sysconf(_SC_PAGESIZE) : 0;
}

static void *watch_memory(void *unused)
{
    const size_t most = own_bytes() + ((size_t)GUARD_MEMORY_MIB << 20);
    const struct timespec tick = { 0, TICK_MS * 1000000L };
    (void)unused;
    while (own_bytes() <= most)
        nanosleep(&tick, NULL);
    report->out_of_memory = 1;
    _exit(1);
}

static const void *crash_address(const void *context)
{
#if defined __x86_64__
    return (const void *)((const ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
#elif defined __aarch64__
    return (const void *)((const ucontext_t *)context)->uc_mcontext.pc;
#else
    (void)context;
    return NULL;
#endif
}

/* Looking the line up is not safe in a signal handler; the alarm ends it if it hangs. */
static void note_crash(int number, siginfo_t *info, void *context)
{
    struct simt_site site;
    (void)info;
    signal(number, SIG_DFL);
    alarm(1);
    const void *pc = crash_address(context);
    if (pc != NULL && simt_site_of_pc(pc, &site) && site.line > 0)
        snprintf(report->where, sizeof report->where, "%s:%u: here it crashed: %s", site.file,
                 site.line, strsignal(number));
    raise(number);
}

static void catch_crashes(void)
{
    static char stack[ALT_STACK];
    const stack_t alternative = { .ss_sp = stack, .ss_size = sizeof stack };
    struct sigaction action = { .sa_sigaction = note_crash, .sa_flags = SA_SIGINFO | SA_ONSTACK };
    sigemptyset(&action.sa_mask);
    sigaltstack(&alternative, NULL);
    for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++)
        sigaction(deadly[i], &action, NULL);
}

void guard_start(struct guard_report *shared)
{
    const struct rlimit no_core = { 0, 0 };
    pthread_t thread;
    report = shared;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setrlimit(RLIMIT_CORE, &no_core);
    catch_crashes();
    if (pthread_create(&thread, NULL, watch_memory, NULL) == 0)
        pthread_detach(thread);
}
