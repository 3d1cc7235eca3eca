/* Launches: the configuration, its checks against the device, statistics. */
#define _POSIX_C_SOURCE 200809L
#include "schedule.h"

#include "error.h"
#include "gate.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { KERNEL_ROOM = 1024, MAX_PENDING = 32 };

/* What is known about a kernel beyond its static description. */
struct kernel_state {
    const struct simt_kernel *kernel;
    size_t dynamic_limit, static_bytes;
};

/* Configurations whose launch has not come yet. There are several while the
 * arguments of one launch are computed by functions that launch others. */
static _Thread_local struct pending {
    struct simt_config config;
    const void *pc; /* of the launch, in the user's code */
} pending[MAX_PENDING];
static _Thread_local unsigned pending_count;

static pthread_mutex_t state_lock = PTHREAD_MUTEX_INITIALIZER; /* kernels, last launch */
static struct kernel_state kernels[KERNEL_ROOM];
static struct simt_launch_stats last;
static int have_last;

static pthread_mutex_t launch_lock = PTHREAD_MUTEX_INITIALIZER; /* one launch at a time */
static struct launch the_launch;
static uint64_t launches;

int simt_configure(const struct simt_config *config)
{
    return simt_configure_at(config, SIMT_CALLER);
}

int simt_configure_at(const struct simt_config *config, const void *pc)
{
    if (pending_count == MAX_PENDING) { /* left behind by exceptions: the oldest goes */
        pending_count--;
        memmove(pending, pending + 1, pending_count * sizeof *pending);
    }
    pending[pending_count++] = (struct pending){ *config, pc };
    return 0;
}

/* Under state_lock. NULL when the table is full. */
static struct kernel_state *state_of(const struct simt_kernel *kernel)
{
    const size_t start = (uintptr_t)kernel / sizeof(void *) % KERNEL_ROOM;
    for (size_t i = 0; i < KERNEL_ROOM; i++) {
        struct kernel_state *state = &kernels[(start + i) % KERNEL_ROOM];
        if (state->kernel == NULL)
            *state = (struct kernel_state){ kernel, 0, 0 };
        if (state->kernel == kernel)
            return state;
    }
    return NULL;
}

int simt_set_dynamic_limit(const struct simt_kernel *kernel, size_t bytes)
{
    if (bytes > SIMT_BLOCK_SHARED_OPT_IN)
        return SIMT_ERROR_INVALID_VALUE;
    pthread_mutex_lock(&state_lock);
    struct kernel_state *state = state_of(kernel);
    if (state != NULL)
        state->dynamic_limit = bytes;
    pthread_mutex_unlock(&state_lock);
    return state != NULL ? SIMT_SUCCESS : SIMT_ERROR_MEMORY_ALLOCATION;
}

static struct kernel_state copy_state(const struct simt_kernel *kernel)
{
    pthread_mutex_lock(&state_lock);
    const struct kernel_state *state = state_of(kernel);
    const struct kernel_state copy = state != NULL ? *state : (struct kernel_state){ kernel, 0, 0 };
    pthread_mutex_unlock(&state_lock);
    return copy;
}

size_t simt_dynamic_limit(const struct simt_kernel *kernel)
{
    const size_t limit = copy_state(kernel).dynamic_limit;
    return limit > SIMT_STATIC_SHARED ? limit : SIMT_STATIC_SHARED;
}

size_t simt_static_bytes(const struct simt_kernel *kernel)
{
    const size_t used = copy_state(kernel).static_bytes, declared = simt_declared_bytes(kernel);
    return used > declared ? used : declared;
}

unsigned simt_blocks_per_sm(unsigned threads, size_t shared_bytes)
{
    if (threads == 0 || threads > SIMT_MAX_BLOCK || shared_bytes > SIMT_BLOCK_SHARED_OPT_IN)
        return 0;
    const unsigned rounded = (threads + SIMT_WARP_SIZE - 1) / SIMT_WARP_SIZE * SIMT_WARP_SIZE;
    const size_t reserved = (shared_bytes + 1024 + 127) / 128 * 128;
    unsigned blocks = SIMT_SM_THREADS / rounded;
    if (blocks > SIMT_SM_SHARED / reserved)
        blocks = (unsigned)(SIMT_SM_SHARED / reserved);
    return blocks < SIMT_SM_BLOCKS ? blocks : SIMT_SM_BLOCKS;
}

