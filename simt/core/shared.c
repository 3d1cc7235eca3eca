/*
 * Shared memory of a block. One mapping, guard pages around both regions:
 *
 *     guard | static variables, from the front | guard | … dynamic | guard
 *
 * Dynamic memory ends at the last guard page, so running off its end faults.
 * Static variables get their places in the order in which a launch meets them.
 */
#define _GNU_SOURCE
#include "lockstep.h"
#include "schedule.h"

#include "error.h"
#include "simt_memory.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

enum {
    GUARD = 4096 * 16,          /* a multiple of every page size in use */
    STATIC_REGION = 128 * 1024, /* 48 KB, and red zones in observed launches */
    RED_ZONE = 256,             /* a multiple of all banks */
    DYNAMIC_REGION = 256 * 1024,
    DYNAMIC_ALIGN = 128,
    STATIC_ALIGN = 16
};

_Static_assert(STATIC_REGION + GUARD + DYNAMIC_REGION + GUARD == SIMT_SHARED_SPAN,
               "the span holds both regions and the guards behind them");

static pthread_mutex_t layout_lock = PTHREAD_MUTEX_INITIALIZER;

unsigned char *simt_shared_create(void)
{
    const size_t bytes = 3 * GUARD + STATIC_REGION + DYNAMIC_REGION;
    unsigned char *base =
        mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base == MAP_FAILED)
        return NULL;
    unsigned char *fixed = base + GUARD, *dynamic = fixed + STATIC_REGION + GUARD;
    if (mprotect(fixed, STATIC_REGION, PROT_READ | PROT_WRITE) != 0 ||
        mprotect(dynamic, DYNAMIC_REGION, PROT_READ | PROT_WRITE) != 0) {
        munmap(base, bytes);
        return NULL;
    }
    return fixed;
}

static void poison(unsigned char *from, size_t bytes)
{
    uint32_t *word = (uint32_t *)(void *)from;
    for (size_t i = 0; i < bytes / sizeof *word; i++)
        word[i] = SIMT_POISON;
}

static size_t dynamic_room(const struct block *b)
{
    return (b->launch->config.shared_bytes + DYNAMIC_ALIGN - 1) / DYNAMIC_ALIGN * DYNAMIC_ALIGN;
}

static unsigned char *dynamic_base(const struct block *b)
{
    return b->shared + STATIC_REGION + GUARD + DYNAMIC_REGION - dynamic_room(b);
}

void simt_shared_begin(struct block *b)
{
    const size_t used = atomic_load_explicit(&b->launch->static_used, memory_order_acquire);
    poison(b->shared, used);
    poison(dynamic_base(b), dynamic_room(b));
    b->poisoned = used;
}

int simt_shared_holds(const struct block *b, const void *address)
{
    return (uintptr_t)address - (uintptr_t)b->shared < SIMT_SHARED_SPAN;
}

int simt_shared_describe(const struct block *b, const void *address, char *text, size_t bytes)
{
    if (b == NULL || !simt_shared_holds(b, address))
        return 0;
    const unsigned char *place = address, *dynamic = dynamic_base(b);
    const unsigned char *end = b->shared + STATIC_REGION + GUARD + DYNAMIC_REGION;
    const size_t asked = b->launch->config.shared_bytes;
    if (place >= end)
        snprintf(text, bytes,
                 "%zu bytes past the end of the block's dynamic shared memory (%zu "
                 "bytes, the third launch parameter)",
                 (size_t)(place - dynamic) - asked, asked);
    else
        snprintf(text, bytes, "past the block's static shared memory, and before its dynamic one");
    return 1;
}

static size_t round_up(size_t value, size_t unit)
{
    return (value + unit - 1) / unit * unit;
}

