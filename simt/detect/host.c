#define _GNU_SOURCE
#include "host.h"

#include "error.h"
#include "error_name.h"
#include "finding.h"
#include "padding.h"
#include "reachable.h"
#include "shadow.h"
#include "state.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { NOT_READY = 600, NO_DEVICE = 100, NEAR = 64 };

/* Where host code stands with the device. One lock, since any host thread may
 * call. */
static struct {
    pthread_mutex_t lock;
    const void *failed_launch; /* an error that nobody has looked at; else NULL */
    int failed_code;
    uint32_t open_from; /* first block of the launches since the last sync; 0: none */
} host = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* A refused release is a finding of its own, not one more failed call. */
static _Thread_local int release_told;

/* Starts a finding at a call; 0 when it is known. */
static int start(enum finding_name name, const void *pc, const void *other, struct finding *f)
{
    if (finding_known(name, pc, other, 0))
        return 0;
    memset(f, 0, sizeof *f);
    f->name = name;
    f->here.pc = pc;
    f->here.pc_is_call = 1;
    f->other.pc = other;
    f->other.pc_is_call = 1;
    return 1;
}

/* ---- memory ---------------------------------------------------------------------------- */

void host_allocated(const struct simt_allocation *a)
{
    if (a->kind == SIMT_MEMORY_DEVICE)
        shadow_mark_old((uintptr_t)a->base, a->bytes, 0);
}

static void describe_release(const struct simt_allocation *a, enum simt_release result,
                             struct finding *f)
{
    if (result == SIMT_RELEASE_TWICE) {
        snprintf(f->message, sizeof f->message, "memory from %s (%zu bytes) is freed again",
                 a->what, a->bytes);
        f->other.what = "freed";
    } else if (a == NULL) {
        snprintf(f->message, sizeof f->message, "the pointer comes from no CUDA allocation");
    } else if (result == SIMT_RELEASE_INTERIOR) {
        snprintf(f->message, sizeof f->message,
                 "the pointer is inside of memory from %s (%zu bytes), not its start", a->what,
                 a->bytes);
        f->other.what = "allocated";
    } else {
        snprintf(f->message, sizeof f->message,
                 "memory from %s is freed with a function of another kind", a->what);
        f->other.what = "allocated";
    }
}

void host_released(const struct simt_allocation *a, enum simt_release result, const void *pc)
{
    struct finding f;
    const int twice = result == SIMT_RELEASE_TWICE && a != NULL;
    release_told = result != SIMT_RELEASED;
    if (result == SIMT_RELEASED || !start(twice ? FINDING_DOUBLE_FREE : FINDING_INVALID_FREE, pc,
                                          a == NULL ? NULL
                                          : twice   ? a->free_site
                                                    : a->site,
                                          &f))
        return;
    describe_release(a,
                     twice                          ? result
                     : result == SIMT_RELEASE_TWICE ? SIMT_RELEASE_UNKNOWN
                                                    : result,
                     &f);
    finding_add(&f);
}

static void report_unwritten(const struct simt_host_copy *copy, const struct simt_allocation *a,
                             size_t first, size_t run)
{
    struct finding f;
    if (!start(FINDING_GLOBAL_UNINIT, copy->pc, a->site, &f))
        return;
    const size_t offset = (size_t)((uintptr_t)copy->from - (uintptr_t)a->base) + first;
    if (run == copy->bytes)
        snprintf(f.message, sizeof f.message, "%s reads %zu bytes that nothing has been written to",
                 copy->what, run);
    else
        snprintf(
            f.message, sizeof f.message,
            "%s reads %zu bytes of which nothing has been written to %zu, from byte %zu of the "
            "allocation on",
            copy->what, copy->bytes, run, offset);
    f.other.what = "allocated";
    finding_add(&f);
}

static unsigned store_bytes(uintptr_t address, const void *context)
{
    (void)context;
    return shadow_store_bytes(address);
}

/* Gaps between the members of a struct may be copied. */
static int is_padding(const struct simt_host_copy *copy, uintptr_t gap, size_t run)
{
    const uintptr_t from = (uintptr_t)copy->from, end = from + copy->bytes;
    const uintptr_t low = gap - from > NEAR ? gap - NEAR : from;
    const uintptr_t high = end - (gap + run) > NEAR ? gap + run + NEAR : end;
    return run != copy->bytes && padding_is_likely(gap, run, low, high, store_bytes, NULL);
}

