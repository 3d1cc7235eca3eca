/*
 * Stacks for fibers: mapped in slabs, a guard page below each, kept in a pool
 * for each worker.
 */
#define _GNU_SOURCE
#include "fiber.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#ifdef SIMT_ASAN
#include <sanitizer/asan_interface.h> /* a stack may have been left in the middle of calls */
#endif

enum {
    SLAB_STACKS = 32,
    GUARDED_STACKS = 16384, /* of all pools: the system limits the number of mappings */
    LINE = 64,
    STAGGER = 61 /* lines: tops spread over the sets of the first-level cache */
};

struct stack_slab {
    struct stack_slab *next;
    unsigned char *base;
    size_t bytes, stride; /* of the mapping; from one guard to the next */
    int guarded;
    struct stack stack[SLAB_STACKS];
};

static atomic_size_t guarded_stacks;

static size_t parse_bytes(const char *text)
{
    char *end;
    unsigned long long value = strtoull(text, &end, 10);
    if (*end == 'k' || *end == 'K')
        value <<= 10;
    else if (*end == 'm' || *end == 'M')
        value <<= 20;
    return (size_t)value;
}

size_t simt_stack_bytes(void)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const char *text = getenv("SIMT_STACK");
    size_t bytes = text != NULL ? parse_bytes(text) : 0;
    if (bytes == 0)
        bytes = (size_t)64 << 10;
    if (bytes < (size_t)16 << 10)
        bytes = (size_t)16 << 10;
    if (bytes > (size_t)64 << 20)
        bytes = (size_t)64 << 20;
    return (bytes + page - 1) / page * page;
}

static struct stack_slab *map_slab(size_t first)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    struct stack_slab *slab = calloc(1, sizeof *slab);
    if (slab == NULL)
        return NULL;
    slab->stride = simt_stack_bytes() + page;
    slab->bytes = slab->stride * SLAB_STACKS;
    slab->base = mmap(NULL, slab->bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (slab->base == MAP_FAILED) {
        free(slab);
        return NULL;
    }
    slab->guarded = atomic_fetch_add(&guarded_stacks, SLAB_STACKS) < GUARDED_STACKS;
    for (size_t i = 0; i < SLAB_STACKS; i++) {
        unsigned char *guard = slab->base + i * slab->stride;
        if (slab->guarded && mprotect(guard, page, PROT_NONE) != 0)
            slab->guarded = 0;
        slab->stack[i].low = guard + page;
        slab->stack[i].top = guard + slab->stride - LINE * (1 + (first + i) % STAGGER);
    }
    return slab;
}

/* Room for one slab's stacks more; 0 or -1. */
static int grow(struct stack_pool *pool)
{
    if (pool->made + SLAB_STACKS > pool->room) {
        const size_t room = pool->room == 0 ? 1024 : 2 * pool->room;
        struct stack **free_list = realloc(pool->free, room * sizeof *free_list);
        if (free_list == NULL)
            return -1;
        pool->free = free_list;
        pool->room = room;
    }
    struct stack_slab *slab = map_slab(pool->made);
    if (slab == NULL)
        return -1;
    slab->next = pool->slabs;
    pool->slabs = slab;
    pool->made += SLAB_STACKS;
    for (size_t i = SLAB_STACKS; i-- > 0;)
        pool->free[pool->count++] = &slab->stack[i];
    return 0;
}

struct stack *simt_stack_take(struct stack_pool *pool)
{
    if (pool->count == 0 && grow(pool) != 0)
        return NULL;
    struct stack *stack = pool->free[--pool->count];
#ifdef SIMT_ASAN
    __asan_unpoison_memory_region(stack->low, (size_t)(stack->top - stack->low));
#endif
    return stack;
}

void simt_stack_give(struct stack_pool *pool, struct stack *stack)
{
    pool->free[pool->count++] = stack;
}

void simt_stack_reset(struct stack_pool *pool)
{
    pool->count = 0;
    for (struct stack_slab *slab = pool->slabs; slab != NULL; slab = slab->next)
        for (size_t i = SLAB_STACKS; i-- > 0;)
            pool->free[pool->count++] = &slab->stack[i];
}

int simt_stack_guards(const struct stack_pool *pool, const void *address)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (const struct stack_slab *slab = pool->slabs; slab != NULL; slab = slab->next) {
        const uintptr_t offset = (uintptr_t)address - (uintptr_t)slab->base;
        if (offset < slab->bytes)
            return slab->guarded && offset % slab->stride < page;
    }
    return 0;
}