static uint64_t volume(const struct simt_dim3 *size)
{
    return (uint64_t)size->x * size->y * size->z;
}

/* Whether a device has such grids and blocks at all. */
static int is_possible(const struct simt_dim3 *g, const struct simt_dim3 *b)
{
    return volume(g) != 0 && volume(b) != 0 && g->x <= 0x7fffffffu && g->y <= 65535 &&
           g->z <= 65535 && b->x <= 1024 && b->y <= 1024 && b->z <= 64 &&
           volume(b) <= SIMT_MAX_BLOCK;
}

/* 0 or the error that a GPU gives: since CUDA 13 one for every bad size. */
static int check(const struct simt_kernel *kernel, const struct simt_config *config)
{
    const struct simt_dim3 *g = &config->grid, *b = &config->block;
    if (!is_possible(g, b))
        return SIMT_ERROR_INVALID_VALUE;
    if (kernel->max_threads != 0 && volume(b) > kernel->max_threads)
        return SIMT_ERROR_INVALID_VALUE;
    /* Only what was used: a declaration may stand where no lane comes. */
    const size_t fixed = copy_state(kernel).static_bytes, limit = simt_dynamic_limit(kernel);
    const size_t room = limit > SIMT_STATIC_SHARED ? limit : SIMT_STATIC_SHARED - fixed;
    if (config->shared_bytes > room || config->shared_bytes + fixed > SIMT_BLOCK_SHARED_OPT_IN)
        return SIMT_ERROR_INVALID_VALUE;
    const unsigned per_sm = simt_blocks_per_sm((unsigned)volume(b), fixed + config->shared_bytes);
    if (config->cooperative && volume(g) > (uint64_t)per_sm * SIMT_SM_COUNT)
        return SIMT_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE;
    return SIMT_SUCCESS;
}

static size_t static_limit(const struct simt_kernel *kernel, size_t dynamic)
{
    const size_t all = simt_dynamic_limit(kernel) > SIMT_STATIC_SHARED ? SIMT_BLOCK_SHARED_OPT_IN
                                                                       : SIMT_STATIC_SHARED;
    const size_t left = all - dynamic;
    return left < SIMT_STATIC_SHARED ? left : SIMT_STATIC_SHARED;
}

static void number_threads(struct launch *launch)
{
    const struct simt_dim3 size = launch->config.block;
    unsigned thread = 0;
    for (unsigned z = 0; z < size.z; z++)
        for (unsigned y = 0; y < size.y; y++)
            for (unsigned x = 0; x < size.x; x++)
                launch->index[thread++] = (struct simt_dim3){ x, y, z };
}

static uint64_t seed_from_environment(void)
{
    const char *text = getenv("SIMT_SEED");
    return text != NULL ? strtoull(text, NULL, 0) : 0;
}

static void prepare(struct launch *launch, const struct simt_kernel *kernel, simt_entry *entry,
                    const void *closure, size_t closure_bytes, const struct simt_config *config)
{
    launch->kernel = kernel;
    launch->entry = entry;
    launch->closure = closure;
    launch->config = *config;
    launch->id = ++launches;
    launch->blocks = volume(&config->grid);
    launch->threads = (unsigned)volume(&config->block);
    launch->warps = (launch->threads + SIMT_WARP_SIZE - 1) / SIMT_WARP_SIZE;
    launch->static_limit = static_limit(kernel, config->shared_bytes);
    launch->static_used = 0;
    launch->static_sum = 0;
    launch->dynamic_known = 0;
    launch->closure_bytes = closure_bytes;
    launch->wanted = simt_events_wanted() & ~(unsigned)SIMT_EVENT_HOST;
    launch->seed = seed_from_environment();
    launch->next_block = 0;
    launch->stop = launch->told = 0;
    pthread_mutex_init(&launch->lock, NULL);
    pthread_cond_init(&launch->change, NULL);
    launch->grid_round = 0;
    launch->grid_arrived = launch->blocks_done = 0;
    launch->workers = launch->idle = 0;
    number_threads(launch);
    launch->info = (struct simt_launch_info){
        .kernel = kernel,
        .config = &launch->config,
        .id = launch->id,
        .blocks = launch->blocks,
        .threads = launch->threads,
        .warps = launch->warps,
        .lockstep = launch->seed == 0,
        .seed = launch->seed,
    };
}

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static void keep_statistics(const struct launch *launch, const struct simt_launch_stats *stats)
{
    pthread_mutex_lock(&state_lock);
    last = *stats;
    have_last = 1;
    struct kernel_state *state = state_of(launch->kernel);
    const size_t used = launch->static_sum;
    if (state != NULL && used > state->static_bytes)
        state->static_bytes = used;
    pthread_mutex_unlock(&state_lock);
}

