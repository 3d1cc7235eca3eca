#include "publish.h"

#include "publish_tables.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { KNOWN_MAX = 256, LOG_SPAN = 64 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* By number of block in the grid, of cooperative launches: rounds passed, and
 * the tick at which the last one was. */
static struct {
    _Atomic uint32_t round, floor;
} * grid;
static uint32_t first_block;

void publish_begin(uint32_t first, uint64_t blocks, int cooperative)
{
    first_block = first;
    grid = cooperative ? calloc(blocks, sizeof *grid) : NULL;
}

void publish_end(void)
{
    publish_tables_clear();
    free(grid);
    grid = NULL;
}

/* ---- fences ------------------------------------------------------------------------- */

void publish_fence(struct order *order, unsigned thread, enum simt_scope scope)
{
    const unsigned warp = thread / SIMT_WARP_SIZE;
    const struct mark mark = { order->tick, order->warp[warp].floor, order->floor };
    pthread_mutex_lock(&lock);
    struct publication *p = publication_of(order);
    for (unsigned wide = 0; p != NULL && wide < (scope == SIMT_SCOPE_BLOCK ? 1u : 2u); wide++) {
        if (p->mark[wide] == NULL)
            p->mark[wide] = calloc(order->threads, sizeof mark);
        if (p->mark[wide] != NULL)
            p->mark[wide][thread] = mark;
    }
    order->tick++; /* what comes from now on is not covered */
    pthread_mutex_unlock(&lock);
}

static struct mark mark_of(const struct publication *p, unsigned thread, int wide)
{
    return p->mark[wide] != NULL ? p->mark[wide][thread] : (struct mark){ 0, 0, 0 };
}

/* ---- releases and acquires ------------------------------------------------------------ */

/* Does what `thread` learned at `tick` reach `me`? */
static int reaches(const struct order *order, const struct knowledge *k, unsigned me)
{
    return order_in_block(order, k->thread, k->tick, me);
}

/* What is known of one location is kept once for each thread that learned it,
 * and once for all that a barrier has spread. */
static void learn(struct order *order, struct publication *p, struct knowledge fresh)
{
    size_t old = p->known_count;
    for (size_t i = 0; i < p->known_count; i++) {
        struct knowledge *k = &p->known[i];
        if (k->location != fresh.location)
            continue;
        if (reaches(order, k, fresh.thread) && k->position >= fresh.position)
            return;
        if (k->thread == fresh.thread && k->tick > order->floor)
            old = i;
    }
    if (old < p->known_count) {
        p->known[old] = fresh;
        return;
    }
    if (p->known_count == KNOWN_MAX) {
        memmove(p->known, p->known + 1, (KNOWN_MAX - 1) * sizeof fresh);
        p->known_count--;
    }
    struct knowledge *list = publish_grow(p->known, p->known_count, &p->known_room, sizeof fresh);
    if (list == NULL)
        return;
    p->known = list;
    p->known[p->known_count++] = fresh;
}

/* A release passes on what the thread itself knows of other locations. */
static void pass_on(const struct order *order, const struct publication *p, unsigned thread,
                    struct location *to, uint32_t number)
{
    for (size_t i = 0; i < p->known_count; i++) {
        const struct knowledge *k = &p->known[i];
        if (k->location == number || !reaches(order, k, thread))
            continue;
        size_t at = 0;
        while (at < to->passed_count && to->passed_on[at].location != k->location)
            at++;
        if (at == KNOWN_MAX)
            continue;
        if (at == to->passed_count) {
            struct knowledge *list =
                publish_grow(to->passed_on, at, &to->passed_room, sizeof *list);
            if (list == NULL)
                continue;
            to->passed_on = list;
            to->passed_on[to->passed_count++] = *k;
        }
        if (to->passed_on[at].position < k->position)
            to->passed_on[at].position = k->position;
    }
}

static void acquire(struct order *order, unsigned thread, uint32_t number)
{
    struct publication *p = publication_of(order);
    const struct location *l = location_at(number);
    if (p == NULL)
        return;
    learn(order, p, (struct knowledge){ number, l->position, order->tick, (uint16_t)thread });
    for (size_t i = 0; i < l->passed_count; i++) {
        const struct knowledge *k = &l->passed_on[i];
        learn(order, p,
              (struct knowledge){ k->location, k->position, order->tick, (uint16_t)thread });
    }
}

/* One release for each fence and location is enough: a later one covers the
 * same accesses for fewer readers. */
