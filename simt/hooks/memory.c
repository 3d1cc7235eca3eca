/* Block copies and fills: cuda_runtime.h makes memcpy and its kin mean these in
 * instrumented code, where the compiler calls them for structs as well. */
#include "hooks.h"

#include <string.h>

void *__tsan_memcpy(void *to, const void *from, size_t bytes);
void *__tsan_memmove(void *to, const void *from, size_t bytes);
void *__tsan_memset(void *to, int value, size_t bytes);

static void copies(void *to, const void *from, size_t bytes, const void *pc, const void *frame)
{
    if (bytes == 0)
        return;
    simt_hook_access((void *)(uintptr_t)from, (unsigned)bytes, SIMT_STEP_LOAD, SIMT_HOOK_PACKED, pc,
                     frame);
    simt_hook_access(to, (unsigned)bytes, SIMT_STEP_STORE, SIMT_HOOK_PACKED, pc, frame);
}

void *__tsan_memcpy(void *to, const void *from, size_t bytes)
{
    copies(to, from, bytes, SIMT_CALLER, SIMT_FRAME);
    return memcpy(to, from, bytes);
}

void *__tsan_memmove(void *to, const void *from, size_t bytes)
{
    copies(to, from, bytes, SIMT_CALLER, SIMT_FRAME);
    return memmove(to, from, bytes);
}

void *__tsan_memset(void *to, int value, size_t bytes)
{
    if (bytes != 0)
        simt_hook_access(to, (unsigned)bytes, SIMT_STEP_STORE, SIMT_HOOK_PACKED, SIMT_CALLER,
                         SIMT_FRAME);
    return memset(to, value, bytes);
}
