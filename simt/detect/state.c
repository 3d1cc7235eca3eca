#include "state.h"

#include "publish.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_WORKERS = 256, PATIENCE = 100000 };

static struct launch_state current;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct worker_state *workers[MAX_WORKERS]; /* kept from launch to launch */
static uint64_t blocks_so_far = 1;

struct launch_state *state_launch(void)
{
    return &current;
}

void state_launch_begin(const struct simt_launch_info *launch)
{
    if (blocks_so_far + launch->blocks > UINT32_MAX) {
        shadow_forget_cells();
        blocks_so_far = 1;
    }
    current.info = launch;
    current.first_block = (uint32_t)blocks_so_far;
    current.parallel = launch->workers != 1 && launch->blocks > 1;
    current.variables = 0;
    current.bad_access = 0;
    blocks_so_far += launch->blocks;
    publish_begin(current.first_block, launch->blocks, launch->config->cooperative);
}

void state_launch_end(void)
{
    publish_end();
    current.info = NULL;
}

void *state_worker_begin(unsigned worker)
{
    if (worker >= MAX_WORKERS)
        return NULL;
    if (workers[worker] == NULL)
        __atomic_store_n(&workers[worker], calloc(1, sizeof *workers[worker]), __ATOMIC_RELEASE);
    struct worker_state *w = workers[worker];
    if (w == NULL)
        return NULL;
    w->launch = &current;
    w->in_flight = 0;
    w->chunk = NULL;
    w->low = w->high = 0;
    w->variable = 0;
    for (unsigned i = 0; i < STATE_PENDING; i++) {
        free(w->pending[i].finding);
        w->pending[i].block = NULL;
        w->pending[i].finding = NULL;
    }
    w->pendings = 0;
    return w;
}

int state_await_store(uint32_t block, unsigned warp)
{
    const uint64_t key = state_store_key(block, warp);
    for (unsigned i = 0; i < MAX_WORKERS; i++) {
        struct worker_state *w = __atomic_load_n(&workers[i], __ATOMIC_ACQUIRE);
        unsigned tries = 0;
        while (w != NULL && w->in_flight == key)
            if (++tries == PATIENCE)
                return 0;
    }
    return 1;
}

static void drop_shadow(struct block_state *b)
{
    cells_drop(&b->cells);
    free(b->written);
    b->written = NULL;
}

/* The cells of shared memory stay with the slot: what they tell of other blocks is
 * history. Returns 0, or -1 without memory. */
static int make_shadow(struct block_state *b, size_t bytes)
{
    const size_t words = bytes / CELL_WORD + 1;
    if (words > b->cells.words) {
        drop_shadow(b);
        b->written = malloc(words);
        if (b->written == NULL || cells_make(&b->cells, words) != 0) {
            drop_shadow(b);
            return -1;
        }
    }
    memset(b->written, 0, words);
    return 0;
}

static struct block_state *make_block(struct worker_state *w, unsigned slot)
{
    if (slot >= w->blocks) {
        const size_t room = 2 * (size_t)slot + 2;
        struct block_state **list = realloc(w->block, room * sizeof *list);
        if (list == NULL)
            return NULL;
        memset(list + w->blocks, 0, (room - w->blocks) * sizeof *list);
        w->block = list;
        w->blocks = room;
    }
    if (w->block[slot] == NULL)
        w->block[slot] = calloc(1, sizeof *w->block[slot]);
    return w->block[slot];
}

void state_block_begin(struct worker_state *w, const struct simt_block_info *block)
{
    struct block_state *b = w != NULL ? make_block(w, block->slot) : NULL;
    if (b == NULL)
        return;
    if (make_shadow(b, block->shared_bytes) != 0) {
        order_free(&b->order);
        free(b);
        w->block[block->slot] = NULL;
        return;
    }
    order_begin(&b->order, current.first_block + (uint32_t)block->number,
                (unsigned)block->launch->threads);
    b->info = block;
    memset(b->arrived, 0, sizeof b->arrived);
    b->barrier_pc = NULL;
    for (unsigned i = 0; i < ORDER_WARPS; i++)
        b->announced[i].lanes = 0;
    memset(b->active_mask, 0, sizeof b->active_mask);
    for (unsigned i = 0; i < (block->launch->threads + SIMT_WARP_SIZE - 1) / SIMT_WARP_SIZE; i++)
        memset(b->guess[i].site, 0, sizeof b->guess[i].site);
}

void state_shared_variable(const struct simt_shared_variable *variable)
{
    pthread_mutex_lock(&lock);
    const unsigned count = current.variables;
    if (count < STATE_VARIABLES) {
        current.variable[count] =
            (struct shared_variable){ variable->name, variable->offset, variable->bytes,
                                      variable->file == NULL };
        current.variables = count + 1;
    }
    pthread_mutex_unlock(&lock);
}

/* Position of a thread, given its linear index, in a block of the launch. */
static struct simt_dim3 thread_index(unsigned thread)
{
    const struct simt_dim3 size = current.info->config->block;
    return (struct simt_dim3){ thread % size.x, thread / size.x % size.y,
                               thread / size.x / size.y };
}

struct simt_dim3 state_block_index(uint32_t block)
{
    const struct simt_dim3 size = current.info->config->grid;
    const uint32_t number = block - current.first_block;
    return (struct simt_dim3){ number % size.x, number / size.x % size.y,
                               number / size.x / size.y };
}

void state_fill_side(struct finding_side *side, const void *pc, uint32_t block, unsigned thread)
{
    side->pc = pc;
    side->pc_is_call = 1;
    side->has_block = side->has_thread = 1;
    side->block = state_block_index(block);
    side->thread = thread_index(thread);
    side->warp = thread / SIMT_WARP_SIZE;
    side->lane = thread % SIMT_WARP_SIZE;
}

uint64_t state_rank(uint32_t block, unsigned thread)
{
    return (uint64_t)(block - current.first_block) << 10 | thread;
}
