/*
 * grid.sync(): a barrier over all blocks of a cooperative launch.
 *
 * A block arrives when the last of its lanes does. Its worker then looks for
 * other blocks, and sleeps only when it has none that can run. Each worker
 * wakes its own blocks, once it sees that the round has moved on.
 */
#include "lockstep.h"
#include "schedule.h"

#include "error.h"

/* Under the lock: completes the round if every block that still runs is there. */
static void try_complete(struct launch *launch)
{
    if (launch->grid_arrived == 0 || launch->grid_arrived + launch->blocks_done != launch->blocks)
        return;
    launch->grid_arrived = launch->idle = 0;
    atomic_fetch_add(&launch->grid_round, 1);
    pthread_cond_broadcast(&launch->change);
}

static void block_arrives(struct launch *launch)
{
    pthread_mutex_lock(&launch->lock);
    launch->grid_arrived++;
    try_complete(launch);
    pthread_mutex_unlock(&launch->lock);
}

void simt_grid_block_done(struct launch *launch)
{
    pthread_mutex_lock(&launch->lock);
    launch->blocks_done++;
    try_complete(launch);
    pthread_mutex_unlock(&launch->lock);
}

void simt_grid_worker_done(struct launch *launch)
{
    pthread_mutex_lock(&launch->lock);
    launch->workers--;
    pthread_cond_broadcast(&launch->change);
    pthread_mutex_unlock(&launch->lock);
}

void simt_grid_lane_left(struct block *b)
{
    if (b->at_grid != 0 && b->at_grid == b->alive)
        block_arrives(b->launch);
}

void simt_grid_barrier(void)
{
    struct worker *w = simt_self;
    const void *site = SIMT_CALLER;
    if (w == NULL || w->block == NULL)
        return;
    simt_enter(w, site);
    if (!w->launch->config.cooperative)
        simt_fail(w, SIMT_FAILED_GRID_SYNC, SIMT_ERROR_LAUNCH_FAILURE, site,
                  "launch with cudaLaunchCooperativeKernel, which makes all blocks resident",
                  "grid.sync() in a kernel that was not launched cooperatively");
    struct block *b = w->block;
    const unsigned me = b->current, warp = me / SIMT_WARP_SIZE;
    if (b->lockstep)
        simt_settle(w, b, me);
    b->warp[warp].at_grid |= 1u << me % SIMT_WARP_SIZE;
    b->site[me] = site;
    if (b->at_grid++ == 0)
        b->grid_round = atomic_load(&w->launch->grid_round);
    if (b->at_grid == b->alive)
        block_arrives(w->launch);
    simt_wait(w, b, me);
}

int simt_grid_wake(struct worker *w)
{
    const unsigned round = atomic_load(&w->launch->grid_round);
    int woken = 0;
    struct block *b = w->resident;
    do {
        if (b->at_grid != 0 && b->at_grid == b->alive && b->grid_round != round) {
            b->at_grid = b->idle_rounds = 0;
            for (unsigned i = 0; i < b->warps; i++) {
                simt_wake(b, i, b->warp[i].at_grid);
                b->warp[i].at_grid = 0;
            }
            if (b->lockstep)
                simt_emit_grid_complete(&w->listeners, &b->info);
            woken = 1;
        }
        b = b->next;
    } while (b != w->resident);
    return woken;
}

static int waiting(struct launch *launch, unsigned round)
{
    return atomic_load(&launch->grid_round) == round && !atomic_load(&launch->stop);
}

/* Workers that sleep are counted for the round they wait in: one that has not
 * woken up yet from the round before is not idle in this one. */
int simt_grid_wait(struct worker *w)
{
    struct launch *launch = w->launch;
    const unsigned round = w->resident->grid_round;
    int more = 1;
    pthread_mutex_lock(&launch->lock);
    if (waiting(launch, round)) {
        launch->idle++;
        while (waiting(launch, round) && more) {
            if (launch->idle == launch->workers)
                more = 0;
            else
                pthread_cond_wait(&launch->change, &launch->lock);
        }
        if (atomic_load(&launch->grid_round) == round)
            launch->idle--;
    }
    pthread_mutex_unlock(&launch->lock);
    return more;
}

int simt_is_cooperative(void)
{
    const struct worker *w = simt_self;
    return w != NULL && w->block != NULL && w->launch->config.cooperative;
}
