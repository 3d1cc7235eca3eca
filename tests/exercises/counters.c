#include "counters.h"

#include "count.h"
#include "detect.h"

static size_t begin; /* the first launch that counts */
static size_t found; /* findings before it */

void counters_start(void)
{
    begin = simt_count_launches();
    found = simt_detect_count();
}

static void add(struct counters *counters, const struct simt_count_launch *launch)
{
    const uint64_t *value = launch->value;
    counters->launches++;
    counters->blocks += launch->blocks;
    counters->threads += launch->threads;
    counters->barriers += value[SIMT_COUNT_BARRIERS_COMPLETED];
    counters->shared_load_requests += value[SIMT_COUNT_SHARED_LOAD_REQUESTS];
    counters->shared_load_wavefronts += value[SIMT_COUNT_SHARED_LOAD_WAVEFRONTS];
    counters->global_load_sectors += value[SIMT_COUNT_GLOBAL_LOAD_SECTORS];
    counters->global_load_bytes += value[SIMT_COUNT_GLOBAL_LOAD_BYTES];
    counters->global_store_sectors += value[SIMT_COUNT_GLOBAL_STORE_SECTORS];
    counters->atomics += value[SIMT_COUNT_GLOBAL_ATOMIC_LANES];
    if (launch->hottest > counters->longest_queue)
        counters->longest_queue = launch->hottest;
}

void counters_read(struct counters *counters)
{
    struct simt_count_launch launch;
    *counters = (struct counters){ 0 };
    for (size_t i = begin; simt_count_launch(i, &launch) == 0; i++)
        add(counters, &launch);
}

unsigned counters_findings(char *lines, size_t size)
{
    simt_detect_text(found, lines, size);
    return (unsigned)(simt_detect_count() - found);
}

void counters_quiet(void)
{
    simt_detect_quiet();
}
