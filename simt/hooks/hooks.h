/*
 * Hooks: what the compilers' instrumentation calls in place of a sanitizer's
 * library. Each access of device code to memory becomes a step of the lockstep
 * schedule; host code passes through.
 */
#ifndef SIMT_HOOKS_H
#define SIMT_HOOKS_H

#include "lockstep.h"

#include "simt_memory.h"

/* The worker if device code runs on this thread, outside of the core, and
 * somebody wants such events; NULL otherwise. */
static inline struct worker *simt_hook_worker(unsigned event)
{
    struct worker *w = simt_self;
    if (w == NULL || w->block == NULL || w->site != NULL || (w->launch->wanted & event) == 0)
        return NULL;
    return w;
}

/* For host code that touches the device's memory. */
void simt_host_touches(const void *address, unsigned bytes, int is_write, const void *pc)
    __attribute__((visibility("hidden")));

enum { SIMT_HOOK_VOLATILE = 1, SIMT_HOOK_PACKED = 2 };

/* The lane, or the host, is about to load or store. */
static inline void simt_hook_access(void *memory, unsigned bytes, enum simt_step_kind kind,
                                    unsigned how, const void *pc, const void *frame)
{
    const uintptr_t address = (uintptr_t)memory;
    struct worker *w = simt_hook_worker(SIMT_EVENT_ACCESS);
    if (w == NULL) {
        if (SIMT_UNLIKELY(simt_self == NULL && simt_memory_is_device(memory)))
            simt_host_touches(memory, bytes, kind != SIMT_STEP_LOAD, pc);
        return;
    }
    const enum simt_space space = simt_space_of(w, w->block, address);
    if (space == SIMT_SPACE_LOCAL)
        return;
    simt_enter(w, pc);
    const uint64_t packed = how & SIMT_HOOK_PACKED ? SIMT_WHAT_PACKED : 0;
    simt_step(w, pc, frame, simt_what_access(kind, space, bytes, how & SIMT_HOOK_VOLATILE) | packed,
              address);
}

#endif
