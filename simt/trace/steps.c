/* From events in order of time to steps, and small questions about events. */
#include "trace.h"

#include "model.h"
#include "site.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void *trace_need(void *memory)
{
    if (memory == NULL) {
        fputs("simt: no memory left for the trace\n", stderr);
        abort();
    }
    return memory;
}

/* ---- steps ---------------------------------------------------------------------- */

/* In order of steps, in a step by warp; `step` still holds the order of time. */
static int by_step(const void *left, const void *right)
{
    const struct trace_event *a = left, *b = right;
    if (a->round != b->round)
        return a->round < b->round ? -1 : 1;
    if (a->part != b->part)
        return a->part < b->part ? -1 : 1;
    if (a->warp != b->warp)
        return a->warp < b->warp ? -1 : 1;
    return a->step < b->step ? -1 : 1;
}

/* The latest snapshot of a step; that of the round if it is the round's last. */
static const struct trace_snapshot *shared_after(const struct trace *t, const struct trace_step *s,
                                                 int is_last)
{
    const struct trace_snapshot *found = NULL;
    for (size_t i = 0; i < t->snapshots; i++) {
        const struct trace_snapshot *at = &t->snapshot[i];
        if (at->round < s->round || (at->round == s->round && at->part <= s->part) ||
            (at->round == s->round && is_last))
            found = at;
    }
    return found;
}

void trace_complete(struct trace *t)
{
    for (size_t i = 0; i < t->events; i++)
        t->event[i].step = (unsigned)i;
    if (t->events > 0)
        qsort(t->event, t->events, sizeof *t->event, by_step);
    t->step = trace_need(calloc(t->events + 1, sizeof *t->step));
    for (size_t i = 0; i < t->events; i++) {
        struct trace_event *e = &t->event[i];
        struct trace_step *s = &t->step[t->steps == 0 ? 0 : t->steps - 1];
        if (t->steps == 0 || s->round != e->round || s->part != e->part) {
            s = &t->step[t->steps++];
            *s = (struct trace_step){ e->round, e->part, i, 0, NULL };
        }
        e->step = (unsigned)(t->steps - 1);
        s->count++;
    }
    for (size_t i = 0; i < t->steps; i++) {
        const int is_last = i + 1 == t->steps || t->step[i + 1].round != t->step[i].round;
        t->step[i].after = shared_after(t, &t->step[i], is_last);
    }
}

/* ---- events ----------------------------------------------------------------------- */

unsigned trace_line(const struct trace_event *event)
{
    struct simt_site site;
    return simt_site_of_call(event->pc, &site) ? site.line : 0;
}

const char *trace_op_name(enum trace_op op)
{
    static const char *const name[] = { "load",    "store", "atomic", "barrier", "syncwarp",
                                        "shuffle", "vote",  "match",  "reduce" };
    return name[op];
}

const struct trace_array *trace_array_at(const struct trace *trace, uintptr_t offset)
{
    for (size_t i = 0; i < trace->arrays; i++)
        if (offset >= trace->array[i].offset &&
            offset < trace->array[i].offset + trace->array[i].bytes)
            return &trace->array[i];
    return NULL;
}

size_t trace_place(const struct trace *trace, uintptr_t offset)
{
    const struct trace_array *array = trace_array_at(trace, offset);
    return array != NULL ? array->at + offset - array->offset : (size_t)-1;
}

const unsigned char *trace_contents(const struct trace_step *step, const struct trace_array *array)
{
    if (step->after == NULL || array->at + array->bytes > step->after->bytes)
        return NULL;
    return step->after->shared + array->at;
}

void trace_cost(const struct trace_event *e, unsigned *wavefronts, unsigned *conflicts,
                unsigned *sectors)
{
    struct simt_wavefronts w = { 0, 0 };
    *sectors = 0;
    if (e->op > TRACE_ATOMIC) {
        *wavefronts = *conflicts = 0;
        return;
    }
    if (e->space == SIMT_SPACE_SHARED)
        w = e->op == TRACE_LOAD    ? simt_shared_load(e->address, e->active, e->bytes)
            : e->op == TRACE_STORE ? simt_shared_store(e->address, e->active, e->bytes)
                                   : simt_shared_atomic(e->address, e->active);
    else if (e->op == TRACE_ATOMIC)
        *sectors = simt_global_atomic_sectors(e->address, e->active);
    else
        *sectors = simt_global_sectors(e->address, e->active, e->bytes).sectors;
    *wavefronts = w.wavefronts;
    *conflicts = w.conflicts;
}

/* ---- values ------------------------------------------------------------------------ */

size_t trace_value_bytes(enum trace_type type)
{
    return type == TRACE_F64 || type == TRACE_I64 ? 8 : 4;
}

/* What new device memory is filled with: nobody wrote it. */
static int is_poison(const unsigned char *value, size_t bytes)
{
    const uint32_t poison = SIMT_POISON;
    for (size_t i = 0; i < bytes; i += sizeof poison)
        if (memcmp(value + i, &poison, sizeof poison) != 0)
            return 0;
    return 1;
}

static void real_text(double value, int digits, int json, char text[40])
{
    if (json && !isfinite(value))
        snprintf(text, 40, "null");
    else
        snprintf(text, 40, "%.*g", digits, value);
}

const char *trace_value_text(enum trace_type type, const unsigned char *value, int json,
                             char text[40])
{
    union {
        float f32;
        double f64;
        int32_t i32;
        uint32_t u32;
        int64_t i64;
    } v;
    memset(&v, 0, sizeof v);
    memcpy(&v, value, trace_value_bytes(type));
    if (is_poison(value, trace_value_bytes(type))) {
        snprintf(text, 40, "%s", json ? "null" : "·");
        return text;
    }
    switch (type) {
    case TRACE_F32:
        real_text((double)v.f32, 9, json, text);
        break;
    case TRACE_F64:
        real_text(v.f64, 17, json, text);
        break;
    case TRACE_I32:
        snprintf(text, 40, "%" PRId32, v.i32);
        break;
    case TRACE_U32:
        snprintf(text, 40, "%" PRIu32, v.u32);
        break;
    case TRACE_I64:
        snprintf(text, 40, "%" PRId64, v.i64);
        break;
    }
    return text;
}
