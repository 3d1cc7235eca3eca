/*
 * The watch: one sleeping thread that looks at a running launch a hundred
 * times a second.
 *
 * A lane that neither waits nor ends may be polling for what a neighbour will
 * write, and on a GPU the neighbour runs on. So a worker that shows no switch
 * between two looks gets a signal, whose handler gives way to the other lanes
 * from inside the interrupted code: it runs on the lane's own stack, which then
 * simply waits, signal frame and all, until its turn comes again. It does so
 * only in the user's own code, where no lock of a library can be held.
 *
 * A launch in which no lane ends for SIMT_TIMEOUT seconds is stopped. Time is
 * counted in looks, so a debugger's pause does not count.
 */
#define _GNU_SOURCE
#include "schedule.h"

#include "error.h"

#include <errno.h>
#include <link.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

/* A look later a nudged worker has made the switch that the nudge asked for. */
enum { POLLING_SWITCHES = 2 };
enum { LOOK_MS = 10, HURRY_MS = 1, IDLE_LOOKS = 100, MAX_WATCHED = 256 };

static struct {
    pthread_mutex_t lock;
    pthread_cond_t wake;
    struct launch *launch; /* NULL: nothing to watch */
    struct worker *const *worker;
    unsigned workers;
    uint64_t seen[MAX_WATCHED]; /* switches at the last look */
    double cpu_ms[MAX_WATCHED]; /* time that the worker had run */
    uint64_t exits;
    double still_ms, timeout_ms; /* time without an exit; 0: no limit */
    unsigned idle_looks;
    int hurry; /* lanes are polling: look more often */
    int sleeping;
    pid_t owner;
} watch = { .lock = PTHREAD_MUTEX_INITIALIZER, .wake = PTHREAD_COND_INITIALIZER };

/* The code of the module that holds the kernel. */
static struct {
    uintptr_t low, high, kernel;
} text;

static int find_text(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)size;
    (void)unused;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        const uintptr_t low = info->dlpi_addr + segment->p_vaddr;
        if (segment->p_type == PT_LOAD && text.kernel - low < segment->p_memsz) {
            text.low = low;
            text.high = low + segment->p_memsz;
            return 1;
        }
    }
    return 0;
}

int simt_is_user_code(const void *pc)
{
    return (uintptr_t)pc - text.low < text.high - text.low;
}

const void *simt_signal_pc(const void *context)
{
    const ucontext_t *u = context;
#if defined(__x86_64__)
    return (const void *)u->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
    return (const void *)u->uc_mcontext.pc;
#else
    (void)u;
    return NULL;
#endif
}

static uintptr_t depth_of(const struct worker *w, const void *context)
{
    const ucontext_t *u = context;
    const uintptr_t top = (uintptr_t)w->block->stack[w->block->current]->top;
#if defined(__x86_64__)
    return top - (uintptr_t)u->uc_mcontext.gregs[REG_RSP];
#elif defined(__aarch64__)
    return top - (uintptr_t)u->uc_mcontext.sp;
#else
    return 0 * (top + (uintptr_t)u);
#endif
}

static void on_look(int signal_number, siginfo_t *info, void *context)
{
    struct worker *w = simt_self;
    (void)signal_number;
    (void)info;
    if (w == NULL || w->block == NULL || w->site != NULL)
        return;
    const void *pc = simt_signal_pc(context);
    if (!simt_is_user_code(pc))
        return;
    const int saved = errno;
    simt_enter(w, SIMT_IN_CORE);
    const int stop = atomic_load(&w->launch->stop);
    if (stop != 0 && (stop != SIMT_STOP_TIME || simt_loop_seen(w, pc, 0, depth_of(w, context))))
        simt_stop_here(w, pc, 0);
    if (stop != 0 || w->block->lockstep) { /* soon looked at again; each access gives way */
        simt_leave(w);
        return;
    }
    simt_give_way(w, pc);
    simt_leave(w);
    errno = saved;
}

/* Under the lock, like all below. */
static void nudge(struct worker *w)
{
    if (atomic_load(&w->running))
        pthread_kill(w->thread, SIGVTALRM);
}

/* A worker that the system does not run makes no switches either, and is not
 * to be blamed for it. */
