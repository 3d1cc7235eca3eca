/*
 * Addresses that are nobody's: behind the end of an allocation, in freed
 * memory, null, or the host's.
 */
#include "memory.h"

#include "name_place.h"
#include "simt_memory.h"
#include "site.h"

#include <inttypes.h>
#include <stdio.h>

enum { NEAR_SYMBOL = 4096, PLACE = 250 };

static const char *verb(const struct lane_access *at)
{
    return at->access->kind == SIMT_LOAD ? "read" : "written";
}

/* What it is called, or NULL. */
static const char *name_of(const struct simt_allocation *a)
{
    return a->kind == SIMT_MEMORY_SYMBOL ? a->what : a->name;
}

/* Where its first element lies. */
static uintptr_t first_of(const struct simt_allocation *a)
{
    return (uintptr_t)(a->name != NULL ? a->named : a->base);
}

/* "d_in", or "the memory from cudaMalloc at file.cu:7" */
static char *origin(const struct simt_allocation *a, char *text, size_t bytes)
{
    char place[PLACE - 50] = "?";
    if (name_of(a) != NULL)
        snprintf(text, bytes, "%s", name_of(a));
    else
        snprintf(text, bytes, "the memory from %s at %s", a->what,
                 a->site != NULL ? simt_site_text(a->site, place, sizeof place) : "?");
    return text;
}

static void note_origin(struct finding *f, const struct simt_allocation *a)
{
    if (a->name != NULL)
        return; /* the reader did not allocate it */
    f->other_explains = 1;
    f->other.pc = a->site;
    f->other.pc_is_call = 1;
    f->other.file = a->file;
    f->other.line = a->line;
    f->other.what = "allocated";
}

static void report_freed(const struct lane_access *at, const struct simt_allocation *a)
{
    struct finding f;
    char from[PLACE];
    if (!memory_finding(at, FINDING_USE_AFTER_FREE, &f))
        return;
    snprintf(f.message, sizeof f.message, "byte %zu of %s is %s after it was freed",
             (size_t)(at->address - first_of(a)), origin(a, from, sizeof from), verb(at));
    f.other_explains = 1;
    f.other.pc = a->free_site;
    f.other.pc_is_call = 1;
    f.other.what = "freed";
    finding_add(&f);
}

static void report_bounds(const struct lane_access *at, const struct simt_allocation *a)
{
    struct finding f;
    char from[PLACE];
    if (!memory_finding(at, FINDING_GLOBAL_BOUNDS, &f))
        return;
    const long long offset = (long long)(at->address - first_of(a));
    const long long size = at->access->bytes;
    const long long count = (long long)((uintptr_t)a->base + a->bytes - first_of(a)) / size;
    snprintf(f.object, sizeof f.object, "%s[%lld]", name_of(a) != NULL ? name_of(a) : "array",
             offset / size);
    snprintf(f.message, sizeof f.message,
             "index %lld is %s, but %s has %lld element%s of %lld byte%s", offset / size, verb(at),
             origin(a, from, sizeof from), count, count == 1 ? "" : "s", size,
             size == 1 ? "" : "s");
    note_origin(&f, a);
    finding_add(&f);
}

void outside_access(const struct lane_access *at)
{
    struct simt_allocation a;
    at->worker->launch->bad_access = 1;
    if (simt_memory_find((const void *)at->address, &a)) {
        if (a.freed)
            report_freed(at, &a);
        else
            report_bounds(at, &a); /* starts inside, ends outside */
    } else if (simt_memory_near((const void *)at->address, &a)) {
        report_bounds(at, &a);
    } else {
        struct finding f;
        if (!memory_finding(at, FINDING_GLOBAL_BOUNDS, &f))
            return;
        snprintf(f.message, sizeof f.message, "address %#llx belongs to no allocation",
                 (unsigned long long)at->address);
        finding_add(&f);
    }
}

/* May the host program write there? Constants of the program (tables, strings)
 * are read-only, and a GPU has a copy of them. */
static int is_writable(uintptr_t address)
{
    char line[512];
    uintmax_t low, high;
    char mode[5];
    int writable = 0;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps != NULL && fgets(line, sizeof line, maps) != NULL) {
        if (sscanf(line, "%" SCNxMAX "-%" SCNxMAX " %4s", &low, &high, mode) == 3 &&
            address >= low && address < high)
            writable = mode[1] == 'w';
    }
    if (maps != NULL)
        fclose(maps);
    return writable;
}

static void report_null(const struct lane_access *at)
{
    struct finding f;
    if (!memory_finding(at, FINDING_NULL_POINTER, &f))
        return;
    snprintf(f.object, sizeof f.object, "null");
    snprintf(f.message, sizeof f.message, "a null pointer is followed: address %#llx is %s",
             (unsigned long long)at->address, verb(at));
    finding_add(&f);
}

static void report_host_pointer(const struct lane_access *at)
{
    struct finding f;
    if (!memory_finding(at, FINDING_HOST_POINTER, &f))
        return;
    snprintf(f.object, sizeof f.object, "host memory");
    snprintf(f.message, sizeof f.message, "the kernel has %s host memory, at address %#llx",
             verb(at), (unsigned long long)at->address);
    finding_add(&f);
}

void foreign_access(const struct lane_access *at)
{
    struct simt_allocation a;
    const void *address = (const void *)at->address;
    if (at->address < SIMT_NULL_PAGE) {
        report_null(at);
    } else if (simt_memory_find(address, &a)) {
        if (a.freed)
            report_freed(at, &a);
        else
            report_bounds(at, &a);
    } else if (simt_memory_near(address, &a) && a.kind == SIMT_MEMORY_SYMBOL &&
               (at->address - (uintptr_t)a.base < a.bytes + NEAR_SYMBOL ||
                (uintptr_t)a.base - at->address < NEAR_SYMBOL)) {
        report_bounds(at, &a);
    } else if (is_writable(at->address)) {
        report_host_pointer(at);
    } else {
        return; /* it can be read, or it faults and failure.c tells */
    }
    at->worker->launch->bad_access = 1;
}
