/*
 * Workers: the host threads that run blocks. The launching thread is one of
 * them; the others are started by the first launch that can use them and wait
 * between launches. A launch does not wait for helpers that have not woken.
 */
#define _GNU_SOURCE
#include "schedule.h"

#include "error.h"
#include "simt_memory.h"

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_WORKERS = 256, SMALL_LAUNCH = 4096 /* threads that are not worth a wake-up */ };

/* Helpers and what they are to do, under `lock`. */
static struct {
    pthread_mutex_t lock;
    pthread_cond_t wake, done;
    struct launch *launch; /* NULL: nothing to do */
    unsigned wanted, joined, active;
    uint64_t turn; /* counts launches, so that a helper joins each once */
    unsigned started;
    pid_t owner; /* a forked child has none of the threads */
    struct worker *worker[MAX_WORKERS];
} pool = { .lock = PTHREAD_MUTEX_INITIALIZER,
           .wake = PTHREAD_COND_INITIALIZER,
           .done = PTHREAD_COND_INITIALIZER };

static unsigned count_cores(void)
{
    const char *text = getenv("SIMT_THREADS");
    long count = text != NULL ? strtol(text, NULL, 10) : 0;
    cpu_set_t set;
    if (count <= 0 && sched_getaffinity(0, sizeof set, &set) == 0)
        count = CPU_COUNT(&set);
    if (count <= 0)
        count = 1;
    return count < MAX_WORKERS ? (unsigned)count : MAX_WORKERS;
}

static struct worker *get_worker(unsigned number)
{
    if (pool.worker[number] == NULL) {
        pool.worker[number] = calloc(1, sizeof *pool.worker[number]);
        if (pool.worker[number] != NULL)
            pool.worker[number]->number = number;
    }
    return pool.worker[number];
}

static void note_home(struct worker *w)
{
    w->thread = pthread_self();
    clockid_t clock;
    if (pthread_getcpuclockid(w->thread, &clock) == 0)
        w->clock = clock;
#ifdef SIMT_ASAN
    pthread_attr_t attributes;
    if (pthread_getattr_np(w->thread, &attributes) != 0)
        return;
    pthread_attr_getstack(&attributes, &w->home_low, &w->home_bytes);
    pthread_attr_destroy(&attributes);
#endif
}

/* A failure ends the launch on every worker, and is told once. */
static void end_badly(struct worker *w)
{
    struct launch *launch = w->launch;
    w->site = SIMT_IN_CORE;
    pthread_mutex_lock(&launch->lock);
    if (atomic_load(&launch->stop) == 0)
        atomic_store(&launch->stop, SIMT_STOP_FAILED);
    pthread_cond_broadcast(&launch->change);
    pthread_mutex_unlock(&launch->lock);
    if (w->failure.code != SIMT_SUCCESS && atomic_exchange(&launch->told, 1) == 0) {
        if (w->failure.kind == SIMT_FAILED_RUNAWAY)
            simt_loop_place(w);
        simt_report(w);
    } else {
        w->failure.code = SIMT_SUCCESS;
    }
    simt_fault_settle();
    simt_blocks_drop(w);
    simt_stack_reset(&w->stacks);
}

/* Forgets the last launch and takes up this one. */
static void begin(struct worker *w, struct launch *launch)
{
    w->launch = launch;
    w->site = SIMT_IN_CORE;
    w->barriers = w->blocks = 0;
    w->atomics = 0;
    memset(&w->failure, 0, sizeof w->failure);
    w->loop.count = w->loop.tried = 0;
    blockDim = launch->config.block;
    gridDim = launch->config.grid;
    uintptr_t arena;
    simt_memory_range(&arena, &w->arena_bytes);
    w->arena = arena;
    if (launch->wanted != 0)
        simt_emit_worker_begin(&w->listeners, &launch->info, w->number);
}

/* Runs blocks until there are none, or until the launch ends badly. */
static void run_blocks(struct worker *w, struct launch *launch)
{
    begin(w, launch);
    simt_self = w;
    atomic_store(&w->running, 1);
    struct stack *stack = simt_stack_take(&w->stacks);
    if (stack != NULL) {
        simt_leave_home(w, stack);
    } else {
        w->failure.code = SIMT_ERROR_MEMORY_ALLOCATION;
        snprintf(w->failure.text, sizeof w->failure.text, "no memory for a thread's stack");
    }
    atomic_store(&w->running, 0);
    if (w->failure.code != SIMT_SUCCESS || atomic_load(&launch->stop))
        end_badly(w);
    w->block = NULL;
    simt_self = NULL;
    if (launch->wanted != 0)
        simt_emit_worker_end(&w->listeners, &launch->info);
    threadIdx = blockIdx = blockDim = gridDim = (struct simt_dim3){ 0, 0, 0 };
    simt_grid_worker_done(launch);
}

