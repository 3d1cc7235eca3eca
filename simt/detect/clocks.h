/*
 * Which work is ordered before which: a clock for each stream and one for the
 * host. A piece of work (a kernel, a copy) has the number of its stream and of
 * its turn there; a stream's clock says up to which turn of each other stream
 * everything is done before what comes next.
 *
 * Host threads share one clock, and the default stream is the legacy one: it
 * waits for all streams that are not apart, and they wait for it.
 *
 * Not locked: the caller does.
 */
#ifndef SIMT_DETECT_CLOCKS_H
#define SIMT_DETECT_CLOCKS_H

#include <stdint.h>

enum { CLOCKS_STREAMS = 64 /* with the default one, 0 */ };

struct clock {
    uint32_t turn[CLOCKS_STREAMS];
};

/* 1 once there is a stream besides the default one (and fewer than too many). */
int clocks_matter(void);
void clocks_stream_made(const void *stream, int is_apart);
/* The stream's number; 0 for the default streams and unknown ones. */
unsigned clocks_stream(const void *stream);

/* New work in the stream: returns its turn and fills in its clock. */
uint32_t clocks_begin(unsigned stream, struct clock *clock);
/* The host has waited: for a stream, for all, for an event. */
void clocks_await_stream(unsigned stream);
void clocks_await_all(void);
void clocks_await_event(const void *event);
void clocks_record(const void *event, unsigned stream);
void clocks_join(unsigned stream, const void *event);

/* 1 if work number `turn` of a stream is ordered before what has this clock. */
static inline int clocks_ordered(const struct clock *clock, unsigned stream, uint32_t turn)
{
    return clock->turn[stream] >= turn;
}

#endif
