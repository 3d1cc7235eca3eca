/* Which memory space an address belongs to. */
#include "schedule.h"

#include "simt_memory.h"

int simt_is_shared(const void *address, size_t *offset)
{
    const struct worker *w = simt_self;
    if (w == NULL || w->block == NULL || !simt_shared_holds(w->block, address))
        return 0;
    if (offset != NULL)
        *offset = (size_t)((uintptr_t)address - (uintptr_t)w->block->shared);
    return 1;
}

int simt_is_global(const void *address)
{
    return simt_memory_is_device(address);
}
