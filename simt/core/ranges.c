/*
 * What device code may touch outside of the device's own memory: variables and
 * pinned memory, noted once per observed launch; and what is no memory access
 * in the source's sense, such as the lane's stack and constants of the program.
 */
#define _GNU_SOURCE
#include "lockstep.h"

#include "simt_memory.h"

#include <link.h>
#include <stdlib.h>

enum { MAX_CONSTANT = 64, TLS_REACH = 64 * 1024 };

/* Parts of the program that it never writes: text, constants, tables. */
static struct range constant[MAX_CONSTANT];
static size_t constant_count;

struct collection {
    struct launch *launch;
    size_t room;
};

static enum simt_space space_of(const struct simt_allocation *a)
{
    if (a->kind != SIMT_MEMORY_SYMBOL)
        return SIMT_SPACE_GLOBAL;
    return a->flags & SIMT_MEMORY_CONSTANT ? SIMT_SPACE_CONSTANT : SIMT_SPACE_SYMBOL;
}

static void collect(const struct simt_allocation *a, void *context)
{
    struct collection *c = context;
    struct launch *launch = c->launch;
    if (a->freed || simt_memory_is_device(a->base))
        return;
    if (launch->range_count == c->room) {
        const size_t room = c->room == 0 ? 16 : 2 * c->room;
        struct range *ranges = realloc(launch->ranges, room * sizeof *ranges);
        if (ranges == NULL)
            return;
        launch->ranges = ranges;
        c->room = room;
    }
    launch->ranges[launch->range_count++] =
        (struct range){ (uintptr_t)a->base, a->bytes, space_of(a) };
}

static int by_base(const void *left, const void *right)
{
    const struct range *a = left, *b = right;
    return a->base < b->base ? -1 : a->base > b->base;
}

static int note_constants(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)size;
    (void)unused;
    for (int i = 0; i < info->dlpi_phnum && constant_count < MAX_CONSTANT; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        const int fixed = part->p_type == PT_GNU_RELRO ||
                          (part->p_type == PT_LOAD && (part->p_flags & PF_W) == 0);
        if (fixed)
            constant[constant_count++] =
                (struct range){ info->dlpi_addr + part->p_vaddr, part->p_memsz, SIMT_SPACE_LOCAL };
    }
    return 0;
}

void simt_ranges_begin(struct launch *launch)
{
    struct collection c = { launch, 0 };
    launch->ranges = NULL;
    launch->range_count = 0;
    simt_memory_each(collect, &c);
    if (launch->range_count > 1)
        qsort(launch->ranges, launch->range_count, sizeof *launch->ranges, by_base);
    constant_count = 0;
    dl_iterate_phdr(note_constants, NULL);
}

void simt_ranges_end(struct launch *launch)
{
    free(launch->ranges);
    launch->ranges = NULL;
    launch->range_count = 0;
}

static const struct range *find(const struct launch *launch, uintptr_t address)
{
    size_t low = 0, high = launch->range_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const struct range *r = &launch->ranges[middle];
        if (address - r->base < r->bytes)
            return r;
        if (address < r->base)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

enum simt_space simt_space_slowly(const struct block *b, uintptr_t address)
{
    const struct launch *launch = b->launch;
    const struct stack *stack = b->stack[b->current];
    if (address - (uintptr_t)stack->low < (uintptr_t)(stack->top - stack->low) ||
        address - (uintptr_t)launch->closure < launch->closure_bytes)
        return SIMT_SPACE_LOCAL;
    const struct range *r = find(launch, address);
    if (r != NULL)
        return r->space;
    for (size_t i = 0; i < constant_count; i++)
        if (address - constant[i].base < constant[i].bytes)
            return SIMT_SPACE_LOCAL;
    if (address - ((uintptr_t)&simt_self - TLS_REACH) < 2 * TLS_REACH)
        return SIMT_SPACE_LOCAL; /* a variable of this host thread, such as threadIdx */
    return SIMT_SPACE_UNKNOWN;
}