static int is_repeated(const struct publication *p, const struct release *fresh)
{
    for (size_t i = p->releases, n = 0; i-- > 0 && n < LOG_SPAN; n++) {
        const struct release *r = &p->log[i];
        if (r->thread == fresh->thread && r->location == fresh->location &&
            r->floor == fresh->floor && r->mark[0].tick == fresh->mark[0].tick &&
            r->mark[1].tick == fresh->mark[1].tick)
            return 1;
    }
    return 0;
}

static void release(struct order *order, unsigned thread, uint32_t number)
{
    struct publication *p = order->publication;
    struct location *l = location_at(number);
    struct release fresh = { .tick = order->tick,
                             .floor = order->floor,
                             .location = number,
                             .thread = (uint16_t)thread,
                             .mark = { mark_of(p, thread, 0), mark_of(p, thread, 1) } };
    pass_on(order, p, thread, l, number);
    if (is_repeated(p, &fresh))
        return;
    fresh.position = ++l->position;
    struct release *log = publish_grow(p->log, p->releases, &p->log_room, sizeof fresh);
    if (log == NULL)
        return;
    p->log = log;
    p->log[p->releases++] = fresh;
}

/* Has the thread fenced, or has any of its block before the last barrier? Then
 * its atomic may publish something. */
static int may_release(const struct order *order)
{
    const struct publication *p = order->publication;
    return p != NULL && (p->mark[0] != NULL || p->mark[1] != NULL);
}

void publish_atomic(struct order *order, unsigned thread, uintptr_t address, int shared)
{
    if (locations_known() == 0 && !may_release(order))
        return;
    pthread_mutex_lock(&lock);
    const uint32_t number = location_number(address, shared ? order->block : 0, may_release(order));
    if (number != 0) {
        acquire(order, thread, number);
        if (may_release(order))
            release(order, thread, number);
    }
    order->tick++;
    pthread_mutex_unlock(&lock);
}

void publish_acquire(struct order *order, unsigned thread, uintptr_t address, int shared)
{
    if (locations_known() == 0)
        return;
    pthread_mutex_lock(&lock);
    const uint32_t number = location_number(address, shared ? order->block : 0, 0);
    if (number != 0)
        acquire(order, thread, number);
    pthread_mutex_unlock(&lock);
}

void publish_grid_complete(struct order *order)
{
    order_barrier(order);
    order->grid_round++;
    if (grid == NULL)
        return;
    grid[order->block - first_block].floor = order->floor;
    grid[order->block - first_block].round = order->grid_round;
}

/* ---- questions --------------------------------------------------------------------------- */

int publish_ordered_by_grid(const struct order *order, uint32_t block, uint32_t tick)
{
    if (grid == NULL || order->grid_round == 0)
        return 0;
    const uint32_t round = grid[block - first_block].round;
    return round < order->grid_round || (tick != 0 && tick <= grid[block - first_block].floor);
}

/* Did release r publish what `thread` did at `tick`? Either its own fence covers
 * that, or the thread fenced, then came to a barrier that the releasing thread
 * has left. */
static int covers(const struct publication *p, const struct release *r, unsigned thread,
                  uint32_t tick, int wide)
{
    const struct mark *m = &r->mark[wide];
    if (m->tick != 0 &&
        (tick <= m->floor || (thread == r->thread && tick <= m->tick) ||
         (thread / SIMT_WARP_SIZE == r->thread / SIMT_WARP_SIZE && tick <= m->warp_floor)))
        return 1;
    return tick <= r->floor && mark_of(p, thread, wide).tick >= tick;
}

static int knows(const struct order *order, unsigned me, uint32_t location, uint32_t position)
{
    const struct publication *p = order->publication;
    for (size_t i = 0; p != NULL && i < p->known_count; i++)
        if (p->known[i].location == location && p->known[i].position >= position &&
            reaches(order, &p->known[i], me))
            return 1;
    return 0;
}

static int published(const struct order *order, unsigned me, const struct publication *p,
                     unsigned thread, uint32_t tick)
{
    const int wide = p != order->publication;
    for (size_t i = p->releases; i-- > 0;) {
        const struct release *r = &p->log[i];
        if (tick != 0 && r->tick < tick)
            break;
        if ((tick == 0 || covers(p, r, thread, tick, wide)) &&
            knows(order, me, r->location, r->position))
            return 1;
    }
    return 0;
}

int publish_ordered(struct order *order, unsigned me, uint32_t block, unsigned thread,
                    uint32_t tick)
{
    if (block != order->block && publish_ordered_by_grid(order, block, tick))
        return 1;
    if (order->publication == NULL)
        return 0;
    pthread_mutex_lock(&lock);
    const struct publication *p = publication_find(block);
    const int ordered = p != NULL && published(order, me, p, thread, tick);
    pthread_mutex_unlock(&lock);
    return ordered;
}
