#include "clocks.h"

#include <stddef.h>
#include <stdlib.h>

/* By number; 0 is the default stream. */
static struct stream {
    const void *handle;
    int is_apart;
    uint32_t turns; /* begun so far */
    struct clock clock;
} streams[CLOCKS_STREAMS];
static unsigned stream_count = 1;
static int too_many;

static struct clock host;

static struct event {
    const void *handle;
    struct clock clock;
    struct event *next;
} * events;

static void join(struct clock *into, const struct clock *from)
{
    for (unsigned i = 0; i < stream_count; i++)
        if (from->turn[i] > into->turn[i])
            into->turn[i] = from->turn[i];
}

int clocks_matter(void)
{
    return stream_count > 1 && !too_many;
}

void clocks_stream_made(const void *stream, int is_apart)
{
    if (stream_count == CLOCKS_STREAMS) {
        too_many = 1;
        return;
    }
    streams[stream_count++] = (struct stream){ .handle = stream, .is_apart = is_apart };
}

/* The latest first: a handle may be that of a stream that is gone. */
unsigned clocks_stream(const void *stream)
{
    for (unsigned i = stream_count; stream != NULL && i-- > 1;)
        if (streams[i].handle == stream)
            return i;
    return 0;
}

/* The default stream waits for the others, and they for it. */
static void join_default(unsigned stream)
{
    if (stream != 0) {
        if (!streams[stream].is_apart)
            join(&streams[stream].clock, &streams[0].clock);
        return;
    }
    for (unsigned i = 1; i < stream_count; i++)
        if (!streams[i].is_apart)
            join(&streams[0].clock, &streams[i].clock);
}

uint32_t clocks_begin(unsigned stream, struct clock *clock)
{
    struct stream *s = &streams[stream];
    join(&s->clock, &host);
    join_default(stream);
    *clock = s->clock;
    s->clock.turn[stream] = ++s->turns;
    return s->turns;
}

void clocks_await_stream(unsigned stream)
{
    join(&host, &streams[stream].clock);
}

void clocks_await_all(void)
{
    for (unsigned i = 0; i < stream_count; i++)
        join(&host, &streams[i].clock);
}

static struct event *find_event(const void *handle)
{
    struct event *event = events;
    while (event != NULL && event->handle != handle)
        event = event->next;
    return event;
}

void clocks_await_event(const void *event)
{
    const struct event *found = find_event(event);
    if (found != NULL)
        join(&host, &found->clock);
}

/* The event stands for all that is in the stream so far. */
void clocks_record(const void *event, unsigned stream)
{
    struct event *found = find_event(event);
    if (found == NULL && (found = calloc(1, sizeof *found)) != NULL) {
        found->handle = event;
        found->next = events;
        events = found;
    }
    join(&streams[stream].clock, &host);
    join_default(stream);
    if (found != NULL)
        found->clock = streams[stream].clock;
}

void clocks_join(unsigned stream, const void *event)
{
    const struct event *found = find_event(event);
    if (found != NULL)
        join(&streams[stream].clock, &found->clock);
}