/* What was not written stays so where it is copied to. */
static void follow_copy(const struct simt_host_copy *copy, const struct simt_allocation *a)
{
    const int to_device = simt_memory_is_device(copy->to);
    const uintptr_t from = (uintptr_t)copy->from;
    int holes = 0;
    for (size_t at = 0; at < copy->bytes;) {
        const size_t good = shadow_run(from + at, copy->bytes - at, 1);
        const size_t bad = shadow_run(from + at + good, copy->bytes - at - good, 0);
        if (to_device) {
            shadow_mark((uintptr_t)copy->to + at, good, 1);
            shadow_mark((uintptr_t)copy->to + at + good, bad, 0);
            holes |= bad != 0;
        } else if (bad != 0 && !is_padding(copy, from + at + good, bad)) {
            report_unwritten(copy, a, at + good, bad);
        }
        at += good + bad;
    }
    if (holes)
        shadow_copy_stores((uintptr_t)copy->to, from, copy->bytes);
}

void host_copied(const struct simt_host_copy *copy)
{
    struct simt_allocation a;
    if (copy->from != NULL && simt_memory_find(copy->from, &a) && a.kind == SIMT_MEMORY_DEVICE &&
        !a.freed)
        follow_copy(copy, &a);
    else if (simt_memory_is_device(copy->to))
        shadow_mark((uintptr_t)copy->to, copy->bytes, 1);
}

/* ---- host code that touches the device's memory --------------------------------------------- */

static void report_host_access(const struct simt_host_access *access,
                               const struct simt_allocation *a)
{
    struct finding f;
    if (!start(a->freed ? FINDING_USE_AFTER_FREE : FINDING_HOST_ACCESS, access->pc,
               a->freed ? a->free_site : a->site, &f))
        return;
    snprintf(f.message, sizeof f.message, "host code %s byte %zu of memory from %s%s",
             access->is_write ? "writes to" : "reads",
             (size_t)((uintptr_t)access->address - (uintptr_t)a->base), a->what,
             a->freed ? " after it was freed" : ": a program on a GPU crashes here");
    f.other.what = a->freed ? "freed" : "allocated";
    finding_add(&f);
}

/* Did a kernel that nobody has waited for touch this word so that the host
 * races with it? */
static int is_in_flight(const struct simt_host_access *access, uint32_t open_from)
{
    const uintptr_t address = (uintptr_t)access->address;
    const struct chunk *chunk = shadow_peek(address);
    if (open_from == 0 || chunk == NULL)
        return 0;
    const struct cell c = cells_look(&chunk->cells, (size_t)(address - chunk->base));
    return c.write_block >= open_from || (access->is_write && c.set_block >= open_from);
}

void host_accessed(const struct simt_host_access *access)
{
    struct simt_allocation a;
    struct finding f;
    if (!simt_memory_find(access->address, &a))
        return;
    if (a.kind == SIMT_MEMORY_DEVICE || a.freed) {
        report_host_access(access, &a);
        if (access->is_write)
            shadow_mark((uintptr_t)access->address, access->bytes, 1);
        return;
    }
    pthread_mutex_lock(&host.lock);
    const uint32_t open_from = host.open_from;
    pthread_mutex_unlock(&host.lock);
    if (!is_in_flight(access, open_from) || !start(FINDING_MISSING_SYNC, access->pc, NULL, &f))
        return;
    snprintf(f.message, sizeof f.message,
             "host code %s managed memory that a kernel uses, and has not waited for the kernel",
             access->is_write ? "writes to" : "reads");
    finding_add(&f);
}

/* ---- calls ---------------------------------------------------------------------------------- */

static int is_one_of(const char *what, const char *const *list)
{
    for (; *list != NULL; list++)
        if (strcmp(what, *list) == 0)
            return 1;
    return 0;
}

static int waits(const char *what)
{
    static const char *const list[] = { "cudaDeviceSynchronize",
                                        "cudaStreamSynchronize",
                                        "cudaEventSynchronize",
                                        "cudaMemcpy",
                                        "cudaMemcpy2D",
                                        "cudaMemcpyFromSymbol",
                                        "cudaFree",
                                        "cudaDeviceReset",
                                        "cudaStreamQuery",
                                        "cudaEventQuery",
                                        "cudaThreadSynchronize",
                                        NULL };
    return is_one_of(what, list);
}

static int asks_for_error(const char *what)
{
    static const char *const list[] = { "cudaGetLastError", "cudaPeekAtLastError", NULL };
    return is_one_of(what, list);
}

/* Errors that tell of no mistake: a question was answered, or the machine is
 * too small, and the caller is expected to deal with it. */
static int is_an_answer(int code)
{
    return code == SIMT_SUCCESS || code == NOT_READY || code == NO_DEVICE ||
           code == SIMT_ERROR_MEMORY_ALLOCATION;
}

static uint64_t volume(const struct simt_dim3 *size)
{
    return (uint64_t)size->x * size->y * size->z;
}

