#include "gpu_time.h"

#include "clock.h"
#include "read.h"

#include <stdlib.h>

enum {
    COPIES = 3,
    EMPTY_LAUNCHES = 64,
    CEILING_RUNS = 8,
    SCRUB_BLOCKS_PER_SM = 4,
};

/* Memory that kernels read to no end: the scrub's, and the ceiling's. */
struct reader {
    float *data;
    size_t count; /* floats, a multiple of 4 */
    float *sink;
};

static int reader_open(struct reader *reader, size_t bytes, struct failure *why)
{
    void *memory = NULL;
    *reader = (struct reader){ .count = bytes / 16 * 4 };
    int status = CUDA_TRY(cudaMalloc(&memory, bytes + 256), why);
    if (status == 0) {
        reader->data = memory;
        reader->sink = reader->data + reader->count;
        status = CUDA_TRY(cudaMemset(memory, 0, bytes + 256), why);
    }
    return status;
}

static void reader_close(struct reader *reader)
{
    cudaFree(reader->data);
}

static void scrub(const struct reader *reader, const struct device *device)
{
    if (reader->count > 0) {
        read_all(reader->data, reader->count, device->sms * SCRUB_BLOCKS_PER_SM, reader->sink);
    }
}

/* Two events around something. */
struct stopwatch {
    cudaEvent_t start, stop;
};

static int stopwatch_open(struct stopwatch *watch, struct failure *why)
{
    *watch = (struct stopwatch){ 0 };
    const int status = CUDA_TRY(cudaEventCreate(&watch->start), why);
    return status != 0 ? status : CUDA_TRY(cudaEventCreate(&watch->stop), why);
}

static void stopwatch_close(struct stopwatch *watch)
{
    if (watch->start != NULL) {
        cudaEventDestroy(watch->start);
    }
    if (watch->stop != NULL) {
        cudaEventDestroy(watch->stop);
    }
}

static int stopwatch_read(const struct stopwatch *watch, double *ms, struct failure *why)
{
    float elapsed = 0;
    int status = CUDA_TRY(cudaEventSynchronize(watch->stop), why);
    if (status == 0) {
        status = CUDA_TRY(cudaEventElapsedTime(&elapsed, watch->start, watch->stop), why);
    }
    *ms = (double)elapsed;
    return status;
}

/* One run of all passes, with a cold L2 when there is a scrub. */
static int time_run(struct gpu *gpu, const struct device *device, const struct reader *reader,
                    const struct stopwatch *watch, double *ms, struct failure *why)
{
    scrub(reader, device);
    int status = CUDA_TRY(cudaEventRecord(watch->start, 0), why);
    if (status == 0) {
        gpu_run(gpu);
        status = LAUNCH_TRY(step->launch(in, out, n, blocks), gpu->passes.blocks[0],
                            gpu->step->block, false, why);
    }
    if (status == 0) {
        status = CUDA_TRY(cudaEventRecord(watch->stop, 0), why);
    }
    return status != 0 ? status : stopwatch_read(watch, ms, why);
}

static int time_runs(struct gpu *gpu, const struct device *device, const struct reader *reader,
                     const struct stopwatch *watch, unsigned repeat, struct timing *timing,
                     struct failure *why)
{
    double warm_up = 0;
    int status = time_run(gpu, device, reader, watch, &warm_up, why);
    const unsigned count = repeat > 0 ? repeat : timer_repeats(warm_up, !device->simulated);
    double *ms = malloc(count * sizeof *ms);
    if (status == 0 && ms == NULL) {
        status = fail(why, EXIT_USAGE, "--repeat: %u times do not fit in memory", count);
    }
    for (unsigned k = 0; k < count && status == 0; k++) {
        status = time_run(gpu, device, reader, watch, &ms[k], why);
    }
    if (status == 0) {
        *timing = timer_summary(ms, count);
    }
    free(ms);
    return status;
}

static int time_empty(const struct stopwatch *watch, double *ms, struct failure *why)
{
    read_nothing();
    int status = CUDA_TRY(cudaEventRecord(watch->start, 0), why);
    for (int k = 0; k < EMPTY_LAUNCHES; k++) {
        read_nothing();
    }
    if (status == 0) {
        status = LAUNCH_TRY(read_nothing(), 1, 32, false, why);
    }
    if (status == 0) {
        status = CUDA_TRY(cudaEventRecord(watch->stop, 0), why);
    }
    if (status == 0) {
        status = stopwatch_read(watch, ms, why);
    }
    *ms /= EMPTY_LAUNCHES;
    return status;
}

/* The median of a few loads; the last one stays. */
static int time_copies(struct gpu *gpu, const float *in, size_t n, double *ms, struct failure *why)
{
    double times[COPIES] = { 0 };
    int status = gpu_load(gpu, in, n, why);
    for (int k = 0; k < COPIES && status == 0 && n > 0; k++) {
        const double start = clock_ms();
        status = CUDA_TRY(cudaMemcpy(gpu->in.at, in, n * sizeof *in, cudaMemcpyHostToDevice), why);
        times[k] = clock_ms() - start;
    }
    *ms = timer_summary(times, COPIES).median_ms;
    return status;
}

static int time_with(struct gpu *gpu, const struct device *device, const float *in, size_t n,
                     unsigned repeat, struct reader *reader, struct times *times,
                     struct failure *why)
{
    struct stopwatch watch;
    int status = stopwatch_open(&watch, why);
    if (status == 0) {
        status = time_copies(gpu, in, n, &times->copy_ms, why);
    }
    if (status == 0) {
        status = time_empty(&watch, &times->launch_overhead_ms, why);
    }
    if (status == 0) {
        status = time_runs(gpu, device, reader, &watch, repeat, &times->run, why);
    }
    stopwatch_close(&watch);
    return status;
}

