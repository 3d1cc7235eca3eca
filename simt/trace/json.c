/* The trace as JSON; docs/trace-format.md is its contract. */
#include "trace.h"

#include "model.h"
#include "site.h"
#include "text.h"

enum { FORMAT_VERSION = 1 };

static unsigned first_of(uint32_t lanes)
{
    return (unsigned)__builtin_ctz(lanes);
}

/* A list of one number for each active lane. */
#define PRINT_LANES(out, key, e, expression)                                                       \
    do {                                                                                           \
        fprintf(out, ", \"%s\": [", key);                                                          \
        for (uint32_t rest = (e)->active; rest != 0; rest &= rest - 1) {                           \
            const unsigned lane = first_of(rest);                                                  \
            fprintf(out, "%s%llu", rest == (e)->active ? "" : ", ",                                \
                    (unsigned long long)(expression));                                             \
        }                                                                                          \
        fputc(']', out);                                                                           \
    } while (0)

/* Values of each lane; wider accesses give several each, in a list. */
static void print_values(FILE *out, const char *key, enum trace_type type,
                         const struct trace_event *e, int given)
{
    const size_t one = trace_value_bytes(type);
    const size_t per_lane = e->bytes > one && !given ? e->bytes / one : 1;
    char text[40];
    fprintf(out, ", \"%s\": [", key);
    for (uint32_t rest = e->active; rest != 0; rest &= rest - 1) {
        const unsigned lane = first_of(rest);
        fputs(rest == e->active ? "" : ", ", out);
        fputs(per_lane > 1 ? "[" : "", out);
        for (size_t k = 0; k < per_lane; k++)
            fprintf(
                out, "%s%s", k > 0 ? ", " : "",
                trace_value_text(type, given ? e->given[lane] : e->value[lane] + k * one, 1, text));
        fputs(per_lane > 1 ? "]" : "", out);
    }
    fputc(']', out);
}

/* ---- events --------------------------------------------------------------------- */

static void print_shared_access(FILE *out, const struct trace *t, const struct trace_event *e)
{
    const uintptr_t first = e->address[first_of(e->active)];
    const struct trace_array *array = trace_array_at(t, first);
    unsigned wavefronts, conflicts, sectors;
    const uintptr_t base = array != NULL ? array->offset : 0;
    fputs(", \"space\": \"shared\", \"array\": ", out);
    simt_json_string(out, array != NULL ? array->name : "");
    PRINT_LANES(out, "index", e, (e->address[lane] - base) / e->bytes);
    PRINT_LANES(out, "bank", e, simt_bank(trace_place(t, e->address[lane])));
    trace_cost(e, &wavefronts, &conflicts, &sectors);
    fprintf(out, ", \"wavefronts\": %u, \"conflicts\": %u", wavefronts, conflicts);
}

static void print_global_access(FILE *out, const struct trace_event *e)
{
    const uintptr_t first = e->address[first_of(e->active)];
    struct simt_allocation allocation;
    unsigned wavefronts, conflicts, sectors;
    uintptr_t base = 0;
    fprintf(out, ", \"space\": \"%s\"", e->space == SIMT_SPACE_CONSTANT ? "constant" : "global");
    if (simt_memory_find((const void *)first, &allocation)) {
        base = (uintptr_t)allocation.base;
        fputs(", \"array\": ", out);
        simt_json_string(out, allocation.what);
        fprintf(out, ", \"allocation\": %llu", (unsigned long long)allocation.serial);
    }
    PRINT_LANES(out, "index", e, (e->address[lane] - base) / e->bytes);
    trace_cost(e, &wavefronts, &conflicts, &sectors);
    fprintf(out, ", \"sectors\": %u", sectors);
}

static void print_event(FILE *out, const struct trace *t, const struct trace_event *e)
{
    fprintf(out, "        {\"op\": \"%s\", \"line\": %u, \"warp\": %u", trace_op_name(e->op),
            trace_line(e), e->warp);
    PRINT_LANES(out, "lanes", e, 32 * e->warp + lane);
    if (e->op <= TRACE_ATOMIC) {
        fprintf(out, ", \"bytes\": %u", e->bytes);
        if (e->space == SIMT_SPACE_SHARED)
            print_shared_access(out, t, e);
        else
            print_global_access(out, e);
        print_values(out, "values", t->type, e, 0);
    } else if (e->op == TRACE_SHUFFLE) {
        PRINT_LANES(out, "source", e, 32 * e->warp + e->source[lane]);
        print_values(out, "given", t->type, e, 1);
        print_values(out, "values", t->type, e, 0);
    }
    fputc('}', out);
}

