/* An address in words, for messages. */
#include "simt_memory.h"
#include "site.h"

#include <stdint.h>
#include <stdio.h>

enum { NEAR = 1 << 20 };

/* "cudaMalloc at file.cu:7 (4096 bytes)" */
static char *name_allocation(const struct simt_allocation *a, char *text, size_t bytes)
{
    char place[300] = "?";
    if (a->file != NULL)
        snprintf(place, sizeof place, "%s:%u", a->file, a->line);
    else if (a->site != NULL)
        simt_site_text(a->site, place, sizeof place);
    snprintf(text, bytes, "%s%s%s (%zu bytes)", a->what,
             a->file != NULL ? ", declared at " : " at ", place, a->bytes);
    return text;
}

static void describe_inside(const void *address, const struct simt_allocation *a, char *text,
                            size_t bytes)
{
    char name[400], place[300] = "?";
    const size_t offset = (size_t)((const unsigned char *)address - a->base);
    name_allocation(a, name, sizeof name);
    if (a->freed && a->free_site != NULL)
        simt_site_text(a->free_site, place, sizeof place);
    if (a->freed)
        snprintf(text, bytes, "byte %zu of memory that was freed at %s; it was %s", offset, place,
                 name);
    else
        snprintf(text, bytes, "byte %zu of %s", offset, name);
}

static int describe_outside(const void *address, const struct simt_allocation *a, char *text,
                            size_t bytes)
{
    char name[400];
    const unsigned char *place = address, *end = a->base + a->bytes;
    const size_t distance = place >= end ? (size_t)(place - end) : (size_t)(a->base - place);
    if (distance > NEAR)
        return 0;
    name_allocation(a, name, sizeof name);
    if (place >= end)
        snprintf(text, bytes, "%zu bytes past the end of %s", distance, name);
    else
        snprintf(text, bytes, "%zu bytes before %s", distance, name);
    return 1;
}

char *simt_memory_describe(const void *address, char *text, size_t bytes)
{
    struct simt_allocation a;
    if ((uintptr_t)address < SIMT_NULL_PAGE)
        snprintf(text, bytes, "a null pointer%s", address != NULL ? ", indexed" : "");
    else if (simt_memory_find(address, &a))
        describe_inside(address, &a, text, bytes);
    else if (!simt_memory_near(address, &a) || !describe_outside(address, &a, text, bytes))
        snprintf(text, bytes, "no memory that the program has");
    return text;
}