static void announce_end(struct launch *launch, int code, double ms)
{
    launch->info.static_shared_bytes = launch->static_sum;
    launch->info.error = code;
    launch->info.ms = ms;
    simt_emit_launch_end(&launch->info);
    simt_ranges_end(launch);
}

/* Under launch_lock. */
static int run(const struct simt_kernel *kernel, simt_entry *entry, const void *closure,
               size_t closure_bytes, const struct simt_config *config)
{
    prepare(&the_launch, kernel, entry, closure, closure_bytes, config);
    struct simt_launch_stats stats = {
        .kernel = kernel->name,
        .grid = config->grid,
        .block = config->block,
        .threads = the_launch.blocks * the_launch.threads,
    };
    const double start = now_ms();
    const int code = simt_workers_run(&the_launch, &stats);
    stats.ms = now_ms() - start;
    if (the_launch.wanted != 0)
        announce_end(&the_launch, code, stats.ms);
    keep_statistics(&the_launch, &stats);
    pthread_cond_destroy(&the_launch.change);
    pthread_mutex_destroy(&the_launch.lock);
    return code;
}

/* What the launch leaves for cudaGetLastError. */
static void leave_result(const struct simt_kernel *kernel, const struct simt_config *config,
                         const void *pc, int code, int sticky)
{
    const struct simt_api_result result = {
        .what = "kernel launch", .code = code, .pc = pc, .kernel = kernel, .config = config
    };
    simt_set_error(code, sticky);
    simt_emit_api_result(&result);
}

void simt_launch(const struct simt_kernel *kernel, simt_entry *entry, const void *closure)
{
    simt_launch_sized(kernel, entry, closure, 0);
}

void simt_launch_sized(const struct simt_kernel *kernel, simt_entry *entry, const void *closure,
                       size_t closure_bytes)
{
    if (simt_on_device())
        simt_trap("a kernel cannot launch a kernel: dynamic parallelism is not supported");
    if (pending_count == 0) {
        simt_set_error(SIMT_ERROR_MISSING_CONFIGURATION, 0);
        return;
    }
    pending_count--;
    const struct simt_config config = pending[pending_count].config;
    const void *pc = pending[pending_count].pc;
    if (simt_sticky_error() == SIMT_SUCCESS) {
        const int closed = simt_pass_gate(kernel, &config);
        const int refused = closed != 0 ? closed : check(kernel, &config);
        if (refused != SIMT_SUCCESS) {
            leave_result(kernel, &config, pc, refused, 0);
            return;
        }
        pthread_mutex_lock(&launch_lock);
        const int code = run(kernel, entry, closure, closure_bytes, &config);
        pthread_mutex_unlock(&launch_lock);
        /* What the device refuses before it starts does not stick; a fault does. */
        leave_result(kernel, &config, pc, code, code >= SIMT_ERROR_ILLEGAL_ADDRESS);
    }
}

int simt_last_launch(struct simt_launch_stats *stats)
{
    pthread_mutex_lock(&state_lock);
    *stats = last;
    const int have = have_last;
    pthread_mutex_unlock(&state_lock);
    return have ? 0 : -1;
}