int gpu_time(struct gpu *gpu, const struct device *device, const float *in, size_t n,
             unsigned repeat, struct times *times, struct failure *why)
{
    struct reader reader = { 0 };
    int status = 0;
    *times = (struct times){ 0 };
    if (!device->simulated) {
        status = gpu_time_ceiling(device, n * sizeof *in, &times->ceiling, why);
        if (status == 0) {
            status = reader_open(&reader, 2 * device->l2_bytes, why);
        }
    }
    if (status == 0) {
        status = time_with(gpu, device, in, n, repeat, &reader, times, why);
    }
    reader_close(&reader);
    return status;
}

/* ---- the read ceiling ---- */

/* The ways to read: read_all with several grids, then the shapes of read_bulk. */
static const unsigned grids_per_sm[] = { 2, 3, 4, 8, 16, 32 };
enum { GRIDS = sizeof grids_per_sm / sizeof *grids_per_sm, WAYS = GRIDS + READ_SHAPES };

static bool is_bulk(unsigned way)
{
    return way >= GRIDS;
}

/* False when this device has no such way. */
static bool read_in_way(unsigned way, const struct reader *reader, const struct device *device)
{
    if (is_bulk(way)) {
        return read_bulk(way - GRIDS, reader->data, reader->count, device->sms, reader->sink);
    }
    read_all(reader->data, reader->count, device->sms * grids_per_sm[way], reader->sink);
    return true;
}

/* Lowers *best_ms to the shortest of a few runs, if one is shorter; *done says that the device
 * has this way. The first run is a warm-up. */
static int time_way(unsigned way, const struct reader *reader, const struct reader *junk,
                    const struct device *device, const struct stopwatch *watch, double *best_ms,
                    bool *done, struct failure *why)
{
    int status = 0;
    *done = true;
    for (int k = 0; k < CEILING_RUNS && status == 0 && *done; k++) {
        double ms = 0;
        scrub(junk, device);
        status = CUDA_TRY(cudaEventRecord(watch->start, 0), why);
        *done = read_in_way(way, reader, device);
        if (status == 0) {
            status = LAUNCH_TRY(read_all(data, count, blocks, sink), device->sms, READ_BLOCK, false,
                                why);
        }
        if (status == 0) {
            status = CUDA_TRY(cudaEventRecord(watch->stop, 0), why);
        }
        if (status == 0) {
            status = stopwatch_read(watch, &ms, why);
        }
        if (status == 0 && *done && k > 0 && (!(*best_ms > 0) || ms < *best_ms)) {
            *best_ms = ms;
        }
    }
    return status;
}

/* What was the fastest, and why bulk copies were not tried where they were not. */
static const char *ceiling_words(bool bulk_won, bool bulk_done)
{
    return bulk_won    ? "bulk copies"
           : bulk_done ? "float4 loads, no slower than bulk copies"
                       : "float4 loads; this GPU has no bulk copies";
}

static int time_ways(const struct reader *reader, const struct reader *junk,
                     const struct device *device, struct ceiling *ceiling, struct failure *why)
{
    struct stopwatch watch;
    double best_ms = 0;
    bool bulk_won = false, bulk_done = false;
    int status = stopwatch_open(&watch, why);
    for (unsigned way = 0; way < WAYS && status == 0; way++) {
        const double before = best_ms;
        bool done = false;
        status = time_way(way, reader, junk, device, &watch, &best_ms, &done, why);
        bulk_done = bulk_done || (is_bulk(way) && done);
        bulk_won = bulk_won || (is_bulk(way) && best_ms < before);
    }
    stopwatch_close(&watch);
    if (status == 0 && best_ms > 0) {
        ceiling->gbps = (double)reader->count * sizeof(float) / best_ms * 1e-6;
        ceiling->by = ceiling_words(bulk_won, bulk_done);
    }
    return status;
}

/* Large enough that its first and last block do not matter, if there is room. */
static int ceiling_bytes(const struct device *device, size_t least_bytes, size_t *bytes,
                         struct failure *why)
{
    size_t available = 0, total = 0;
    const size_t wanted = (size_t)2 << 30, least = 8 * device->l2_bytes;
    const int status = CUDA_TRY(cudaMemGetInfo(&available, &total), why);
    *bytes = least_bytes > wanted ? least_bytes : wanted;
    if (*bytes > available / 2) {
        *bytes = available / 2;
    }
    if (status == 0 && *bytes < least) {
        *bytes = 0;
    }
    return status;
}

int gpu_time_ceiling(const struct device *device, size_t least_bytes, struct ceiling *ceiling,
                     struct failure *why)
{
    struct reader reader = { 0 }, junk = { 0 };
    size_t bytes = 0;
    *ceiling = (struct ceiling){ 0 };
    int status = device->simulated ? 0 : ceiling_bytes(device, least_bytes, &bytes, why);
    if (status != 0 || bytes == 0) {
        return status;
    }
    status = reader_open(&reader, bytes, why);
    if (status == 0) {
        status = reader_open(&junk, 2 * device->l2_bytes, why);
    }
    if (status == 0) {
        status = time_ways(&reader, &junk, device, ceiling, why);
    }
    reader_close(&junk);
    reader_close(&reader);
    return status;
}
