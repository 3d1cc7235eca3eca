#include "counters.h"

#include "event.h"

#include <stdatomic.h>

/* TEMPORARY-INTEGRATION */
static struct counters now;
static _Atomic uint64_t barriers;

static void launch_end(const struct simt_launch_info *launch)
{
    now.launches++;
    now.blocks += launch->blocks;
    now.threads += launch->blocks * launch->threads;
}

static void barrier_complete(void *state, const struct simt_block_info *block)
{
    (void)state, (void)block;
    atomic_fetch_add(&barriers, 1);
}

static const struct simt_observer observer = { .name = "exercises",
                                               .launch_end = launch_end,
                                               .barrier_complete = barrier_complete };
SIMT_OBSERVER(observer);

void counters_start(void)
{
    now = (struct counters){ 0 };
    atomic_store(&barriers, 0);
}

void counters_read(struct counters *counters)
{
    *counters = now;
    counters->barriers = atomic_load(&barriers);
}

unsigned counters_findings(const char **lines)
{
    *lines = "";
    return 0;
}
