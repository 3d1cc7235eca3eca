#include "name_place.h"

#include "simt_memory.h"
#include "site.h"

#include <stdio.h>

/* 0 inside of the variable. */
static long long distance(const struct shared_variable *v, long long offset)
{
    const long long start = (long long)v->offset, end = start + (long long)v->bytes;
    return offset < start ? start - offset : offset >= end ? offset - end + 1 : 0;
}

const struct shared_variable *find_variable(long long offset)
{
    const struct shared_variable *best = NULL;
    const struct launch_state *launch = state_launch();
    for (unsigned i = 0; i < launch->variables; i++) {
        const struct shared_variable *v = &launch->variable[i];
        if (best == NULL || distance(v, offset) < distance(best, offset))
            best = v;
    }
    return best;
}

/* "name[index]", or "name" for a variable of one element. */
static void name_element(const char *name, long long offset, size_t whole, unsigned bytes,
                         char *text, size_t room)
{
    const long long size = bytes != 0 ? bytes : 1;
    if (offset == 0 && whole == bytes)
        snprintf(text, room, "%s", name);
    else if (offset % size == 0)
        snprintf(text, room, "%s[%lld]", name, offset / size);
    else
        snprintf(text, room, "%s, byte %lld", name, offset);
}

char *name_shared(long long offset, unsigned bytes, char *text, size_t room)
{
    const struct shared_variable *v = find_variable(offset);
    if (v == NULL)
        snprintf(text, room, "shared memory, byte %lld", offset);
    else
        name_element(v->name, offset - (long long)v->offset, v->bytes, bytes, text, room);
    return text;
}

char *name_global(uintptr_t address, unsigned bytes, char *text, size_t room)
{
    struct simt_allocation a;
    char place[250];
    if (!simt_memory_find((const void *)address, &a)) {
        snprintf(text, room, "address %#llx", (unsigned long long)address);
    } else if (a.kind == SIMT_MEMORY_SYMBOL) {
        name_element(a.what, (long long)(address - (uintptr_t)a.base), a.bytes, bytes, text, room);
    } else if (a.name != NULL) {
        name_element(a.name, (long long)(address - (uintptr_t)a.named), a.bytes, bytes, text, room);
    } else {
        const size_t offset = (size_t)(address - (uintptr_t)a.base);
        const int whole = bytes != 0 && offset % bytes == 0;
        snprintf(text, room, "%s %zu of the memory from %s at %s (%zu bytes)",
                 whole ? "element" : "byte", whole ? offset / bytes : offset, a.what,
                 a.site != NULL ? simt_site_text(a.site, place, sizeof place) : "?", a.bytes);
    }
    return text;
}
