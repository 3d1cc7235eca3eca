/*
 * The message of a launch that ended badly: what, where, who, who waits for
 * whom, and what to do. Runs on the worker's own stack; the lanes stand still.
 */
#include "schedule.h"

#include "simt_memory.h"
#include "site.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POSITION = 300, LINES = 24, MAX_CLASSES = SIMT_WARP_SIZE };

/* Lanes of a warp that stand at the same place. */
struct standing {
    unsigned lanes;
    const char *what; /* the call they wait in, or "runs" */
    const void *site; /* NULL: unknown */
    int is_call;
    unsigned mask, missing; /* of a warp operation: named; waited for */
};

static char *position_text(const void *site, int is_call, char *text)
{
    if (site == NULL || site == SIMT_IN_CORE)
        snprintf(text, POSITION, "?");
    else
        simt_site_text((const unsigned char *)site + (is_call ? 0 : 1), text, POSITION);
    return text;
}

static int is_one(unsigned lanes)
{
    return (lanes & (lanes - 1)) == 0;
}

/* "lane 5", "lanes 0-3,7" */
static char *lanes_text(unsigned lanes, char *text, size_t bytes)
{
    size_t used = (size_t)snprintf(text, bytes, is_one(lanes) ? "lane" : "lanes");
    char before = ' ';
    for (unsigned i = 0; i < SIMT_WARP_SIZE && used + 8 < bytes; i++) {
        unsigned last = i;
        if ((lanes >> i & 1) == 0)
            continue;
        while (last + 1 < SIMT_WARP_SIZE && (lanes >> (last + 1) & 1))
            last++;
        used += (size_t)snprintf(text + used, bytes - used, last > i ? "%c%u-%u" : "%c%u", before,
                                 i, last);
        before = ',';
        i = last;
    }
    return text;
}

static const struct group *group_of(const struct warp *p, unsigned lane)
{
    for (unsigned entries = p->groups; entries != 0; entries &= entries - 1) {
        const struct group *g = &p->group[simt_first(entries)];
        if (g->arrived >> lane & 1)
            return g;
    }
    return NULL;
}

static struct standing standing_of(const struct failure *f, unsigned thread)
{
    const struct block *b = f->block;
    const unsigned warp = thread / SIMT_WARP_SIZE, lane = thread % SIMT_WARP_SIZE;
    const struct warp *p = &b->warp[warp];
    const struct group *g = group_of(p, lane);
    struct standing s = { .site = b->site[thread], .is_call = 1 };
    if (g != NULL) {
        s.what = simt_op_name(g->op);
        s.site = g->site;
        s.mask = g->mask;
        s.missing = g->mask & p->alive & ~g->arrived;
    } else if (p->at_grid >> lane & 1) {
        s.what = "grid.sync()";
    } else if (thread == f->thread) {
        s.site = f->pc;
        s.is_call = f->pc_is_call;
    } else if (p->parked >> lane & 1) {
        s.site = simt_parked_pc(p, lane);
    } else if ((p->later | p->todo | b->ready[warp]) >> lane & 1) {
        if (b->context[thread] == NULL || (p->later >> lane & 1) == 0)
            s.site = NULL;
    } else {
        s.what = "__syncthreads";
        s.site = b->barrier_site;
    }
    return s;
}

static int same_place(const struct standing *a, const struct standing *b)
{
    return a->what == b->what && a->mask == b->mask &&
           (a->site == b->site || (a->site != NULL && b->site != NULL && a->is_call && b->is_call &&
                                   simt_site_same(a->site, b->site)));
}

static unsigned classify(const struct failure *f, unsigned warp, struct standing *classes)
{
    unsigned count = 0;
    for (unsigned lanes = f->block->warp[warp].alive; lanes != 0; lanes &= lanes - 1) {
        const unsigned lane = simt_first(lanes);
        struct standing s = standing_of(f, warp * SIMT_WARP_SIZE + lane);
        unsigned i = 0;
        while (i < count && !same_place(&classes[i], &s))
            i++;
        if (i == count)
            classes[count++] = s;
        classes[i].lanes |= 1u << lane;
    }
    return count;
}

