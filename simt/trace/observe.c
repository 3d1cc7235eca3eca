/*
 * The observer: keeps the events of the block that SIMT_TRACE names, and writes
 * the trace when its launch has ended. Words with commas between:
 *
 *   json=FILE svg=FILE text=FILE   what to write; text goes to standard output by itself
 *   launch=N block=N               which, from 1 and from 0; the first of each
 *   type=f32|i32|u32|f64|i64       what values are; f32
 */
#include "trace.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static struct {
    struct trace trace;
    const char *json, *svg, *text;
    uint64_t launch, block;
    int now; /* this launch is the one */
    /* of the block under way */
    const struct simt_block_info *running;
    unsigned part[SIMT_MAX_BLOCK / SIMT_WARP_SIZE];
    size_t stored[SIMT_MAX_BLOCK / SIMT_WARP_SIZE]; /* the warp's last store, 1 + its event */
} the;

static pthread_mutex_t variables = PTHREAD_MUTEX_INITIALIZER;
static char words[4096];

/* ---- what is asked for ------------------------------------------------------------ */

static enum trace_type type_called(const char *name)
{
    static const char *const names[] = { "f32", "i32", "u32", "f64", "i64" };
    for (unsigned k = 0; k < sizeof names / sizeof names[0]; k++)
        if (strcmp(name, names[k]) == 0)
            return (enum trace_type)k;
    fprintf(stderr, "SIMT_TRACE: there is no type %s, only f32, i32, u32, f64, i64\n", name);
    return TRACE_F32;
}

static void read_word(const char *word)
{
    const char *value = strchr(word, '=');
    const size_t key = value == NULL ? strlen(word) : (size_t)(value - word);
    value = value == NULL ? "" : value + 1;
    if (strncmp(word, "json", key) == 0)
        the.json = value;
    else if (strncmp(word, "svg", key) == 0)
        the.svg = value;
    else if (strncmp(word, "text", key) == 0)
        the.text = value;
    else if (strncmp(word, "launch", key) == 0)
        the.launch = strtoull(value, NULL, 10);
    else if (strncmp(word, "block", key) == 0)
        the.block = strtoull(value, NULL, 10);
    else if (strncmp(word, "type", key) == 0)
        the.trace.type = type_called(value);
    else
        fprintf(stderr,
                "SIMT_TRACE: there is no %s, only json=, svg=, text=, launch=, block=, type=\n",
                word);
}

static void read_wishes(void)
{
    const char *text = getenv("SIMT_TRACE");
    char *rest = NULL;
    the.launch = 1;
    if (text == NULL)
        return;
    snprintf(words, sizeof words, "%s", text);
    for (char *word = strtok_r(words, ",", &rest); word != NULL; word = strtok_r(NULL, ",", &rest))
        read_word(word);
}

/* ---- events of the block ------------------------------------------------------------ */

static int is_watched(const struct simt_block_info *block)
{
    return the.now && block->number == the.block;
}

static struct trace_event *add_event(enum trace_op op, const struct simt_block_info *block,
                                     unsigned warp, unsigned active, const void *pc)
{
    struct trace *t = &the.trace;
    if ((t->events & (t->events - 1)) == 0) {
        const size_t room = t->events == 0 ? 1 : 2 * t->events;
        t->event = trace_need(realloc(t->event, room * sizeof *t->event));
    }
    struct trace_event *e = &t->event[t->events++];
    memset(e, 0, sizeof *e);
    e->op = op;
    e->round = block->barriers;
    e->part = the.part[warp];
    e->warp = warp;
    e->active = active;
    e->pc = pc;
    return e;
}

static void block_begin(void *state, const struct simt_block_info *block)
{
    (void)state;
    if (!is_watched(block))
        return;
    the.running = block;
    the.trace.index = block->index;
    memset(the.part, 0, sizeof the.part);
    memset(the.stored, 0, sizeof the.stored);
}

static void take_snapshot(const struct simt_block_info *block, uint64_t round, unsigned part)
{
    struct trace *t = &the.trace;
    if (t->shared_bytes == 0)
        return;
    t->snapshot = trace_need(realloc(t->snapshot, (t->snapshots + 1) * sizeof *t->snapshot));
    unsigned char *copy = trace_need(malloc(t->shared_bytes));
    for (size_t i = 0; i < t->arrays; i++)
        memcpy(copy + t->array[i].at, block->shared + t->array[i].offset, t->array[i].bytes);
    t->snapshot[t->snapshots++] = (struct trace_snapshot){ round, part, copy, t->shared_bytes };
}

static void block_end(void *state, const struct simt_block_info *block)
{
    (void)state;
    if (is_watched(block))
        take_snapshot(block, block->barriers, TRACE_LAST_PART);
}

static void take_value(struct trace_event *e, unsigned lane, const void *from)
{
    memcpy(e->value[lane], from,
           e->bytes < sizeof e->value[lane] ? e->bytes : sizeof e->value[lane]);
}

