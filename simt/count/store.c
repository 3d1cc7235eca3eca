/*
 * What is kept: the counters of every launch, and of each kernel's last launch the
 * counters of each place in its code.
 */
#include "internal.h"

#include "site.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct kernel_rows {
    const char *name;
    const char *file; /* where it is declared, as the rewriter says it */
    unsigned line;
    struct simt_pcs pcs; /* of the last launch */
};

/* A launch ends on the host thread that made it, and threads may take turns. */
static struct {
    pthread_mutex_t lock;
    struct simt_count_launch *launch;
    size_t launches;
    struct kernel_rows *kernel; /* in order of their first launch */
    size_t kernels;
} kept = { .lock = PTHREAD_MUTEX_INITIALIZER };

static struct kernel_rows *rows_of(const char *name)
{
    for (size_t i = 0; i < kept.kernels; i++)
        if (strcmp(kept.kernel[i].name, name) == 0)
            return &kept.kernel[i];
    return NULL;
}

static void keep_rows(const struct simt_kernel *kernel, struct simt_pcs *pcs)
{
    struct kernel_rows *rows = rows_of(kernel->name);
    if (rows == NULL) {
        kept.kernel =
            simt_count_need(realloc(kept.kernel, (kept.kernels + 1) * sizeof *kept.kernel));
        rows = &kept.kernel[kept.kernels++];
        *rows = (struct kernel_rows){ .name = kernel->name };
    }
    rows->file = kernel->file;
    rows->line = kernel->line;
    simt_pcs_free(&rows->pcs);
    rows->pcs = *pcs; /* takes them over */
    *pcs = (struct simt_pcs){ 0 };
}

static void describe(struct simt_count_launch *to, const struct simt_launch_info *launch)
{
    const struct simt_config *c = launch->config;
    *to = (struct simt_count_launch){
        .kernel = launch->kernel->name,
        .id = launch->id,
        .grid = { c->grid.x, c->grid.y, c->grid.z },
        .block = { c->block.x, c->block.y, c->block.z },
        .static_shared_bytes = launch->static_shared_bytes,
        .dynamic_shared_bytes = c->shared_bytes,
        .blocks = launch->blocks,
        .threads = launch->blocks * launch->threads,
        .warps = launch->blocks * launch->warps,
        .lockstep = launch->lockstep,
        .error = launch->error,
    };
    to->blocks_per_sm = simt_blocks_per_sm((unsigned)launch->threads,
                                           launch->static_shared_bytes + c->shared_bytes);
    to->occupancy = (double)(to->blocks_per_sm * launch->warps) * SIMT_WARP_SIZE / SIMT_SM_THREADS;
}

static void add_up(uint64_t *sum, const struct simt_pcs *pcs)
{
    for (size_t i = 0; pcs->slot != NULL && i < (size_t)1 << pcs->bits; i++)
        if (pcs->slot[i] != NULL)
            simt_count_merge(sum, pcs->slot[i]->value);
}

void simt_count_store(const struct simt_launch_info *launch, struct simt_pcs *pcs,
                      const struct simt_hot *hot)
{
    pthread_mutex_lock(&kept.lock);
    /* Room doubles: a harness launches many times. */
    if ((kept.launches & (kept.launches - 1)) == 0) {
        const size_t room = kept.launches == 0 ? 1 : 2 * kept.launches;
        kept.launch = simt_count_need(realloc(kept.launch, room * sizeof *kept.launch));
    }
    struct simt_count_launch *to = &kept.launch[kept.launches++];
    describe(to, launch);
    to->hottest = simt_hot_most(hot);
    add_up(to->value, pcs);
    keep_rows(launch->kernel, pcs);
    pthread_mutex_unlock(&kept.lock);
}

/* ---- questions ----------------------------------------------------------------- */

size_t simt_count_launches(void)
{
    pthread_mutex_lock(&kept.lock);
    const size_t launches = kept.launches;
    pthread_mutex_unlock(&kept.lock);
    return launches;
}

int simt_count_launch(size_t index, struct simt_count_launch *launch)
{
    pthread_mutex_lock(&kept.lock);
    const int found = index < kept.launches;
    if (found)
        *launch = kept.launch[index];
    pthread_mutex_unlock(&kept.lock);
    return found ? 0 : -1;
}

int simt_count_last(const char *kernel, struct simt_count_launch *launch)
{
    for (size_t i = simt_count_launches(); i > 0; i--)
        if (simt_count_launch(i - 1, launch) == 0 &&
            (kernel == NULL || strcmp(launch->kernel, kernel) == 0))
            return 0;
    return -1;
}

void simt_count_each_kernel(void (*visit)(const char *kernel, void *context), void *context)
{
    for (size_t i = 0; i < kept.kernels; i++)
        visit(kept.kernel[i].name, context);
}

/* ---- source lines ---------------------------------------------------------------- */

static int by_place(const void *left, const void *right)
{
    const struct simt_count_line *a = left, *b = right;
    const int files = strcmp(a->file, b->file);
    return files != 0 ? files : (a->line > b->line) - (a->line < b->line);
}

/* Adds up neighbours of one line; returns how many are left. */
static size_t fold(struct simt_count_line *line, size_t count)
{
    size_t kept_lines = 0;
    for (size_t i = 0; i < count; i++) {
        if (kept_lines > 0 && by_place(&line[kept_lines - 1], &line[i]) == 0)
            simt_count_merge(line[kept_lines - 1].value, line[i].value);
        else
            line[kept_lines++] = line[i];
    }
    return kept_lines;
}

static int ends_with(const char *text, const char *end)
{
    const size_t have = strlen(text), want = strlen(end);
    return have >= want && strcmp(text + have - want, end) == 0;
}

/* A kernel begins inside of simt's own launch code, where it is inlined: what is
 * counted there belongs to the line that declares it. */
static void move_to_kernel(struct simt_count_line *line, size_t count,
                           const struct kernel_rows *rows)
{
    const char *file = rows->file;
    for (size_t i = 0; i < count; i++)
        if (ends_with(line[i].file, rows->file)) /* the same, with its folder */
            file = line[i].file;
    for (size_t i = 0; i < count; i++) {
        if (strstr(line[i].file, "simt/include/") == NULL)
            continue;
        line[i].file = file;
        line[i].line = rows->line;
    }
}

static struct simt_count_line *lines_of(const struct kernel_rows *rows, size_t *count)
{
    const struct simt_pcs *pcs = &rows->pcs;
    struct simt_count_line *line = simt_count_need(calloc(pcs->count + 1, sizeof *line));
    *count = 0;
    for (size_t i = 0; pcs->slot != NULL && i < (size_t)1 << pcs->bits; i++) {
        const struct simt_pc *row = pcs->slot[i];
        struct simt_site site;
        if (row == NULL || row->pc == NULL)
            continue;
        simt_site_of_call(row->pc, &site);
        line[*count].file = site.file;
        line[*count].line = site.line;
        memcpy(line[(*count)++].value, row->value, sizeof row->value);
    }
    move_to_kernel(line, *count, rows);
    qsort(line, *count, sizeof *line, by_place);
    *count = fold(line, *count);
    return line;
}

size_t simt_count_lines(const char *kernel,
                        void (*visit)(const struct simt_count_line *line, void *context),
                        void *context)
{
    struct simt_count_launch last;
    if (simt_count_last(kernel, &last) != 0)
        return 0;
    size_t count;
    struct simt_count_line *line = lines_of(rows_of(last.kernel), &count);
    for (size_t i = 0; i < count; i++)
        visit(&line[i], context);
    free(line);
    return count;
}