static void describe_standing(const struct standing *s, unsigned alive, char *text, size_t bytes)
{
    char lanes[100], missing[100], position[POSITION];
    position_text(s->site, s->is_call, position);
    if (s->lanes == alive)
        snprintf(lanes, sizeof lanes, "all lanes");
    else
        lanes_text(s->lanes, lanes, sizeof lanes);
    const int one = s->lanes != alive && is_one(s->lanes);
    if (s->what == NULL && s->site == NULL)
        snprintf(text, bytes, "%s can run", lanes);
    else if (s->what == NULL)
        snprintf(text, bytes, "%s %s at %s", lanes, one ? "runs" : "run", position);
    else if (s->missing != 0)
        snprintf(text, bytes, "%s %s in %s at %s for %s", lanes, one ? "waits" : "wait", s->what,
                 position, lanes_text(s->missing, missing, sizeof missing));
    else
        snprintf(text, bytes, "%s %s in %s at %s", lanes, one ? "waits" : "wait", s->what,
                 position);
}

static void describe_warp(const struct failure *f, unsigned warp, char *text, size_t bytes)
{
    struct standing classes[MAX_CLASSES] = { { .lanes = 0 } };
    const unsigned alive = f->block->warp[warp].alive;
    const unsigned count = classify(f, warp, classes);
    size_t used = 0;
    text[0] = '\0';
    if (count == 0)
        snprintf(text, bytes, "all lanes have left the kernel");
    for (unsigned i = 0; i < count && used + 1 < bytes; i++) {
        if (i > 0)
            used += (size_t)snprintf(text + used, bytes - used, "; ");
        if (used + 1 < bytes)
            describe_standing(&classes[i], alive, text + used, bytes - used);
        used += strlen(text + used);
    }
}

/* One line for each run of warps that stand alike. */
static void list_lanes(const struct failure *f)
{
    enum { TEXT = 2000 };
    char *here = malloc(TEXT), *next = malloc(TEXT);
    unsigned lines = 0;
    for (unsigned warp = 0; here != NULL && next != NULL && warp < f->block->warps;) {
        unsigned last = warp;
        describe_warp(f, warp, here, TEXT);
        for (; last + 1 < f->block->warps; last++) {
            describe_warp(f, last + 1, next, TEXT);
            if (strcmp(here, next) != 0)
                break;
        }
        if (++lines > LINES) {
            fprintf(stderr, "  …\n");
            break;
        }
        if (last > warp)
            fprintf(stderr, "  warps %u-%u: %s\n", warp, last, here);
        else
            fprintf(stderr, "  warp %u: %s\n", warp, here);
        warp = last + 1;
    }
    free(here);
    free(next);
}

static const char *access_text(int access)
{
    return access == 'r' ? "invalid read" : access == 'w' ? "invalid write" : "invalid access";
}

static int is_overflow(const struct worker *w)
{
    return simt_stack_guards(&w->stacks, w->failure.address);
}

static void explain_address(const struct failure *f, char *text, size_t bytes)
{
    char where[300];
    if (!simt_shared_describe(f->block, f->address, where, sizeof where))
        simt_memory_describe(f->address, where, sizeof where);
    snprintf(text, bytes, "%s at address %p: %s", access_text(f->access), f->address, where);
}

static void explain_signal(const struct worker *w, char *text, size_t bytes, const char **advice)
{
    const struct failure *f = &w->failure;
    if (f->signal == SIGFPE) {
        snprintf(text, bytes, "integer division by zero, or overflow of a division");
        *advice = "a GPU goes on with a meaningless value here: test the divisor first";
    } else if (f->signal == SIGILL) {
        snprintf(text, bytes,
                 "the compiler saw that this code can have no meaning, and put a trap "
                 "in its place");
        *advice = "look for a division by zero, or a path without a return, that is certain";
    } else if (f->signal == SIGABRT) {
        snprintf(text, bytes, "abort() ended the kernel");
        *advice = "a GPU has no abort(): use assert, or __trap()";
    } else if (f->is_wild) {
        snprintf(text, bytes, "%s through a pointer whose bits are no address",
                 access_text(f->access));
        *advice = "check the pointer's arithmetic, and that it was initialised";
    } else if (is_overflow(w)) {
        snprintf(text, bytes, "stack overflow: the thread used more than its %zu bytes",
                 simt_stack_bytes());
        *advice = "end the recursion, make local arrays smaller, or set SIMT_STACK, e.g. to 1m";
    } else {
        explain_address(f, text, bytes);
        *advice =
            "check the index against the length, and that the pointer came from cudaMalloc or "
            "cudaMallocManaged";
    }
}