static void access_memory(void *state, const struct simt_access *a)
{
    (void)state;
    if (!is_watched(a->block) || a->space == SIMT_SPACE_UNKNOWN || a->space == SIMT_SPACE_LOCAL)
        return;
    const enum trace_op op = a->kind == SIMT_LOAD    ? TRACE_LOAD
                             : a->kind == SIMT_STORE ? TRACE_STORE
                                                     : TRACE_ATOMIC;
    struct trace_event *e = add_event(op, a->block, a->warp, a->active, a->pc);
    e->space = a->space;
    e->bytes = a->bytes;
    for (unsigned lane = 0; lane < 32; lane++) {
        if ((a->active >> lane & 1) == 0)
            continue;
        e->address[lane] = a->address[lane];
        take_value(e, lane, (const void *)a->address[lane]);
        if (a->space == SIMT_SPACE_SHARED)
            e->address[lane] -= (uintptr_t)a->block->shared;
    }
    if (op == TRACE_STORE && a->watch != NULL) {
        *a->watch |= a->active;
        the.stored[a->warp] = the.trace.events;
    }
}

/* The lane's store is done: now its value can be seen. */
static void stored(void *state, const struct simt_stored *s)
{
    (void)state;
    if (!is_watched(s->block) || the.stored[s->warp] == 0)
        return;
    struct trace_event *e = &the.trace.event[the.stored[s->warp] - 1];
    uintptr_t address = e->address[s->lane];
    if ((e->active >> s->lane & 1) == 0)
        return;
    if (e->space == SIMT_SPACE_SHARED)
        address += (uintptr_t)s->block->shared;
    take_value(e, s->lane, (const void *)address);
}

static void barrier_arrive(void *state, const struct simt_barrier_arrival *a)
{
    (void)state;
    if (is_watched(a->block))
        add_event(TRACE_BARRIER, a->block, a->warp, a->active, a->pc);
}

static void barrier_complete(void *state, const struct simt_block_info *block)
{
    (void)state;
    if (!is_watched(block))
        return;
    take_snapshot(block, block->barriers - 1, TRACE_LAST_PART);
    memset(the.part, 0, sizeof the.part);
}

static void warp_op(void *state, const struct simt_warp_op *op)
{
    static const enum trace_op ops[] = {
        [SIMT_WARP_SYNC] = TRACE_SYNC,     [SIMT_WARP_SHUFFLE] = TRACE_SHUFFLE,
        [SIMT_WARP_VOTE] = TRACE_VOTE,     [SIMT_WARP_MATCH] = TRACE_MATCH,
        [SIMT_WARP_REDUCE] = TRACE_REDUCE,
    };
    (void)state;
    if (!is_watched(op->block) || op->kind == SIMT_WARP_ACTIVE_MASK)
        return;
    struct trace_event *e = add_event(ops[op->kind], op->block, op->warp, op->active, op->pc);
    e->bytes = op->bytes;
    for (unsigned lane = 0; lane < 32; lane++) {
        if ((op->active >> lane & 1) == 0)
            continue;
        if (op->result != NULL)
            memcpy(e->value[lane], &op->result[lane], sizeof op->result[lane]);
        if (op->given != NULL)
            memcpy(e->given[lane], &op->given[lane], sizeof op->given[lane]);
        if (op->source != NULL)
            e->source[lane] = op->source[lane];
    }
    take_snapshot(op->block, op->block->barriers, the.part[op->warp]);
    the.part[op->warp]++;
}

static void shared_variable(void *state, const struct simt_shared_variable *v)
{
    struct trace *t = &the.trace;
    (void)state;
    if (!the.now)
        return;
    pthread_mutex_lock(&variables);
    t->array = trace_need(realloc(t->array, (t->arrays + 1) * sizeof *t->array));
    t->array[t->arrays++] = (struct trace_array){ v->name, v->offset, v->bytes, t->shared_bytes };
    t->shared_bytes += v->bytes;
    pthread_mutex_unlock(&variables);
}

/* ---- the launch --------------------------------------------------------------------- */

static void launch_begin(const struct simt_launch_info *launch)
{
    static uint64_t launches;
    if (launches++ == 0)
        read_wishes();
    the.now = launches == the.launch && (the.json != NULL || the.svg != NULL || the.text != NULL);
    if (!the.now)
        return;
    the.trace.kernel = launch->kernel;
    the.trace.config = *launch->config;
    the.trace.launch = launches;
    the.trace.threads = (unsigned)launch->threads;
}

static void to_file(const char *path, void (*write)(FILE *out, const struct trace *trace))
{
    if (path == NULL)
        return;
    FILE *out = path[0] == '\0' || strcmp(path, "-") == 0 ? stdout : fopen(path, "w");
    if (out == NULL) {
        perror(path);
        return;
    }
    write(out, &the.trace);
    if (out != stdout && fclose(out) != 0)
        perror(path);
}

static void launch_end(const struct simt_launch_info *launch)
{
    if (!the.now)
        return;
    the.now = 0;
    if (launch->error != 0)
        fprintf(stderr, "SIMT_TRACE: the launch ended early, with CUDA error %d\n", launch->error);
    if (the.running == NULL)
        fprintf(stderr, "SIMT_TRACE: there is no block %llu in this grid\n",
                (unsigned long long)the.block);
    trace_complete(&the.trace);
    to_file(the.json, trace_write_json);
    to_file(the.svg, trace_write_svg);
    to_file(the.text, trace_write_text);
}

extern const struct simt_observer simt_trace_observer; /* linkers pull it in by name */
const struct simt_observer simt_trace_observer = {
    .name = "trace",
    .launch_begin = launch_begin,
    .launch_end = launch_end,
    .block_begin = block_begin,
    .block_end = block_end,
    .access = access_memory,
    .stored = stored,
    .barrier_arrive = barrier_arrive,
    .barrier_complete = barrier_complete,
    .warp_op = warp_op,
    .shared_variable = shared_variable,
};
SIMT_OBSERVER(simt_trace_observer);
