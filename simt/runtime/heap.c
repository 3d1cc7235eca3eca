#include "heap.h"

#include <pthread.h>
#include <stdlib.h>

#include "event.h"
#include "simt/simt.h"

enum {
    MOST_ALONE = 8192, /* each costs the system two mappings, of 65530 */
    ALIGNMENT = 16,    /* CUDA's */
    LARGE = 32 << 10,  /* from here on alone in any case */
    FREE_LISTS = 12,   /* for 32, 64, ... 65536 bytes */
    SLAB = 256 << 10,
    HEAD = 32, /* a header, and what aligns the piece behind it */
    LIVE = 0x6c697665,
    GONE = 0x676f6e65
};

/* Before each piece that shares an allocation. */
struct header {
    struct header *next; /* free: another of the size */
    unsigned bytes;      /* as asked for */
    unsigned short list;
    unsigned short back; /* bytes from the start of the block to the header */
    unsigned state;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static size_t used, alone;
static unsigned char *slab, *slab_end;
static struct header *free_list[FREE_LISTS];

static size_t rounded(size_t bytes, size_t unit)
{
    return (bytes + unit - 1) / unit * unit;
}

static int observed(void)
{
    return simt_events_wanted() != 0;
}

static void *take_allocation(struct simt_call call, size_t bytes)
{
    void *memory = simt_memory_allocate(bytes, SIMT_MEMORY_DEVICE, call.what, call.pc);
    if (memory)
        simt_memory_flag(memory, SIMT_MEMORY_INTERNAL | SIMT_MEMORY_HEAP);
    return memory;
}

/* A block of 32 << list bytes. What an observer has seen is not used again. */
static unsigned char *take_block(struct simt_call call, unsigned list)
{
    const size_t bytes = (size_t)32 << list;
    struct header *again = observed() ? NULL : free_list[list];
    if (again) {
        free_list[list] = again->next;
        return (unsigned char *)again - again->back;
    }
    if ((size_t)(slab_end - slab) < bytes) {
        slab = take_allocation(call, SLAB);
        slab_end = slab ? slab + SLAB : NULL;
    }
    if (!slab)
        return NULL;
    slab += bytes;
    return slab - bytes;
}

static void *take_shared(struct simt_call call, size_t bytes, size_t alignment)
{
    const size_t room = bytes + HEAD + alignment - ALIGNMENT;
    unsigned list = 0;
    while ((size_t)32 << list < room)
        list++;
    unsigned char *block = take_block(call, list);
    if (!block)
        return NULL;
    unsigned char *memory =
        (unsigned char *)rounded((size_t)block + sizeof(struct header), alignment);
    struct header *header = (struct header *)(void *)memory - 1;
    *header = (struct header){ .bytes = (unsigned)bytes,
                               .list = (unsigned short)list,
                               .back = (unsigned short)((unsigned char *)header - block),
                               .state = LIVE };
    return memory;
}

/* Under the lock; *is_alone: an allocation of its own. */
static void *take(struct simt_call call, size_t bytes, size_t alignment, int *is_alone)
{
    const size_t limit = simt_heap_limit();
    if (bytes > limit || used > limit - bytes)
        return NULL;
    *is_alone = bytes > LARGE || (observed() && alone < MOST_ALONE);
    void *memory = *is_alone ? take_allocation(call, bytes) : take_shared(call, bytes, alignment);
    if (memory) {
        used += rounded(bytes, ALIGNMENT);
        alone += (size_t)*is_alone;
    }
    return memory;
}

void *simt_heap_take(struct simt_call call, size_t bytes, size_t alignment)
{
    int is_alone = 0;
    alignment = alignment < ALIGNMENT ? ALIGNMENT : alignment;
    pthread_mutex_lock(&lock);
    void *memory = take(call, bytes ? bytes : 1, alignment, &is_alone);
    pthread_mutex_unlock(&lock);
    if (memory && is_alone)
        simt_api_allocated(memory);
    return memory;
}

static enum simt_release give_shared(void *memory, const unsigned char *base)
{
    struct header *header = (struct header *)memory - 1;
    if ((size_t)memory % ALIGNMENT || (size_t)((unsigned char *)memory - base) < HEAD)
        return SIMT_RELEASE_INTERIOR;
    if (header->state != LIVE)
        return header->state == GONE ? SIMT_RELEASE_TWICE : SIMT_RELEASE_INTERIOR;
    header->state = GONE;
    used -= rounded(header->bytes, ALIGNMENT);
    header->next = free_list[header->list];
    free_list[header->list] = header;
    return SIMT_RELEASED;
}

/* Under the lock. */
static enum simt_release give(struct simt_call call, void *memory,
                              const struct simt_allocation *found)
{
    if (found->freed)
        return found->base == memory ? SIMT_RELEASE_TWICE : SIMT_RELEASE_UNKNOWN;
    if (!(found->flags & SIMT_MEMORY_HEAP))
        return SIMT_RELEASE_KIND;
    if (found->base != memory)
        return found->bytes == SLAB ? give_shared(memory, found->base) : SIMT_RELEASE_INTERIOR;
    used -= rounded(found->bytes, ALIGNMENT);
    alone--;
    return simt_memory_release(memory, 1u << SIMT_MEMORY_DEVICE, call.pc, NULL);
}

void simt_heap_give(struct simt_call call, void *memory)
{
    struct simt_allocation found;
    enum simt_release result = SIMT_RELEASE_UNKNOWN;
    if (!memory)
        return;
    pthread_mutex_lock(&lock);
    const int known = simt_memory_find(memory, &found);
    if (known)
        result = give(call, memory, &found);
    pthread_mutex_unlock(&lock);
    if (result == SIMT_RELEASED)
        return;
    simt_emit_released(known ? &found : NULL, result, call.pc);
    if (!observed())
        simt_trap_at(result == SIMT_RELEASE_TWICE
                         ? "memory of the device's heap is freed again"
                         : "a kernel frees what malloc or new in a kernel did not give",
                     call.pc);
}

void simt_heap_forget(void)
{
    pthread_mutex_lock(&lock);
    used = alone = 0;
    slab = slab_end = NULL;
    for (unsigned i = 0; i < FREE_LISTS; i++)
        free_list[i] = NULL;
    pthread_mutex_unlock(&lock);
}
