/*
 * The trace as a picture: a row of cells for each step, and an arrow from each
 * cell that a lane read to the cell that it wrote.
 *
 * A row shows the shared array that its step wrote, or, after a shuffle, the
 * values that the lanes got. The first of several shuffles has a row more: what
 * the lanes gave. Rows of steps that wrote nothing are left out.
 */
#include "trace.h"

#include <stdlib.h>
#include <string.h>

enum { CELL = 30, HEIGHT = 22, GAP = 58, LEFT = 120, TOP = 46, MOST_CELLS = 256 };

struct row {
    const struct trace_step *step;
    size_t index; /* of the step */
    int is_lanes; /* the cells are lanes' registers, not shared memory */
    size_t cells;
    const unsigned char *value[MOST_CELLS]; /* NULL: nothing to show */
    const unsigned char *given[MOST_CELLS]; /* shuffles: what the lane passed */
    unsigned char written[MOST_CELLS];
    unsigned char conflict[MOST_CELLS]; /* written or read at a bank wanted more than once */
};

static int is_shared(const struct trace_event *e, enum trace_op op)
{
    return e->op == op && e->space == SIMT_SPACE_SHARED;
}

/* ---- rows ------------------------------------------------------------------------- */

static void fill_from_shared(struct row *r, const struct trace *t, const struct trace_event *e)
{
    const size_t one = trace_value_bytes(t->type);
    unsigned wavefronts, conflicts, sectors;
    trace_cost(e, &wavefronts, &conflicts, &sectors);
    for (unsigned lane = 0; lane < 32; lane++) {
        const size_t cell = trace_place(t, e->address[lane]) / one;
        if ((e->active >> lane & 1) == 0 || cell >= r->cells)
            continue;
        r->written[cell] |= e->op != TRACE_LOAD;
        r->conflict[cell] |= conflicts > 0;
    }
}

static void fill_from_shuffle(struct row *r, const struct trace_event *e)
{
    for (unsigned lane = 0; lane < 32; lane++) {
        const size_t cell = 32 * e->warp + lane;
        if ((e->active >> lane & 1) == 0 || cell >= r->cells)
            continue;
        r->value[cell] = e->value[lane];
        r->given[cell] = e->given[lane];
        r->written[cell] = 1;
    }
}

/* Fills the row of a step; 0 if it wrote nothing. */
static int fill(struct row *r, const struct trace *t, size_t index)
{
    const size_t one = trace_value_bytes(t->type);
    int wrote = 0;
    memset(r, 0, sizeof *r);
    r->step = &t->step[index];
    r->index = index;
    for (size_t i = r->step->first; i < r->step->first + r->step->count; i++)
        r->is_lanes |= t->event[i].op == TRACE_SHUFFLE;
    r->cells = r->is_lanes ? t->threads : t->shared_bytes / one;
    if (r->cells > MOST_CELLS)
        r->cells = MOST_CELLS;
    for (size_t k = 0; !r->is_lanes && r->step->after != NULL && k < r->cells; k++)
        r->value[k] =
            (k + 1) * one <= r->step->after->bytes ? r->step->after->shared + k * one : NULL;
    for (size_t i = r->step->first; i < r->step->first + r->step->count; i++) {
        const struct trace_event *e = &t->event[i];
        if (r->is_lanes && e->op == TRACE_SHUFFLE) {
            fill_from_shuffle(r, e);
            wrote = 1;
        } else if (!r->is_lanes && e->op <= TRACE_ATOMIC && e->space == SIMT_SPACE_SHARED) {
            fill_from_shared(r, t, e);
            wrote |= e->op != TRACE_LOAD;
        }
    }
    return wrote;
}

/* ---- drawing ------------------------------------------------------------------------ */

static unsigned middle_of(size_t cell)
{
    return LEFT + (unsigned)cell * CELL + CELL / 2;
}

static void draw_cell(FILE *out, const struct trace *t, const char *class, size_t cell, unsigned y,
                      const unsigned char *value)
{
    char text[40];
    fprintf(out, "<rect class=\"%s\" x=\"%u\" y=\"%u\" width=\"%d\" height=\"%d\"/>", class,
            LEFT + (unsigned)cell * CELL, y, CELL, HEIGHT);
    if (value != NULL)
        fprintf(out, "<text x=\"%u\" y=\"%u\">%.7s</text>", middle_of(cell), y + 15,
                trace_value_text(t->type, value, 0, text));
    fputc('\n', out);
}