static void print_place(const struct simt_failure *f)
{
    struct simt_site site = { "?", 0, "?" };
    const int known = f->pc != NULL && (f->pc_is_call ? simt_site_of_call(f->pc, &site)
                                                      : simt_site_of_pc(f->pc, &site));
    if (known && !simt_site_is_internal(site.file))
        fprintf(stderr, "%s:%u: error: ", site.file, site.line);
    else
        fprintf(stderr, "%s:%u: error: ", f->kernel->file, f->kernel->line);
}

static void print_headline(const struct simt_failure *f)
{
    print_place(f);
    fprintf(stderr, "%s [kernel %s", f->text, f->kernel->name);
    if (f->has_lane)
        fprintf(stderr, ", block (%u,%u,%u), thread (%u,%u,%u)", f->block.x, f->block.y, f->block.z,
                f->thread.x, f->thread.y, f->thread.z);
    fprintf(stderr, "]\n");
}

static struct simt_failure summary(const struct worker *w, const char *text, const char *advice)
{
    const struct failure *f = &w->failure;
    struct simt_failure s = { .kind = f->kind,
                              .code = f->code,
                              .kernel = w->launch->kernel,
                              .has_lane = f->block != NULL,
                              .pc = f->pc != SIMT_IN_CORE ? f->pc : NULL,
                              .pc_is_call = f->pc_is_call,
                              .address = f->address,
                              .other = f->other,
                              .text = text,
                              .advice = advice };
    if (s.has_lane) {
        s.block = f->block->index;
        s.thread = w->launch->index[f->thread];
        s.warp = f->thread / SIMT_WARP_SIZE;
        s.lane = f->thread % SIMT_WARP_SIZE;
    }
    return s;
}

/* The first warp operation that waits in vain, and for whom: the headline of a
 * deadlock. 0 without one. */
static int explain_deadlock(const struct failure *f, char *text, size_t bytes)
{
    for (unsigned warp = 0; warp < f->block->warps; warp++) {
        struct standing classes[MAX_CLASSES] = { { .lanes = 0 } };
        const unsigned count = classify(f, warp, classes);
        char waiting[POSITION + 100], others[POSITION + 100];
        for (unsigned i = 0; i < count; i++) {
            if (classes[i].missing == 0)
                continue;
            unsigned k = 0;
            while (k + 1 < count && (classes[k].lanes & classes[i].missing) == 0)
                k++;
            char first[100], then[100], here[POSITION], there[POSITION];
            snprintf(waiting, sizeof waiting, "%s of warp %u %s in %s at %s",
                     lanes_text(classes[i].lanes, first, sizeof first), warp,
                     is_one(classes[i].lanes) ? "waits" : "wait", classes[i].what,
                     position_text(classes[i].site, classes[i].is_call, here));
            snprintf(others, sizeof others, "for %s, which %s in %s at %s",
                     lanes_text(classes[i].missing, then, sizeof then),
                     is_one(classes[i].missing) ? "waits" : "wait",
                     classes[k].what != NULL ? classes[k].what : "a loop",
                     position_text(classes[k].site, classes[k].is_call, there));
            snprintf(text, bytes, "deadlock: %s %s", waiting, others);
            return 1;
        }
    }
    return 0;
}

void simt_report(const struct worker *w)
{
    const struct failure *f = &w->failure;
    const char *advice = f->advice;
    char text[1200];
    snprintf(text, sizeof text, "%s", f->text);
    if (f->signal != 0)
        explain_signal(w, text, sizeof text, &advice);
    if (f->kind == SIMT_FAILED_DEADLOCK)
        explain_deadlock(f, text, sizeof text);
    fflush(stdout);
    const struct simt_failure told = summary(w, text, advice);
    const int is_told = simt_emit_failed(&told);
    if (!is_told)
        print_headline(&told);
    if (f->list_lanes && f->block != NULL)
        list_lanes(f);
    if (!is_told && advice[0] != '\0')
        fprintf(stderr, "  advice: %s\n", advice);
}
