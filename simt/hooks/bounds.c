/*
 * Indices outside of arrays whose size the compiler knows: -fsanitize=bounds
 * (gcc) or array-bounds (clang) calls this before the access. It sees what no
 * address tells: a thread's own arrays, and rows inside of larger ones.
 */
#include "hooks.h"

/* What the compilers say of a type and a place. */
struct type_description {
    uint16_t kind; /* 0: an integer */
    uint16_t info; /* of an integer: bit 0 signed, above it the logarithm of its bits */
    char name[];   /* with quotes: 'float [4]' */
};

struct bounds_description {
    const char *file;
    uint32_t line, column;
    const struct type_description *array, *index;
};

/* The index, as its own type has it. Wider ones come by address, which is rare. */
static long long index_value(const struct type_description *type, uintptr_t bits)
{
    const unsigned width = 1u << (type->info >> 1);
    if (width > 64)
        return *(const long long *)bits;
    const unsigned unused = 64 - width;
    const uint64_t high = (uint64_t)bits << unused;
    return type->info & 1 ? (long long)high >> unused : (long long)(high >> unused);
}

void __ubsan_handle_out_of_bounds(void *what, uintptr_t index);
void __ubsan_handle_out_of_bounds(void *what, uintptr_t index)
{
    const struct bounds_description *bounds = what;
    struct worker *w = simt_hook_worker(SIMT_EVENT_ACCESS);
    if (w == NULL)
        return;
    const struct simt_overrun overrun = { .block = &w->block->info,
                                          .thread = w->block->current,
                                          .index = index_value(bounds->index, index),
                                          .type = bounds->array->name,
                                          .pc = SIMT_CALLER };
    simt_enter(w, overrun.pc);
    simt_emit_overrun(&w->listeners, &overrun);
    simt_leave(w);
}