static void draw_row(FILE *out, const struct trace *t, const struct row *r, unsigned y)
{
    const struct trace_event *last = &t->event[r->step->first + r->step->count - 1];
    fprintf(out, "<text class=\"label\" x=\"8\" y=\"%u\">step %zu, line %u</text>\n", y + 15,
            r->index, trace_line(last));
    for (size_t k = 0; k < r->cells; k++)
        draw_cell(out, t,
                  !r->written[k]   ? "kept"
                  : r->conflict[k] ? "conflict"
                                   : "written",
                  k, y, r->value[k]);
}

/* What the lanes pass to the first of several shuffles. */
static void draw_given(FILE *out, const struct trace *t, const struct row *r, unsigned y)
{
    fprintf(out, "<text class=\"label\" x=\"8\" y=\"%u\">each lane's value</text>\n", y + 15);
    for (size_t k = 0; k < r->cells; k++)
        draw_cell(out, t, "kept", k, y, r->given[k]);
}

static void draw_arrow(FILE *out, size_t from, size_t to, unsigned y)
{
    fprintf(out, "<line x1=\"%u\" y1=\"%u\" x2=\"%u\" y2=\"%u\"/>\n", middle_of(from),
            y - GAP + HEIGHT, middle_of(to), y);
}

/* From what the lane loaded earlier in this step to what it stores. */
static void draw_loads(FILE *out, const struct trace *t, const struct row *r,
                       const struct trace_event *store, unsigned lane, unsigned y)
{
    const size_t one = trace_value_bytes(t->type);
    for (const struct trace_event *e = &t->event[r->step->first]; e < store; e++) {
        const size_t from = trace_place(t, e->address[lane]) / one;
        if (is_shared(e, TRACE_LOAD) && e->warp == store->warp && e->active >> lane & 1 &&
            from < r->cells)
            draw_arrow(out, from, trace_place(t, store->address[lane]) / one, y);
    }
}

static void draw_arrows(FILE *out, const struct trace *t, const struct row *r, unsigned y)
{
    for (size_t i = r->step->first; i < r->step->first + r->step->count; i++) {
        const struct trace_event *e = &t->event[i];
        for (unsigned lane = 0; lane < 32; lane++) {
            if ((e->active >> lane & 1) == 0)
                continue;
            if (r->is_lanes && e->op == TRACE_SHUFFLE && 32 * e->warp + lane < r->cells)
                draw_arrow(out, 32 * e->warp + e->source[lane], 32 * e->warp + lane, y);
            else if (!r->is_lanes && is_shared(e, TRACE_STORE) &&
                     trace_place(t, e->address[lane]) / trace_value_bytes(t->type) < r->cells)
                draw_loads(out, t, r, e, lane, y);
        }
    }
}

static void draw_head(FILE *out, const struct trace *t, size_t rows, size_t cells)
{
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %zu %zu\" "
            "font-family=\"sans-serif\" font-size=\"11\">\n",
            LEFT + cells * CELL + 20, TOP + rows * GAP);
    fputs("<style>text{text-anchor:middle}.label{text-anchor:start}rect{stroke:#777}"
          ".kept{fill:#fff}.written{fill:#bfe3c6}.conflict{fill:#f4b9a7}"
          "line{stroke:#3366aa;stroke-width:1}</style>\n",
          out);
    fprintf(out,
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\" stroke=\"none\"/>\n"
            "<text class=\"label\" x=\"8\" y=\"20\" font-size=\"14\">%s, block %u: "
            "%u threads</text>\n",
            t->kernel != NULL ? t->kernel->name : "", t->index.x, t->threads);
}

/* Draws all rows, or only counts them if out is NULL; returns how many there
 * are and sets *cells to the length of the longest. */
static size_t draw_rows(FILE *out, const struct trace *t, struct row *row, size_t *cells)
{
    size_t rows = 0;
    int were_lanes = 0;
    for (size_t i = 0; i < t->steps; i++) {
        if (!fill(row, t, i))
            continue;
        if (row->is_lanes && !were_lanes) {
            if (out != NULL)
                draw_given(out, t, row, TOP + (unsigned)rows * GAP);
            rows++;
        }
        if (out != NULL) {
            draw_row(out, t, row, TOP + (unsigned)rows * GAP);
            if (rows > 0)
                draw_arrows(out, t, row, TOP + (unsigned)rows * GAP);
        }
        rows++;
        were_lanes = row->is_lanes;
        *cells = row->cells > *cells ? row->cells : *cells;
    }
    return rows;
}

void trace_write_svg(FILE *out, const struct trace *t)
{
    struct row *row = trace_need(calloc(1, sizeof *row));
    size_t cells = 0;
    const size_t rows = draw_rows(NULL, t, row, &cells);
    draw_head(out, t, rows, cells);
    draw_rows(out, t, row, &cells);
    fputs("</svg>\n", out);
    free(row);
}
