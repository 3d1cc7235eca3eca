#include "harness.h"

#include "free_memory.h"
#include "host.h"
#include "session.h"

#include <stdlib.h>

static const size_t default_n = (size_t)1 << 20;

/* What one timed run sums. */
struct loop {
    struct host *host;
    const float *in;
    size_t n;
    float sum;
};

static void run_loop(void *self)
{
    struct loop *loop = self;
    loop->sum = loop->host->reduce(loop->in, loop->n);
}

static int time_host(void *self, const float *in, size_t n, unsigned repeat, struct times *times,
                     float *sum, struct failure *why)
{
    struct loop loop = { self, in, n, 0 };
    *times = (struct times){ 0 };
    const int status = timer_host(run_loop, &loop, repeat, &times->run, why);
    *sum = loop.sum;
    return status;
}

static void describe_host(void *self, struct report *report)
{
    (void)self;
    (void)report; /* no passes, no barriers */
}

static int open_room(struct host *host, size_t largest, struct failure *why)
{
    char room[32];
    host->capacity = largest + 4;
    const size_t bytes = host->capacity * sizeof *host->room;
    host->room = bytes > free_memory() ? NULL : malloc(bytes);
    if (host->room == NULL) {
        return fail(why, EXIT_USAGE, "%zu floats do not fit in memory twice (%s are free)", largest,
                    memory_words(room, sizeof room, free_memory()));
    }
    return 0;
}

static int run(struct session *session, struct host *host, struct failure *why)
{
    session->report.backend = "host";
    session->report.device = "one CPU core";
    session->report.why = "";
    session->report.run_only = true;
    int status = session_load(session, default_n, why);
    if (status == 0) {
        status = open_room(host, session_largest(session), why);
    }
    if (status == 0) {
        const struct summer summer = { host_subject(host), time_host, describe_host, host };
        status = session_run(session, &summer, why);
    }
    free(host->room);
    return status > EXIT_WRONG ? status : session_report(session, status, why);
}

int harness_main_host(int argc, char **argv, float (*reduce)(const float *in, size_t n))
{
    struct host host = { .reduce = reduce };
    struct session session;
    struct failure why;
    bool help = false;
    int status = session_open(&session, argc, argv, 0, &help, &why);
    if (status == 0 && !help) {
        status = run(&session, &host, &why);
    }
    return session_close(&session, status, &why);
}
