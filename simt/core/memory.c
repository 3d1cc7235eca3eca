/* The registry: which allocation an address belongs to, now or before. */
#define _POSIX_C_SOURCE 200809L
#include "simt_memory.h"

#include "arena.h"
#include "schedule.h"
#include "simt/simt.h"
#include "site.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FREED = 4096, PAGE_ALIGN = 4096 };

struct entry {
    struct simt_allocation a;
    unsigned char *pages; /* of the arena, NULL otherwise */
    size_t page_bytes;
};

/* Sorted by base. Freed ones may overlap live host memory. */
struct list {
    struct entry *entry;
    size_t count, room;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct list live, freed;
static uint64_t serial;
static size_t in_use, total;

/* Index of the first entry whose base lies behind the address. */
static size_t first_behind(const struct list *list, const void *address)
{
    size_t low = 0, high = list->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if ((uintptr_t)list->entry[middle].a.base > (uintptr_t)address)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static struct entry *find(const struct list *list, const void *address)
{
    const size_t i = first_behind(list, address);
    if (i == 0)
        return NULL;
    struct entry *e = &list->entry[i - 1];
    return (uintptr_t)address - (uintptr_t)e->a.base < e->a.bytes ? e : NULL;
}

static int insert(struct list *list, const struct entry *fresh)
{
    if (list->count == list->room) {
        const size_t room = list->room == 0 ? 64 : 2 * list->room;
        struct entry *entry = realloc(list->entry, room * sizeof *entry);
        if (entry == NULL)
            return -1;
        list->entry = entry;
        list->room = room;
    }
    const size_t i = first_behind(list, fresh->a.base);
    memmove(&list->entry[i + 1], &list->entry[i], (list->count - i) * sizeof *fresh);
    list->entry[i] = *fresh;
    list->count++;
    return 0;
}

static void erase(struct list *list, size_t i)
{
    memmove(&list->entry[i], &list->entry[i + 1], (list->count - i - 1) * sizeof list->entry[0]);
    list->count--;
}

/* Drops what was freed at addresses that are in use again. */
static void purge_freed(const struct simt_allocation *a)
{
    for (size_t i = freed.count; i-- > 0;) {
        const struct simt_allocation *old = &freed.entry[i].a;
        if (old->base < a->base + a->bytes && a->base < old->base + old->bytes)
            erase(&freed, i);
    }
}

static int add(struct entry *e)
{
    e->a.serial = ++serial;
    purge_freed(&e->a);
    return insert(&live, e);
}

static void fill(unsigned char *base, size_t bytes)
{
    const uint32_t pattern = SIMT_POISON;
    if (bytes > SIMT_POISON_LIMIT)
        return;
    for (size_t i = 0; i + sizeof pattern <= bytes; i += sizeof pattern)
        memcpy(base + i, &pattern, sizeof pattern);
    memset(base + bytes / sizeof pattern * sizeof pattern, 0xff, bytes % sizeof pattern);
}

static int on_device(enum simt_memory_kind kind)
{
    return kind == SIMT_MEMORY_DEVICE || kind == SIMT_MEMORY_MANAGED;
}

static unsigned char *take_pages(struct entry *e)
{
    if (!on_device(e->a.kind)) {
        void *place = NULL;
        return posix_memalign(&place, PAGE_ALIGN, e->a.bytes) == 0 ? place : NULL;
    }
    if (total == 0)
        total = simt_arena_total();
    if (e->a.bytes > total || in_use > total - e->a.bytes)
        return NULL;
    return simt_arena_take(e->a.bytes, &e->pages, &e->page_bytes);
}

static void give_pages(const struct entry *e)
{
    if (e->pages != NULL)
        simt_arena_give(e->pages, e->page_bytes);
    else if ((e->a.flags & SIMT_MEMORY_REGISTERED) == 0 && e->a.kind == SIMT_MEMORY_HOST)
        free(e->a.base);
}

void *simt_memory_allocate(size_t bytes, enum simt_memory_kind kind, const char *what,
                           const void *site)
{
    struct entry e = { .a = { .bytes = bytes, .kind = kind, .what = what, .site = site } };
    simt_fault_install();
    pthread_mutex_lock(&lock);
    e.a.base = take_pages(&e);
    if (e.a.base != NULL && add(&e) != 0) {
        give_pages(&e);
        e.a.base = NULL;
    }
    if (e.a.base != NULL && on_device(kind))
        in_use += bytes;
    pthread_mutex_unlock(&lock);
    if (e.a.base != NULL)
        fill(e.a.base, bytes);
    return e.a.base;
}

void simt_memory_name(const void *address, const char *name)
{
    pthread_mutex_lock(&lock);
    struct entry *e = find(&live, address);
    if (e != NULL) {
        e->a.name = name;
        e->a.named = address;
    }
    pthread_mutex_unlock(&lock);
}

static int overlaps_live(const void *base, size_t bytes)
{
    const size_t i = first_behind(&live, base);
    return find(&live, base) != NULL ||
           (i < live.count && (uintptr_t)live.entry[i].a.base - (uintptr_t)base < bytes);
}

static int add_known(const struct simt_allocation *a)
{
    struct entry e = { .a = *a };
    pthread_mutex_lock(&lock);
    const int result = overlaps_live(a->base, a->bytes) ? -1 : add(&e);
    pthread_mutex_unlock(&lock);
    return result;
}

int simt_memory_register(void *base, size_t bytes, enum simt_memory_kind kind, unsigned flags,
                         const char *what, const void *site)
{
    const struct simt_allocation a = { .base = base,
                                       .bytes = bytes,
                                       .kind = kind,
                                       .flags = flags | SIMT_MEMORY_REGISTERED,
                                       .what = what,
                                       .site = site };
    return add_known(&a);
}

void simt_register_symbol(const char *name, void *address, size_t bytes,
                          enum simt_symbol_space space, const char *file, unsigned line)
{
    const unsigned constant = space == SIMT_SYMBOL_CONSTANT ? SIMT_MEMORY_CONSTANT : 0;
    const unsigned managed = space == SIMT_SYMBOL_MANAGED ? SIMT_MEMORY_ON_HOST : 0;
    const struct simt_allocation a = { .base = address,
                                       .bytes = bytes,
                                       .kind = SIMT_MEMORY_SYMBOL,
                                       .flags = SIMT_MEMORY_REGISTERED | constant | managed,
                                       .what = name,
                                       .file = file,
                                       .line = line };
    add_known(&a); /* a second registration of one variable changes nothing */
}

static enum simt_release refuse(const void *base, struct simt_allocation *found)
{
    const struct entry *e = find(&live, base);
    const struct entry *old = find(&freed, base);
    if (e != NULL) {
        *found = e->a;
        return SIMT_RELEASE_INTERIOR;
    }
    if (old == NULL)
        return SIMT_RELEASE_UNKNOWN;
    *found = old->a;
    return SIMT_RELEASE_TWICE;
}

/* Moves a live entry to the freed ones. */
static void retire(size_t i, const void *site)
{
    struct entry e = live.entry[i];
    erase(&live, i);
    give_pages(&e);
    if (on_device(e.a.kind))
        in_use -= e.a.bytes;
    e.a.freed = 1;
    e.a.free_site = site;
    if (freed.count == MAX_FREED) {
        size_t oldest = 0;
        for (size_t k = 1; k < freed.count; k++)
            if (freed.entry[k].a.serial < freed.entry[oldest].a.serial)
                oldest = k;
        erase(&freed, oldest);
    }
    insert(&freed, &e);
}

enum simt_release simt_memory_release(void *base, unsigned kinds, const void *site,
                                      struct simt_allocation *found)
{
    struct simt_allocation unused;
    enum simt_release result = SIMT_RELEASED;
    found = found != NULL ? found : &unused;
    pthread_mutex_lock(&lock);
    const struct entry *e = find(&live, base);
    if (e == NULL || e->a.base != base) {
        result = refuse(base, found);
    } else {
        *found = e->a;
        if ((kinds >> e->a.kind & 1) == 0)
            result = SIMT_RELEASE_KIND;
        else
            retire((size_t)(e - live.entry), site);
    }
    pthread_mutex_unlock(&lock);
    return result;
}

int simt_memory_flag(const void *base, unsigned flags)
{
    pthread_mutex_lock(&lock);
    struct entry *e = find(&live, base);
    const int known = e != NULL && e->a.base == base;
    if (known)
        e->a.flags |= flags;
    pthread_mutex_unlock(&lock);
    return known ? 0 : -1;
}

int simt_memory_find(const void *address, struct simt_allocation *found)
{
    pthread_mutex_lock(&lock);
    const struct entry *e = find(&live, address);
    if (e == NULL)
        e = find(&freed, address);
    if (e != NULL)
        *found = e->a;
    pthread_mutex_unlock(&lock);
    return e != NULL;
}

int simt_memory_near(const void *address, struct simt_allocation *found)
{
    uintptr_t best = UINTPTR_MAX;
    pthread_mutex_lock(&lock);
    const size_t i = first_behind(&live, address);
    if (i > 0) {
        *found = live.entry[i - 1].a;
        best = (uintptr_t)address - (uintptr_t)found->base - found->bytes;
    }
    if (i < live.count && (uintptr_t)live.entry[i].a.base - (uintptr_t)address < best)
        *found = live.entry[i].a;
    const int known = live.count != 0;
    pthread_mutex_unlock(&lock);
    return known;
}

int simt_memory_valid(const void *address, size_t bytes)
{
    pthread_mutex_lock(&lock);
    const struct entry *e = find(&live, address);
    const int valid =
        e != NULL && bytes <= e->a.bytes - ((uintptr_t)address - (uintptr_t)e->a.base);
    pthread_mutex_unlock(&lock);
    return valid;
}

static int by_serial(const void *left, const void *right)
{
    const struct simt_allocation *a = left, *b = right;
    return a->serial < b->serial ? -1 : a->serial > b->serial;
}

void simt_memory_each(void (*visit)(const struct simt_allocation *allocation, void *context),
                      void *context)
{
    pthread_mutex_lock(&lock);
    const size_t count = live.count + freed.count;
    struct simt_allocation *all = malloc((count + 1) * sizeof *all);
    for (size_t i = 0; all != NULL && i < count; i++)
        all[i] = i < live.count ? live.entry[i].a : freed.entry[i - live.count].a;
    pthread_mutex_unlock(&lock);
    if (all == NULL)
        return;
    qsort(all, count, sizeof *all, by_serial);
    for (size_t i = 0; i < count; i++)
        visit(&all[i], context);
    free(all);
}

void simt_memory_usage(size_t *used, size_t *all)
{
    pthread_mutex_lock(&lock);
    if (total == 0)
        total = simt_arena_total();
    *used = in_use;
    *all = total;
    pthread_mutex_unlock(&lock);
}
