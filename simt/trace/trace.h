/*
 * One block of one launch, event by event, and what is made of it: JSON, a
 * picture as SVG, a picture as text. docs/trace-format.md describes them.
 *
 * A step is what happens between two points where lanes wait for each other:
 * the block's barriers, and between these each warp's own __syncwarp and
 * shuffles. A warp operation is the last event of its warp's step.
 */
#ifndef SIMT_TRACE_H
#define SIMT_TRACE_H

#include "event.h"

#include <stdio.h>

enum trace_op {
    TRACE_LOAD,
    TRACE_STORE,
    TRACE_ATOMIC,
    TRACE_BARRIER,
    TRACE_SYNC,
    TRACE_SHUFFLE,
    TRACE_VOTE,
    TRACE_MATCH,
    TRACE_REDUCE
};

/* How the bits of a value are shown. */
enum trace_type { TRACE_F32, TRACE_I32, TRACE_U32, TRACE_F64, TRACE_I64 };

struct trace_event {
    enum trace_op op;
    unsigned step;  /* index into trace->step, set when the trace is complete */
    uint64_t round; /* barriers that the block had completed */
    unsigned part;  /* the warp's own operations since then */
    unsigned warp, active;
    const void *pc;
    enum simt_space space;       /* memory only */
    unsigned bytes;              /* per lane */
    uintptr_t address[32];       /* by lane; of shared memory: offsets in the block's */
    unsigned char value[32][16]; /* by lane: read, written, or what the operation gave */
    unsigned char given[32][8];  /* shuffles: what the lane passed */
    unsigned source[32];         /* shuffles: the lane that it reads */
};

struct trace_array {
    const char *name;
    size_t offset, bytes; /* in the block's shared memory */
    size_t at;            /* in a snapshot, which holds one array after the other */
};

struct trace_step {
    uint64_t round;
    unsigned part;
    size_t first, count;                /* its events, after sorting */
    const struct trace_snapshot *after; /* NULL: there is none */
};

/* The block's shared memory at the end of a part of a round, or of the whole. */
struct trace_snapshot {
    uint64_t round;
    unsigned part; /* TRACE_LAST_PART: the round is complete */
    unsigned char *shared;
    size_t bytes; /* arrays that were declared later are not in it */
};

#define TRACE_LAST_PART (~0u)

struct trace {
    const struct simt_kernel *kernel;
    struct simt_config config;
    uint64_t launch;
    struct simt_dim3 index; /* of the block */
    enum trace_type type;
    unsigned threads;
    size_t shared_bytes; /* of all arrays */
    struct trace_event *event;
    size_t events;
    struct trace_array *array;
    size_t arrays;
    struct trace_snapshot *snapshot; /* in order of time */
    size_t snapshots;
    struct trace_step *step;
    size_t steps;
};

/* Passes memory on; ends the program, with a message, if there is none. */
void *trace_need(void *memory);
/* Orders the events by step and finds the steps. */
void trace_complete(struct trace *trace);

/* The user's line of an event, 0 if unknown. */
unsigned trace_line(const struct trace_event *event);
/* "load", "store", ... */
const char *trace_op_name(enum trace_op op);
/* The array that holds this offset of shared memory, or NULL. */
const struct trace_array *trace_array_at(const struct trace *trace, uintptr_t offset);
/* Where an offset of shared memory lies in a snapshot; (size_t)-1 outside of all arrays. */
size_t trace_place(const struct trace *trace, uintptr_t offset);
/* What the array holds after the step; NULL if it is not known. */
const unsigned char *trace_contents(const struct trace_step *step, const struct trace_array *array);
/* Bytes of one value of the trace's type. */
size_t trace_value_bytes(enum trace_type type);
/* Writes a value as a number into text; "null" for NaN and infinities if `json`,
 * "·" for what was never written otherwise. Returns text. */
const char *trace_value_text(enum trace_type type, const unsigned char *value, int json,
                             char text[40]);
/* What a shared access or a global one costs: wavefronts and conflicts, or sectors. */
void trace_cost(const struct trace_event *event, unsigned *wavefronts, unsigned *conflicts,
                unsigned *sectors);

void trace_write_json(FILE *out, const struct trace *trace);
void trace_write_svg(FILE *out, const struct trace *trace);
void trace_write_text(FILE *out, const struct trace *trace);

#endif