/* What is wrong with a configuration, as far as it can be told. */
static void explain_config(const struct simt_config *c, char *text, size_t room)
{
    const uint64_t threads = volume(&c->block);
    if (volume(&c->grid) == 0)
        snprintf(text, room, "the grid has no blocks");
    else if (threads == 0)
        snprintf(text, room, "the block has no threads");
    else if (threads > SIMT_MAX_BLOCK)
        snprintf(text, room, "a block of %llu threads, where 1024 is the most",
                 (unsigned long long)threads);
    else if (c->shared_bytes > SIMT_STATIC_SHARED)
        snprintf(text, room,
                 "%zu bytes of dynamic shared memory, where 48 KB is the most unless "
                 "cudaFuncSetAttribute allows more",
                 c->shared_bytes);
    else
        snprintf(text, room, "grid (%u,%u,%u), block (%u,%u,%u), %zu bytes of shared memory",
                 c->grid.x, c->grid.y, c->grid.z, c->block.x, c->block.y, c->block.z,
                 c->shared_bytes);
}

static void report_launch(const struct simt_api_result *result)
{
    struct finding f;
    char why[200] = "";
    if (!start(FINDING_LAUNCH_CONFIG, result->pc, NULL, &f))
        return;
    if (result->config != NULL)
        explain_config(result->config, why, sizeof why);
    snprintf(f.message, sizeof f.message, "the launch%s%s is refused with %s%s%s",
             result->kernel != NULL ? " of " : "",
             result->kernel != NULL ? result->kernel->name : "", error_name(result->code),
             why[0] != '\0' ? ": " : "", why);
    finding_add(&f);
}

static void report_call(const struct simt_api_result *result)
{
    struct finding f;
    if (!start(FINDING_API_ERROR, result->pc, NULL, &f))
        return;
    snprintf(f.message, sizeof f.message, "%s returns %s", result->what, error_name(result->code));
    finding_add(&f);
}

/* Under the lock. Whoever gets the error as a result is taken to look at it. */
static void follow_errors(const struct simt_api_result *result, int launch)
{
    if (launch && result->code != SIMT_SUCCESS) {
        host.failed_launch = result->pc;
        host.failed_code = result->code;
    } else if (!launch && (asks_for_error(result->what) || result->code == host.failed_code)) {
        host.failed_launch = NULL;
    }
    if (!launch && result->code == SIMT_SUCCESS && waits(result->what))
        host.open_from = 0;
}

void host_api_result(const struct simt_api_result *result)
{
    const int launch = strcmp(result->what, "kernel launch") == 0;
    const int told = release_told;
    release_told = 0;
    pthread_mutex_lock(&host.lock);
    follow_errors(result, launch);
    pthread_mutex_unlock(&host.lock);
    /* A kernel's own failure is told by itself; later calls only repeat it. */
    if (is_an_answer(result->code) || told || result->code == simt_sticky_error() ||
        asks_for_error(result->what))
        return;
    if (launch || strcmp(result->what, "cudaLaunchKernel") == 0 ||
        strcmp(result->what, "cudaLaunchCooperativeKernel") == 0)
        report_launch(result);
    else
        report_call(result);
}

void host_launched(const struct simt_launch_info *launch)
{
    (void)launch;
    pthread_mutex_lock(&host.lock);
    if (host.open_from == 0)
        host.open_from = state_launch()->first_block;
    pthread_mutex_unlock(&host.lock);
}

/* ---- the end ----------------------------------------------------------------------------------
 */

/* What a global variable still points to was kept on purpose, to the end. */
static void report_leak(const struct simt_allocation *a, void *unused)
{
    struct finding f;
    (void)unused;
    if (a->freed || a->kind == SIMT_MEMORY_SYMBOL ||
        (a->flags & (SIMT_MEMORY_INTERNAL | SIMT_MEMORY_REGISTERED)) ||
        is_reachable(a->base, a->bytes) || !start(FINDING_LEAK, a->site, NULL, &f))
        return;
    snprintf(f.message, sizeof f.message, "%zu bytes from %s are not freed when the program ends",
             a->bytes, a->what);
    finding_add(&f);
}

void host_ends(int status)
{
    struct finding f;
    if (host.failed_launch != NULL &&
        start(FINDING_UNCHECKED_ERROR, host.failed_launch, NULL, &f)) {
        snprintf(f.message, sizeof f.message,
                 "this launch failed with %s, and the program never asked",
                 error_name(host.failed_code));
        finding_add(&f);
    }
    /* A program that gives up frees nothing, and need not. */
    if (status == 0 && simt_sticky_error() == SIMT_SUCCESS)
        simt_memory_each(report_leak, NULL);
}
