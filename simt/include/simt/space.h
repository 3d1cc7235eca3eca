/*
 * Which memory space an address belongs to.
 */
#ifndef SIMT_SPACE_H
#define SIMT_SPACE_H

#include <stddef.h>

#include "base.h"

SIMT_INLINE unsigned __isShared(const void *address)
{
    return (unsigned)simt_is_shared(address, nullptr);
}

/* Device and managed memory. */
SIMT_INLINE unsigned __isGlobal(const void *address)
{
    return (unsigned)simt_is_global(address);
}

/* The offset in the block's shared memory; for other addresses the result is
 * meaningless, as on a GPU. */
SIMT_INLINE size_t __cvta_generic_to_shared(const void *address)
{
    size_t offset = 0;
    simt_is_shared(address, &offset);
    return offset;
}

SIMT_INLINE size_t __cvta_generic_to_global(const void *address)
{
    return (size_t)address;
}

#endif
