/*
 * The device's addresses: one reserved range, handed out from front to back
 * with gaps, and not reused until its end is reached.
 */
#define _GNU_SOURCE
#include "arena.h"

#include "simt_memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <pthread.h>
#include <unistd.h>

enum { ALIGN = 256, ROOM = 4096 };
static const size_t page = 4096, gap = (size_t)64 << 10, huge = (size_t)2 << 20;

static unsigned char *base;
static size_t size, cursor;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* Ranges in use, by address; needed only once addresses run out. */
static struct range {
    size_t start, bytes;
} * used;
static size_t used_count, used_room;

static void reserve(void)
{
    for (size = (size_t)1 << 40; size >= (size_t)1 << 30; size /= 2) {
        void *place =
            mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (place != MAP_FAILED) {
            base = place;
            cursor = gap;
            return;
        }
    }
    size = 0;
}

void simt_memory_range(uintptr_t *start, size_t *bytes)
{
    pthread_once(&once, reserve);
    *start = (uintptr_t)base;
    *bytes = size;
}

int simt_memory_is_device(const void *address)
{
    return (uintptr_t)address - (uintptr_t)base < size;
}

/* The first number behind `key` at the start of a line, in a small file; SIZE_MAX without. */
static size_t read_number(const char *path, const char *key)
{
    char line[256];
    size_t value = SIZE_MAX;
    FILE *file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, key, strlen(key)) == 0 && sscanf(line + strlen(key), "%zu", &value) == 1)
            break;
    if (file != NULL)
        fclose(file);
    return value;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* What a container's limit leaves. Cached files count as used there but are given back. */
static size_t container_rest(void)
{
    const size_t limit = read_number("/sys/fs/cgroup/memory.max", "");
    const size_t in_use = read_number("/sys/fs/cgroup/memory.current", "");
    const size_t cache = read_number("/sys/fs/cgroup/memory.stat", "inactive_file ");
    if (limit == SIZE_MAX || in_use == SIZE_MAX)
        return SIZE_MAX;
    const size_t held = cache == SIZE_MAX || cache > in_use ? in_use : in_use - cache;
    return held < limit ? limit - held : 0;
}

size_t simt_arena_total(void)
{
    struct rlimit limit;
    const char *text = getenv("SIMT_MEMORY");
    size_t bytes = text != NULL ? strtoull(text, NULL, 10) : 0;
    if (bytes != 0)
        return bytes;
    const size_t kib = read_number("/proc/meminfo", "MemAvailable:");
    bytes = kib != SIZE_MAX ? kib << 10 : (size_t)sysconf(_SC_PHYS_PAGES) * page;
    bytes = least(bytes, container_rest());
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        bytes = least(bytes, limit.rlim_cur);
    return bytes / 10 * 9;
}

static size_t round_up(size_t value, size_t unit)
{
    return (value + unit - 1) / unit * unit;
}

/* Where the next range of so many bytes can start; size if nowhere. */
static size_t find_place(size_t bytes)
{
    const size_t unit = bytes >= huge ? huge : gap;
    size_t place = round_up(cursor, unit);
    if (place + bytes + gap <= size)
        return place;
    place = gap;
    for (size_t i = 0; i <= used_count; i++) {
        const size_t end = i < used_count ? used[i].start : size;
        place = round_up(place, unit);
        if (place + bytes + gap <= end)
            return place;
        if (i < used_count)
            place = used[i].start + used[i].bytes + gap;
    }
    return size;
}

/* Keeps the list sorted; 0 or -1. */
static int note(size_t start, size_t bytes)
{
    if (used_count == used_room) {
        const size_t room = used_room == 0 ? ROOM : 2 * used_room;
        struct range *list = realloc(used, room * sizeof *list);
        if (list == NULL)
            return -1;
        used = list;
        used_room = room;
    }
    size_t i = used_count++;
    for (; i > 0 && used[i - 1].start > start; i--)
        used[i] = used[i - 1];
    used[i] = (struct range){ start, bytes };
    return 0;
}

static void forget(size_t start)
{
    size_t i = 0;
    while (i < used_count && used[i].start != start)
        i++;
    if (i == used_count)
        return;
    memmove(&used[i], &used[i + 1], (used_count - i - 1) * sizeof used[0]);
    used_count--;
}

unsigned char *simt_arena_take(size_t bytes, unsigned char **pages, size_t *page_bytes)
{
    pthread_once(&once, reserve);
    const size_t length = round_up(bytes, ALIGN), whole = round_up(length, page);
    if (whole < bytes || whole >= size)
        return NULL;
    const size_t place = find_place(whole);
    if (place == size || note(place, whole) != 0)
        return NULL;
    unsigned char *start = mmap(base + place, whole, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    if (start == MAP_FAILED) {
        forget(place);
        return NULL;
    }
    if (whole >= 2 * huge)
        madvise(start, whole, MADV_HUGEPAGE);
    if (place + whole + gap > cursor)
        cursor = place + whole + gap;
    *pages = start;
    *page_bytes = whole;
    return start + whole - length;
}

void simt_arena_give(unsigned char *pages, size_t page_bytes)
{
    forget((size_t)(pages - base));
    mmap(pages, page_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1,
         0);
}
