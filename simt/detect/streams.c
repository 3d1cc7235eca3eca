/*
 * For each word of global memory the last work that wrote to it and the last that
 * read it. Work of one kernel is one: what its threads do among themselves is
 * race.c's. Only words that are touched as a whole count, so that neighbours in
 * one word do not race.
 */
#include "streams.h"

#include "clocks.h"
#include "name_place.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD = 4, PAGE_WORDS = 4096, SLOTS = 4096, MOST_WORK = 1 << 20, WORK_CHUNK = 1024 };

/* A kernel or a copy. */
struct work {
    const char *what; /* the kernel's name, or the call */
    int is_kernel;
    unsigned stream;
    uint32_t turn;
    const char *file; /* of a kernel */
    unsigned line;
    const void *pc; /* of a copy */
};

struct word {
    _Atomic uint32_t writer, reader; /* numbers of work; 0: none */
};

/* Words by address, in a table that only grows. */
struct page {
    uintptr_t number;
    struct page *next;
    struct word word[PAGE_WORDS];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* all below but words and pages */
static struct work *works[MOST_WORK / WORK_CHUNK];
static uint32_t work_count = 1;
static _Atomic(struct page *) pages[SLOTS];

/* The kernel that runs; launches come one by one. */
static uint32_t kernel_work; /* 0: it is not watched */
static struct clock kernel_clock;

static struct work *work_of(uint32_t number)
{
    return &works[number / WORK_CHUNK][number % WORK_CHUNK];
}

/* Under the lock. 0 when there has been too much to remember. */
static uint32_t new_work(const struct work *work)
{
    struct work **chunk = &works[work_count / WORK_CHUNK % (MOST_WORK / WORK_CHUNK)];
    if (work_count == MOST_WORK)
        return 0;
    if (*chunk == NULL && (*chunk = calloc(WORK_CHUNK, sizeof **chunk)) == NULL)
        return 0;
    *work_of(work_count) = *work;
    return work_count++;
}

static struct word *word_of(uintptr_t address)
{
    const uintptr_t number = address / WORD / PAGE_WORDS;
    _Atomic(struct page *) *slot = &pages[number % SLOTS];
    struct page *first = atomic_load_explicit(slot, memory_order_acquire);
    for (;;) {
        for (struct page *page = first; page != NULL; page = page->next)
            if (page->number == number)
                return &page->word[address / WORD % PAGE_WORDS];
        struct page *made = calloc(1, sizeof *made);
        if (made == NULL)
            return NULL;
        made->number = number;
        made->next = first;
        if (atomic_compare_exchange_strong(slot, &first, made))
            return &made->word[address / WORD % PAGE_WORDS];
        free(made); /* somebody was faster: `first` is what is there now */
    }
}

/* The earlier work that the clock's owner races with at the word, or 0. */
static uint32_t rival(struct word *word, uint32_t me, const struct clock *clock, int writes)
{
    const uint32_t writer = atomic_load_explicit(&word->writer, memory_order_relaxed);
    const uint32_t reader = atomic_load_explicit(&word->reader, memory_order_relaxed);
    if (writer != 0 && writer != me &&
        !clocks_ordered(clock, work_of(writer)->stream, work_of(writer)->turn))
        return writer;
    if (writes && reader != 0 && reader != me &&
        !clocks_ordered(clock, work_of(reader)->stream, work_of(reader)->turn))
        return reader;
    return 0;
}

static void note(struct word *word, uint32_t me, int writes)
{
    _Atomic uint32_t *place = writes ? &word->writer : &word->reader;
    if (atomic_load_explicit(place, memory_order_relaxed) != me)
        atomic_store_explicit(place, me, memory_order_relaxed);
}

/* ---- telling ------------------------------------------------------------------------- */

static void describe_work(const struct work *work, char *text, size_t room)
{
    const char *kernel = work->is_kernel ? "kernel " : "";
    if (work->stream == 0)
        snprintf(text, room, "%s%.60s in the default stream", kernel, work->what);
    else
        snprintf(text, room, "%s%.60s in stream %u", kernel, work->what, work->stream);
}

static void fill_other(const struct work *work, int wrote, struct finding *f)
{
    f->other = (struct finding_side){ .pc = work->pc,
                                      .pc_is_call = 1,
                                      .file = work->file,
                                      .line = work->line,
                                      .what = wrote ? "written" : "read" };
}

static void tell(const struct work *earlier, const struct work *me, uintptr_t address, int wrote,
                 int writes, struct finding *f)
{
    char object[200], other[100], mine[100];
    name_global(address, WORD, object, sizeof object);
    describe_work(earlier, other, sizeof other);
    describe_work(me, mine, sizeof mine);
    fill_other(earlier, wrote, f);
    snprintf(f->object, sizeof f->object, "%s", object);
    snprintf(f->message, sizeof f->message, "%.120s is %s by %s, and nothing makes it wait for %s",
             object, writes ? "written" : "read", mine, other);
    finding_add(f);
}

static int wrote(const struct word *word, uint32_t work)
{
    return atomic_load_explicit(&((struct word *)(uintptr_t)word)->writer, memory_order_relaxed) ==
           work;
}

/* ---- copies ---------------------------------------------------------------------------- */

/* Under the lock. */
static void touch_range(uint32_t me, const struct clock *clock, uintptr_t from, size_t bytes,
                        int writes)
{
    const uintptr_t end = (from + bytes) / WORD * WORD;
    int told = 0;
    for (uintptr_t at = (from + WORD - 1) / WORD * WORD; at < end; at += WORD) {
        struct word *word = word_of(at);
        if (word == NULL)
            return;
        const uint32_t earlier = told ? 0 : rival(word, me, clock, writes);
        if (earlier != 0) {
            const struct work *work = work_of(earlier), *mine = work_of(me);
            struct finding f = { .name = FINDING_STREAM_RACE };
            f.here = (struct finding_side){ .pc = mine->pc, .pc_is_call = 1 };
            told = 1;
            if (!finding_known(FINDING_STREAM_RACE, mine->pc, work->pc, 0))
                tell(work, mine, at, wrote(word, earlier), writes, &f);
        }
        note(word, me, writes);
    }
}

/* What the device can reach; the rest is the host's own. */
static int is_reachable(const void *address)
{
    struct simt_allocation found;
    return address != NULL && simt_memory_find(address, &found);
}

void streams_copied(const struct simt_host_copy *copy)
{
    pthread_mutex_lock(&lock);
    if (clocks_matter()) {
        struct clock clock;
        struct work work = { .what = copy->what, .pc = copy->pc };
        work.stream = clocks_stream(copy->stream);
        work.turn = clocks_begin(work.stream, &clock);
        const uint32_t me = new_work(&work);
        if (me != 0 && is_reachable(copy->from))
            touch_range(me, &clock, (uintptr_t)copy->from, copy->bytes, 0);
        if (me != 0 && is_reachable(copy->to))
            touch_range(me, &clock, (uintptr_t)copy->to, copy->bytes, 1);
        if (!copy->is_async || !is_reachable(copy->to) ||
            (copy->from != NULL && !is_reachable(copy->from)))
            clocks_await_stream(work.stream); /* pageable memory: the call waits */
    }
    pthread_mutex_unlock(&lock);
}

/* ---- kernels --------------------------------------------------------------------------- */

void streams_launched(const struct simt_launch_info *launch)
{
    pthread_mutex_lock(&lock);
    kernel_work = 0;
    if (clocks_matter()) {
        struct work work = { .what = launch->kernel->name,
                             .is_kernel = 1,
                             .file = launch->kernel->file,
                             .line = launch->kernel->line };
        work.stream = clocks_stream(launch->config->stream);
        work.turn = clocks_begin(work.stream, &kernel_clock);
        kernel_work = new_work(&work);
    }
    pthread_mutex_unlock(&lock);
}

static void found(const struct worker_state *worker, const struct block_state *block,
                  const struct simt_access *a, unsigned lane, uintptr_t address, uint32_t earlier,
                  int earlier_wrote)
{
    const unsigned thread = a->warp * SIMT_WARP_SIZE + lane;
    const struct work *work = work_of(earlier);
    const uint64_t rank = state_rank(block->order.block, thread);
    struct finding f = { .name = FINDING_STREAM_RACE,
                         .kernel = worker->launch->info->kernel->name,
                         .rank = rank };
    if (finding_known(FINDING_STREAM_RACE, a->pc, work->pc, rank))
        return;
    state_fill_side(&f.here, a->pc, block->order.block, thread);
    tell(work, work_of(kernel_work), address, earlier_wrote, a->kind != SIMT_LOAD, &f);
}

void streams_access(struct worker_state *worker, struct block_state *block,
                    const struct simt_access *a)
{
    if (kernel_work == 0 || (a->space != SIMT_SPACE_GLOBAL && a->space != SIMT_SPACE_SYMBOL))
        return;
    const int writes = a->kind != SIMT_LOAD;
    for (unsigned lanes = a->active; lanes != 0; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(lanes);
        const uintptr_t end = (a->address[lane] + a->bytes) / WORD * WORD;
        uintptr_t at = (a->address[lane] + WORD - 1) / WORD * WORD;
        for (; at < end; at += WORD) {
            struct word *word = word_of(at);
            if (word == NULL)
                return;
            const uint32_t earlier = rival(word, kernel_work, &kernel_clock, writes);
            if (earlier != 0)
                found(worker, block, a, lane, at, earlier, wrote(word, earlier));
            note(word, kernel_work, writes);
        }
    }
}

/* ---- the host -------------------------------------------------------------------------- */

void streams_op(const struct simt_stream_op *op)
{
    pthread_mutex_lock(&lock);
    switch (op->kind) {
    case SIMT_STREAM_CREATED:
        clocks_stream_made(op->stream, op->is_apart);
        break;
    case SIMT_STREAM_AWAITED:
        if (op->stream == NULL)
            clocks_await_all();
        else
            clocks_await_stream(clocks_stream(op->stream));
        break;
    case SIMT_EVENT_RECORDED:
        clocks_record(op->event, clocks_stream(op->stream));
        break;
    case SIMT_EVENT_JOINED:
        clocks_join(clocks_stream(op->stream), op->event);
        break;
    case SIMT_EVENT_AWAITED:
        clocks_await_event(op->event);
        break;
    }
    pthread_mutex_unlock(&lock);
}

void streams_released(void)
{
    pthread_mutex_lock(&lock);
    clocks_await_all();
    pthread_mutex_unlock(&lock);
}