static void *help(void *argument)
{
    struct worker *w = argument;
    uint64_t seen = 0;
    note_home(w);
    simt_fault_thread();
    pthread_mutex_lock(&pool.lock);
    for (;;) {
        while (pool.launch == NULL || pool.turn == seen || pool.joined == pool.wanted)
            pthread_cond_wait(&pool.wake, &pool.lock);
        struct launch *launch = pool.launch;
        seen = pool.turn;
        pool.joined++;
        pool.active++;
        pthread_mutex_lock(&launch->lock);
        launch->workers++;
        pthread_mutex_unlock(&launch->lock);
        pthread_mutex_unlock(&pool.lock);
        run_blocks(w, launch);
        pthread_mutex_lock(&pool.lock);
        if (--pool.active == 0)
            pthread_cond_signal(&pool.done);
    }
    return NULL;
}

/* Under pool.lock. Starts helpers up to `count` workers in all; as many as the
 * system gives. They take no signals that belong to the program. */
static void start_helpers(unsigned count)
{
    sigset_t all, before;
    if (pool.started + 1 >= count)
        return;
    sigfillset(&all);
    sigdelset(&all, SIGSEGV);
    sigdelset(&all, SIGBUS);
    sigdelset(&all, SIGFPE);
    sigdelset(&all, SIGVTALRM);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (pool.started + 1 < count) {
        struct worker *w = get_worker(pool.started + 1);
        pthread_t thread;
        if (w == NULL || pthread_create(&thread, NULL, help, w) != 0)
            break;
        pthread_detach(thread);
        w->thread = thread;
        pool.started++;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void check_owner(void)
{
    if (pool.owner == getpid())
        return;
    pool.owner = getpid();
    pool.started = pool.active = pool.joined = 0;
    pool.launch = NULL;
    pthread_mutex_init(&pool.lock, NULL);
    pthread_cond_init(&pool.wake, NULL);
    pthread_cond_init(&pool.done, NULL);
}

static void call_helpers(struct launch *launch, unsigned count)
{
    pthread_mutex_lock(&pool.lock);
    pool.launch = launch;
    pool.turn++;
    pool.joined = 0;
    pool.wanted = count - 1;
    pthread_cond_broadcast(&pool.wake);
    pthread_mutex_unlock(&pool.lock);
}

static void dismiss_helpers(void)
{
    pthread_mutex_lock(&pool.lock);
    pool.launch = NULL;
    while (pool.active != 0)
        pthread_cond_wait(&pool.done, &pool.lock);
    pthread_mutex_unlock(&pool.lock);
}

static unsigned useful_workers(const struct launch *launch)
{
    unsigned count = count_cores();
    if (launch->blocks * launch->threads <= SMALL_LAUNCH && !launch->config.cooperative)
        count = 1;
    return launch->blocks < count ? (unsigned)launch->blocks : count;
}

/* Adds up what the workers of a launch did; returns how it ended. */
static int collect(const struct launch *launch, struct simt_launch_stats *stats)
{
    int code = SIMT_SUCCESS;
    for (unsigned i = 0; i <= pool.started; i++) {
        struct worker *w = pool.worker[i];
        if (w->launch != launch)
            continue;
        stats->barriers += w->barriers;
        stats->blocks += w->blocks;
        code = w->failure.code != SIMT_SUCCESS ? w->failure.code : code;
        w->launch = NULL;
    }
    return code;
}

int simt_workers_run(struct launch *launch, struct simt_launch_stats *stats)
{
    check_owner();
    simt_fault_install();
    struct worker *me = get_worker(0);
    if (me == NULL)
        return SIMT_ERROR_MEMORY_ALLOCATION;
    const unsigned count = useful_workers(launch);
    note_home(me);
    simt_fault_thread();
    launch->workers = 1;
    pthread_mutex_lock(&pool.lock);
    start_helpers(count);
    pthread_mutex_unlock(&pool.lock);
    launch->info.workers = pool.started + 1;
    if (launch->wanted != 0) {
        simt_ranges_begin(launch);
        simt_emit_launch_begin(&launch->info);
    }
    if (count > 1)
        call_helpers(launch, count);
    simt_watch_begin(launch, pool.worker, pool.started + 1);
    run_blocks(me, launch);
    if (count > 1)
        dismiss_helpers();
    simt_watch_end();
    return collect(launch, stats);
}