/* Under the lock, before anyone else can use the variable. */
static void announce(struct worker *w, const char *name, const struct simt_shared_slot *slot,
                     size_t offset, size_t bytes)
{
    const struct simt_shared_variable variable = { .launch = &w->launch->info,
                                                   .name = name,
                                                   .file = slot != NULL ? slot->file : NULL,
                                                   .line = slot != NULL ? slot->line : 0,
                                                   .offset = offset,
                                                   .bytes = bytes };
    if (w->launch->wanted != 0)
        simt_emit_shared_variable(&w->listeners, &variable);
}

/* Under the lock. Gives the slot its place in this launch; 0 if there is none. */
static int place(struct worker *w, struct simt_shared_slot *slot)
{
    struct launch *launch = w->launch;
    const size_t align = slot->align > STATIC_ALIGN ? slot->align : STATIC_ALIGN;
    const size_t zone = launch->wanted & SIMT_EVENT_ACCESS ? RED_ZONE : 0;
    const size_t sum = round_up(launch->static_sum, align) + slot->bytes;
    const size_t used = atomic_load(&launch->static_used);
    const size_t offset = round_up(used, align) + round_up(used != 0 ? zone : 0, align);
    if (slot->bytes > launch->static_limit || sum > launch->static_limit ||
        offset + slot->bytes > STATIC_REGION)
        return 0;
    slot->offset = offset;
    launch->static_sum = sum;
    atomic_store(&launch->static_used, round_up(offset + slot->bytes, 4));
    announce(w, slot->name, slot, offset, slot->bytes);
    __atomic_store_n(&slot->launch, launch->id, __ATOMIC_RELEASE);
    return 1;
}

static void find_place(struct worker *w, struct simt_shared_slot *slot, const void *site)
{
    pthread_mutex_lock(&layout_lock);
    const int fits = slot->launch == w->launch->id || place(w, slot);
    const size_t left = w->launch->static_limit - w->launch->static_sum;
    pthread_mutex_unlock(&layout_lock);
    if (!fits)
        simt_fail(w, SIMT_FAILED_SHARED_SIZE, SIMT_ERROR_INVALID_VALUE, site,
                  "a block has 48 KB of static shared memory, and static and dynamic together have "
                  "48 KB unless cudaFuncSetAttribute allows more",
                  "too much shared memory: %s takes %zu bytes, where %zu are left", slot->name,
                  slot->bytes, left);
}

static struct worker *on_device(const char *name)
{
    struct worker *w = simt_self;
    if (w != NULL && w->block != NULL)
        return w;
    fprintf(stderr, "error: shared memory (%s) touched outside of a kernel\n", name);
    abort();
}

void *simt_shared_static(struct simt_shared_slot *slot)
{
    struct worker *w = on_device(slot->name);
    struct block *b = w->block;
    if (SIMT_UNLIKELY(__atomic_load_n(&slot->launch, __ATOMIC_ACQUIRE) != w->launch->id)) {
        simt_enter(w, SIMT_CALLER);
        find_place(w, slot, w->site);
        simt_leave(w);
    }
    const size_t end = (slot->offset + slot->bytes + 3) / 4 * 4;
    if (SIMT_UNLIKELY(end > b->poisoned)) {
        poison(b->shared + b->poisoned, end - b->poisoned);
        b->poisoned = end;
    }
    return b->shared + slot->offset;
}

static void make_dynamic_known(struct worker *w, const char *name)
{
    const struct block *b = w->block;
    simt_enter(w, SIMT_IN_CORE);
    pthread_mutex_lock(&layout_lock);
    if (!atomic_load(&w->launch->dynamic_known))
        announce(w, name, NULL, (size_t)(dynamic_base(b) - b->shared),
                 w->launch->config.shared_bytes);
    atomic_store(&w->launch->dynamic_known, 1);
    pthread_mutex_unlock(&layout_lock);
    simt_leave(w);
}

void *simt_shared_dynamic(const char *name)
{
    struct worker *w = on_device(name);
    if (SIMT_UNLIKELY(w->block->lockstep && !atomic_load(&w->launch->dynamic_known)))
        make_dynamic_known(w, name);
    return dynamic_base(w->block);
}