/* ---- steps ------------------------------------------------------------------------ */

static void print_shared(FILE *out, const struct trace *t, const struct trace_step *s)
{
    const size_t one = trace_value_bytes(t->type);
    char text[40];
    int first = 1;
    fputs("      \"shared\": {", out);
    for (size_t i = 0; i < t->arrays; i++) {
        const unsigned char *contents = trace_contents(s, &t->array[i]);
        if (contents == NULL)
            continue;
        fputs(first ? "" : ", ", out);
        first = 0;
        simt_json_string(out, t->array[i].name);
        fputs(": [", out);
        for (size_t k = 0; k < t->array[i].bytes / one; k++)
            fprintf(out, "%s%s", k > 0 ? ", " : "",
                    trace_value_text(t->type, contents + k * one, 1, text));
        fputc(']', out);
    }
    fputs("}", out);
}

static unsigned count_active(const struct trace *t, const struct trace_step *s)
{
    uint32_t active[SIMT_MAX_BLOCK / SIMT_WARP_SIZE] = { 0 };
    unsigned sum = 0;
    for (size_t i = s->first; i < s->first + s->count; i++)
        if (t->event[i].op != TRACE_BARRIER)
            active[t->event[i].warp] |= t->event[i].active;
    for (unsigned w = 0; w < SIMT_MAX_BLOCK / SIMT_WARP_SIZE; w++)
        sum += (unsigned)__builtin_popcount(active[w]);
    return sum;
}

static void print_step(FILE *out, const struct trace *t, size_t index)
{
    const struct trace_step *s = &t->step[index];
    const struct trace_event *last = &t->event[s->first + s->count - 1];
    fprintf(out,
            "    {\n      \"step\": %zu, \"ends\": \"%s\", \"line\": %u, \"active_lanes\": %u,\n",
            index, last->op > TRACE_ATOMIC ? trace_op_name(last->op) : "exit", trace_line(last),
            count_active(t, s));
    fputs("      \"events\": [\n", out);
    for (size_t i = 0; i < s->count; i++) {
        print_event(out, t, &t->event[s->first + i]);
        fputs(i + 1 < s->count ? ",\n" : "\n", out);
    }
    fputs("      ],\n", out);
    print_shared(out, t, s);
    fputs("\n    }", out);
}

static void print_size(FILE *out, const char *key, const struct simt_dim3 *size)
{
    fprintf(out, "  \"%s\": [%u, %u, %u],\n", key, size->x, size->y, size->z);
}

void trace_write_json(FILE *out, const struct trace *t)
{
    static const char *const type[] = { "f32", "i32", "u32", "f64", "i64" };
    fprintf(out, "{\n  \"format\": \"simt-trace\",\n  \"version\": %d,\n", FORMAT_VERSION);
    fputs("  \"kernel\": ", out);
    simt_json_string(out, t->kernel != NULL ? t->kernel->name : "");
    fputs(",\n  \"file\": ", out);
    simt_json_string(out, t->kernel != NULL ? simt_short_path(t->kernel->file) : "");
    fprintf(out, ",\n  \"line\": %u,\n", t->kernel != NULL ? t->kernel->line : 0);
    print_size(out, "grid", &t->config.grid);
    print_size(out, "block", &t->config.block);
    print_size(out, "block_index", &t->index);
    fprintf(out, "  \"value_type\": \"%s\",\n  \"arrays\": [", type[t->type]);
    for (size_t i = 0; i < t->arrays; i++) {
        fputs(i > 0 ? ", {\"name\": " : "{\"name\": ", out);
        simt_json_string(out, t->array[i].name);
        fprintf(out, ", \"bytes\": %zu}", t->array[i].bytes);
    }
    fputs("],\n  \"steps\": [\n", out);
    for (size_t i = 0; i < t->steps; i++) {
        print_step(out, t, i);
        fputs(i + 1 < t->steps ? ",\n" : "\n", out);
    }
    fputs("  ]\n}\n", out);
}
