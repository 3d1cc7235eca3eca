/*
 * Control flow: -fsanitize-coverage=trace-pc (gcc) or trace-pc-guard (clang)
 * calls these at the start of each basic block. Also what instrumented code
 * calls that has no meaning here.
 */
#include "hooks.h"

static void enter_block(const void *pc, const void *frame)
{
    struct worker *w = simt_hook_worker(SIMT_EVENT_ENTER);
    if (w == NULL)
        return;
    simt_enter(w, pc);
    simt_step(w, pc, frame, simt_what(SIMT_STEP_ENTER, 0), 0);
}

void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void)
{
    enter_block(SIMT_CALLER, SIMT_FRAME);
}

void __sanitizer_cov_trace_pc_guard(uint32_t *guard);
void __sanitizer_cov_trace_pc_guard(uint32_t *guard)
{
    (void)guard;
    enter_block(SIMT_CALLER, SIMT_FRAME);
}

void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop);
void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop)
{
    (void)start;
    (void)stop;
}

void __tsan_init(void);
void __tsan_init(void)
{
}

void __tsan_func_entry(void *pc);
void __tsan_func_entry(void *pc)
{
    (void)pc;
}

void __tsan_func_exit(void);
void __tsan_func_exit(void)
{
}

void __tsan_ignore_thread_begin(void);
void __tsan_ignore_thread_begin(void)
{
}

void __tsan_ignore_thread_end(void);
void __tsan_ignore_thread_end(void)
{
}

void __tsan_vptr_update(void **place, void *value);
void __tsan_vptr_update(void **place, void *value)
{
    (void)value;
    simt_hook_access(place, sizeof *place, SIMT_STEP_STORE, 0, SIMT_CALLER, SIMT_FRAME);
}

void __tsan_vptr_read(void **place);
void __tsan_vptr_read(void **place)
{
    simt_hook_access(place, sizeof *place, SIMT_STEP_LOAD, 0, SIMT_CALLER, SIMT_FRAME);
}
