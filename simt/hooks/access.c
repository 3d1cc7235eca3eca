/*
 * Loads and stores: -fsanitize=thread calls one of these before each. gcc and
 * clang use the same names.
 */
#include "hooks.h"

/* A header for these names comes with no compiler. */
#define ACCESS(NAME, BYTES, KIND, HOW)                                                             \
    void NAME(void *address);                                                                      \
    void NAME(void *address)                                                                       \
    {                                                                                              \
        simt_hook_access(address, BYTES, KIND, HOW, SIMT_CALLER, SIMT_FRAME);                      \
    }

#define ACCESSES(BYTES)                                                                            \
    ACCESS(__tsan_read##BYTES, BYTES, SIMT_STEP_LOAD, 0)                                           \
    ACCESS(__tsan_write##BYTES, BYTES, SIMT_STEP_STORE, 0)                                         \
    ACCESS(__tsan_volatile_read##BYTES, BYTES, SIMT_STEP_LOAD, SIMT_HOOK_VOLATILE)                 \
    ACCESS(__tsan_volatile_write##BYTES, BYTES, SIMT_STEP_STORE, SIMT_HOOK_VOLATILE)

#define UNALIGNED(BYTES)                                                                           \
    ACCESS(__tsan_unaligned_read##BYTES, BYTES, SIMT_STEP_LOAD, SIMT_HOOK_PACKED)                  \
    ACCESS(__tsan_unaligned_write##BYTES, BYTES, SIMT_STEP_STORE, SIMT_HOOK_PACKED)                \
    ACCESS(__tsan_unaligned_volatile_read##BYTES, BYTES, SIMT_STEP_LOAD,                           \
           SIMT_HOOK_PACKED | SIMT_HOOK_VOLATILE)                                                  \
    ACCESS(__tsan_unaligned_volatile_write##BYTES, BYTES, SIMT_STEP_STORE,                         \
           SIMT_HOOK_PACKED | SIMT_HOOK_VOLATILE)

/* clang can be asked for one call where a value is read and written back. */
#define COMPOUND(NAME, BYTES, HOW)                                                                 \
    void NAME(void *address);                                                                      \
    void NAME(void *address)                                                                       \
    {                                                                                              \
        simt_hook_access(address, BYTES, SIMT_STEP_LOAD, HOW, SIMT_CALLER, SIMT_FRAME);            \
        simt_hook_access(address, BYTES, SIMT_STEP_STORE, HOW, SIMT_CALLER, SIMT_FRAME);           \
    }

#define COMPOUNDS(BYTES)                                                                           \
    COMPOUND(__tsan_read_write##BYTES, BYTES, 0)                                                   \
    COMPOUND(__tsan_unaligned_read_write##BYTES, BYTES, SIMT_HOOK_PACKED)

ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)
UNALIGNED(2)
UNALIGNED(4)
UNALIGNED(8)
UNALIGNED(16)
COMPOUNDS(1)
COMPOUNDS(2)
COMPOUNDS(4)
COMPOUNDS(8)
COMPOUNDS(16)

void __tsan_read_range(void *address, unsigned long bytes);
void __tsan_read_range(void *address, unsigned long bytes)
{
    simt_hook_access(address, (unsigned)bytes, SIMT_STEP_LOAD, SIMT_HOOK_PACKED, SIMT_CALLER,
                     SIMT_FRAME);
}

void __tsan_write_range(void *address, unsigned long bytes);
void __tsan_write_range(void *address, unsigned long bytes)
{
    simt_hook_access(address, (unsigned)bytes, SIMT_STEP_STORE, SIMT_HOOK_PACKED, SIMT_CALLER,
                     SIMT_FRAME);
}

void simt_host_touches(const void *address, unsigned bytes, int is_write, const void *pc)
{
    const struct simt_host_access access = {
        .address = address, .bytes = bytes, .is_write = is_write, .pc = pc
    };
    simt_emit_host_access(&access);
}
