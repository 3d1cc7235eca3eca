#include "overrun.h"

#include "finding.h"
#include "site.h"
#include "text.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLACES = 64 };

/* Of each place the occurrence with the lowest block and thread. */
static struct place {
    const void *pc;
    uint64_t rank;
    struct simt_dim3 block, thread;
    unsigned warp, lane;
    long long index;
    const char *type;
    int explained;
} places[PLACES];
static unsigned count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct simt_dim3 thread_index(const struct simt_dim3 *block, unsigned thread)
{
    const struct simt_dim3 index = { thread % block->x, thread / block->x % block->y,
                                     thread / block->x / block->y };
    return index;
}

/* Under the lock. NULL: there are so many that one more would not help. */
static struct place *find_place(const void *pc)
{
    for (unsigned i = 0; i < count; i++)
        if (places[i].pc == pc)
            return &places[i];
    if (count == PLACES)
        return NULL;
    places[count] = (struct place){ .pc = pc, .rank = UINT64_MAX };
    return &places[count++];
}

void overrun_seen(const struct simt_overrun *overrun)
{
    const struct simt_block_info *block = overrun->block;
    const uint64_t rank = block->number * SIMT_MAX_BLOCK + overrun->thread;
    if (finding_known(FINDING_ARRAY_BOUNDS, overrun->pc, NULL, rank))
        return;
    pthread_mutex_lock(&lock);
    struct place *place = find_place(overrun->pc);
    if (place != NULL && rank < place->rank)
        *place =
            (struct place){ .pc = overrun->pc,
                            .rank = rank,
                            .block = block->index,
                            .thread = thread_index(&block->launch->config->block, overrun->thread),
                            .warp = overrun->thread / SIMT_WARP_SIZE,
                            .lane = overrun->thread % SIMT_WARP_SIZE,
                            .index = overrun->index,
                            .type = overrun->type };
    pthread_mutex_unlock(&lock);
}

/* An address outside of its object, on the same line. */
static void look_for_address(const struct finding *f, void *unused)
{
    (void)unused;
    if (f->name != FINDING_SHARED_BOUNDS && f->name != FINDING_GLOBAL_BOUNDS &&
        f->name != FINDING_NULL_POINTER)
        return;
    for (unsigned i = 0; i < count; i++) {
        struct simt_site site;
        if (simt_site_of_call(places[i].pc, &site) && f->here.file != NULL &&
            f->here.line == site.line && strcmp(f->here.file, simt_short_path(site.file)) == 0)
            places[i].explained = 1;
    }
}

/* 'float [4][8]', 'float[4][8]': the first length is the one that counts, the
 * rest is what an element is. */
static void describe(const struct place *place, struct finding *f)
{
    const char *type = place->type + (place->type[0] == '\'');
    const size_t length = strcspn(type, "'"), open = strcspn(type, "[");
    const size_t name = open > 0 && type[open - 1] == ' ' ? open - 1 : open;
    const char *const close = memchr(type, ']', length);
    if (close == NULL) {
        snprintf(f->message, sizeof f->message, "index %lld is outside of an array", place->index);
        return;
    }
    const int rest = (int)(type + length - (close + 1));
    snprintf(f->message, sizeof f->message,
             "index %lld is outside of an array of %lu elements (%.*s%s%.*s)", place->index,
             strtoul(type + open + 1, NULL, 10), (int)name, type, rest > 0 ? " " : "", rest,
             close + 1);
}

static void report(const struct simt_launch_info *launch, const struct place *place)
{
    struct finding f = { .name = FINDING_ARRAY_BOUNDS,
                         .kernel = launch->kernel->name,
                         .rank = place->rank };
    f.here = (struct finding_side){ .pc = place->pc,
                                    .pc_is_call = 1,
                                    .has_block = 1,
                                    .has_thread = 1,
                                    .block = place->block,
                                    .thread = place->thread,
                                    .warp = place->warp,
                                    .lane = place->lane };
    describe(place, &f);
    finding_add(&f);
}

void overrun_settle(const struct simt_launch_info *launch)
{
    if (count == 0)
        return;
    finding_each(look_for_address, NULL);
    for (unsigned i = 0; i < count; i++)
        if (!places[i].explained)
            report(launch, &places[i]);
    count = 0;
}
