/* The trace as text: which lanes work, what they leave in shared memory. */
#include "trace.h"

#include <string.h>

enum { COLUMNS = 16, STRIP = 128 };

/* Lanes of all warps that take part in a kind of event. */
static void mark(const struct trace *t, const struct trace_step *s, char *strip)
{
    memset(strip, '.', t->threads);
    strip[t->threads] = '\0';
    for (size_t i = s->first; i < s->first + s->count; i++) {
        const struct trace_event *e = &t->event[i];
        for (unsigned lane = 0; lane < 32; lane++) {
            const unsigned thread = 32 * e->warp + lane;
            if (thread < t->threads && e->op != TRACE_BARRIER && e->active >> lane & 1)
                strip[thread] = '#';
        }
    }
}

static void print_strip(FILE *out, const struct trace *t, const struct trace_step *s)
{
    char strip[SIMT_MAX_BLOCK + 1];
    mark(t, s, strip);
    for (unsigned first = 0; first < t->threads; first += STRIP)
        fprintf(out, "  %-9s %.*s\n", first == 0 ? "lanes" : "", STRIP, strip + first);
}

static void print_array(FILE *out, const struct trace *t, const struct trace_step *s,
                        const struct trace_array *a)
{
    const size_t one = trace_value_bytes(t->type), count = a->bytes / one;
    const unsigned char *contents = trace_contents(s, a);
    char text[40];
    if (contents == NULL)
        return;
    for (size_t k = 0; k < count; k++) {
        if (k % COLUMNS == 0)
            fprintf(out, "  %-9.9s", k == 0 ? a->name : "");
        trace_value_text(t->type, contents + k * one, 0, text);
        fprintf(out, " %*s", strcmp(text, "·") == 0 ? 8 : 7, text);
        if (k % COLUMNS == COLUMNS - 1 || k + 1 == count)
            fputc('\n', out);
    }
}

static void print_shuffle(FILE *out, const struct trace *t, const struct trace_event *e)
{
    char text[40];
    for (unsigned lane = 0; lane < 32; lane++) {
        if (lane % COLUMNS == 0)
            fprintf(out, "  %s%-4u", lane == 0 ? "warp " : "     ", lane == 0 ? e->warp : lane);
        if ((e->active >> lane & 1) == 0)
            snprintf(text, sizeof text, "-");
        else
            trace_value_text(t->type, e->value[lane], 0, text);
        fprintf(out, " %7s", text);
        if (lane % COLUMNS == COLUMNS - 1)
            fputc('\n', out);
    }
}

/* Sums up what a step's accesses cost. */
static void print_cost(FILE *out, const struct trace *t, const struct trace_step *s)
{
    unsigned wavefronts = 0, conflicts = 0, sectors = 0;
    for (size_t i = s->first; i < s->first + s->count; i++) {
        unsigned w, c, m;
        trace_cost(&t->event[i], &w, &c, &m);
        wavefronts += w;
        conflicts += c;
        sectors += m;
    }
    if (wavefronts > 0)
        fprintf(out, ", %u wavefronts in shared memory (%u by conflicts)", wavefronts, conflicts);
    if (sectors > 0)
        fprintf(out, ", %u sectors of global memory", sectors);
    fputc('\n', out);
}

static void print_step(FILE *out, const struct trace *t, size_t index)
{
    const struct trace_step *s = &t->step[index];
    const struct trace_event *last = &t->event[s->first + s->count - 1];
    fprintf(out, "step %zu, to the %s in line %u", index,
            last->op > TRACE_ATOMIC ? trace_op_name(last->op) : "end", trace_line(last));
    print_cost(out, t, s);
    print_strip(out, t, s);
    if (last->op == TRACE_SHUFFLE) {
        for (size_t i = s->first; i < s->first + s->count; i++)
            if (t->event[i].op == TRACE_SHUFFLE)
                print_shuffle(out, t, &t->event[i]);
    } else {
        for (size_t i = 0; i < t->arrays; i++)
            print_array(out, t, s, &t->array[i]);
    }
    fputc('\n', out);
}

void trace_write_text(FILE *out, const struct trace *t)
{
    fprintf(out, "%s, block %u of %u, %u threads\n\n", t->kernel != NULL ? t->kernel->name : "?",
            t->index.x, t->config.grid.x, t->threads);
    for (size_t i = 0; i < t->steps; i++)
        print_step(out, t, i);
}