static double cpu_time_ms(const struct worker *w)
{
    struct timespec t;
    if (clock_gettime(w->clock, &t) != 0)
        return 0;
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static void look_at_workers(int stopping, double passed_ms)
{
    const uint64_t still = watch.hurry ? POLLING_SWITCHES : 0;
    watch.hurry = 0;
    for (unsigned i = 0; i < watch.workers; i++) {
        struct worker *w = watch.worker[i];
        const uint64_t switches = __atomic_load_n(&w->switches, __ATOMIC_RELAXED);
        const double cpu_ms = cpu_time_ms(w);
        const int busy = cpu_ms - watch.cpu_ms[i] >= passed_ms / 2;
        if (atomic_load(&w->running) && (stopping || (busy && switches - watch.seen[i] <= still))) {
            nudge(w);
            watch.hurry = 1;
        }
        watch.seen[i] = switches;
        watch.cpu_ms[i] = cpu_ms;
    }
}

static void look_at_clock(double passed_ms)
{
    uint64_t exits = 0;
    for (unsigned i = 0; i < watch.workers; i++)
        exits += atomic_load_explicit(&watch.worker[i]->exits, memory_order_relaxed);
    watch.still_ms = exits == watch.exits ? watch.still_ms + passed_ms : 0;
    watch.exits = exits;
    if (watch.timeout_ms > 0 && watch.still_ms > watch.timeout_ms) {
        int running = 0;
        atomic_compare_exchange_strong(&watch.launch->stop, &running, SIMT_STOP_TIME);
    }
}

static void *keep_watch(void *unused)
{
    pthread_mutex_lock(&watch.lock);
    for (;;) {
        const long ms = watch.hurry ? HURRY_MS : LOOK_MS;
        const struct timespec pause = { 0, ms * 1000000L };
        pthread_mutex_unlock(&watch.lock);
        nanosleep(&pause, NULL);
        pthread_mutex_lock(&watch.lock);
        if (watch.launch != NULL) {
            watch.idle_looks = 0;
            look_at_clock((double)ms);
            look_at_workers(atomic_load(&watch.launch->stop) != 0, (double)ms);
        } else if (++watch.idle_looks > IDLE_LOOKS) {
            watch.hurry = 0;
            watch.sleeping = 1;
            pthread_cond_wait(&watch.wake, &watch.lock);
            watch.sleeping = 0;
        }
    }
    return unused;
}

static void start_thread(void)
{
    pthread_t thread;
    sigset_t all, before;
    watch.owner = getpid();
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (pthread_create(&thread, NULL, keep_watch, NULL) == 0)
        pthread_detach(thread);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_look;
    action.sa_flags = SA_SIGINFO | SA_RESTART | SA_NODEFER;
    sigaction(SIGVTALRM, &action, NULL);
}

static double timeout_from_environment(void)
{
    const char *seconds = getenv("SIMT_TIMEOUT");
    return seconds != NULL ? strtod(seconds, NULL) * 1e3 : 60e3;
}

void simt_watch_begin(struct launch *launch, struct worker *const *workers, unsigned count)
{
    if (watch.owner != getpid()) {
        pthread_mutex_init(&watch.lock, NULL);
        pthread_cond_init(&watch.wake, NULL);
        watch.sleeping = 0;
        start_thread();
    }
    text.kernel = (uintptr_t)launch->entry;
    if (!simt_is_user_code((const void *)text.kernel))
        dl_iterate_phdr(find_text, NULL);
    pthread_mutex_lock(&watch.lock);
    watch.launch = launch;
    watch.worker = workers;
    watch.workers = count < MAX_WATCHED ? count : MAX_WATCHED;
    watch.still_ms = 0;
    watch.timeout_ms = timeout_from_environment();
    memset(watch.seen, 0xff, watch.workers * sizeof watch.seen[0]);
    if (watch.sleeping)
        pthread_cond_signal(&watch.wake);
    pthread_mutex_unlock(&watch.lock);
}

double simt_watch_timeout_ms(void)
{
    return watch.timeout_ms;
}

void simt_watch_end(void)
{
    pthread_mutex_lock(&watch.lock);
    watch.launch = NULL;
    pthread_mutex_unlock(&watch.lock);
}
