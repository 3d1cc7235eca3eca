/*
 * Where an endless loop is. A thread that is stopped for having run too long
 * stands anywhere: in the loop's head, in a function that it calls, at an
 * instruction to which the compiler gave the line of something else. So it is
 * looked at several times before it is stopped, and what varies tells: the
 * outermost function whose line changes holds the loop, and the first of its
 * lines is the head, or next to it.
 */
#include "schedule.h"

#include "site.h"

#include <string.h>

/* One look at an observed lane is cheap, a signal comes each millisecond. */
enum { MOST_FRAMES = 16, PATIENCE = 4000, SIGNAL_LOOKS = PATIENCE / 20 };

static int is_known(const struct loop_samples *s, const void *pc)
{
    for (unsigned i = 0; i < s->count; i++)
        if (s->at[i].pc == pc)
            return 1;
    return 0;
}

int simt_loop_seen(struct worker *w, const void *pc, int is_call, uintptr_t depth)
{
    struct loop_samples *s = &w->loop;
    const unsigned thread = w->block->current, warp = thread / SIMT_WARP_SIZE;
    s->tried += is_call ? 1 : SIGNAL_LOOKS;
    if (is_call != w->block->lockstep) /* an observed lane's events tell more than a signal */
        return s->tried >= PATIENCE;
    if (s->count == 0)
        s->warp = warp;
    if (warp == s->warp && !is_known(s, pc))
        s->at[s->count++] = (struct loop_sample){ pc, depth, thread };
    s->is_call = is_call;
    return s->count == SIMT_LOOP_SAMPLES || s->tried >= PATIENCE;
}

/* The user's lines at one sample, outermost first. */
struct frames {
    struct simt_site at[MOST_FRAMES];
    unsigned count;
};

static struct frames frames_of(const struct loop_samples *s, unsigned i)
{
    struct frames f = { .count = 0 };
    const unsigned char *pc = s->at[i].pc;
    f.count = simt_site_frames(pc - (s->is_call ? 1 : 0), f.at, MOST_FRAMES);
    return f;
}

static int same_line(const struct frames *a, const struct frames *b, unsigned level)
{
    return a->count > level && b->count > level && a->at[level].line == b->at[level].line &&
           strcmp(a->at[level].file, b->at[level].file) == 0;
}

/* The samples of the outermost call: only what is deeper is left out. */
static uintptr_t outermost(const struct loop_samples *s)
{
    uintptr_t depth = s->at[0].depth;
    for (unsigned i = 1; i < s->count; i++)
        depth = s->at[i].depth < depth ? s->at[i].depth : depth;
    return depth;
}

/* How many levels of calls all samples share. */
static unsigned shared_levels(const struct frames *frames, const unsigned char *used,
                              unsigned count, unsigned first)
{
    unsigned level = 0;
    for (;; level++)
        for (unsigned i = 0; i < count; i++)
            if (used[i] && !same_line(&frames[first], &frames[i], level))
                return level;
}

/* A function's own line is where its parameters are set, and no loop. */
static int is_heading(const struct worker *w, const struct simt_site *site)
{
    const struct simt_kernel *kernel = w->launch->kernel;
    return site->line == kernel->line && strstr(kernel->file, site->file) != NULL;
}

/* The lowest line at the level, or below it if nothing stands there. */
static unsigned choose(const struct worker *w, const struct frames *frames,
                       const unsigned char *used, unsigned level)
{
    unsigned best = SIMT_LOOP_SAMPLES;
    for (unsigned i = 0; i < w->loop.count; i++) {
        if (!used[i] || frames[i].count <= level || is_heading(w, &frames[i].at[level]))
            continue;
        const unsigned line = frames[i].at[level].line, count = frames[i].count;
        if (best == SIMT_LOOP_SAMPLES || count < frames[best].count ||
            (count == frames[best].count && line < frames[best].at[level].line))
            best = i;
    }
    return best;
}

void simt_loop_place(struct worker *w)
{
    static struct frames frames[SIMT_LOOP_SAMPLES]; /* one launch fails at a time */
    unsigned char used[SIMT_LOOP_SAMPLES] = { 0 };
    const struct loop_samples *s = &w->loop;
    if (s->count == 0)
        return;
    const uintptr_t depth = outermost(s);
    unsigned first = SIMT_LOOP_SAMPLES;
    for (unsigned i = s->count; i-- > 0;) {
        frames[i] = frames_of(s, i);
        used[i] = s->at[i].depth == depth && frames[i].count > 0;
        first = used[i] ? i : first;
    }
    if (first == SIMT_LOOP_SAMPLES)
        return;
    unsigned level = shared_levels(frames, used, s->count, first);
    if (level > 0 && level == frames[first].count) /* all samples are alike */
        level--;
    const unsigned best = choose(w, frames, used, level);
    if (best == SIMT_LOOP_SAMPLES)
        return;
    w->failure.pc = s->at[best].pc;
    w->failure.pc_is_call = s->is_call;
    w->failure.thread = s->at[best].thread;
}
