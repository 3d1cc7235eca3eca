#include "ceiling.h"

#include "read.h"

/* The ways to read: read_all with several grids, then the shapes of read_bulk. */
static const unsigned grids_per_sm[] = { 2, 3, 4, 8, 16, 32 };
enum { GRIDS = sizeof grids_per_sm / sizeof *grids_per_sm, WAYS = GRIDS + READ_SHAPES };
enum { RUNS = 7, SINK_BYTES = 256 };

/* A buffer, and the way in which it is read. */
struct reading {
    float *data;
    size_t count; /* floats, a multiple of 4; the sink is behind them */
    unsigned sms, way;
    bool refused; /* the device has no such way */
};

static bool is_bulk(unsigned way)
{
    return way >= GRIDS;
}

static int read_once(void *self, struct failure *why)
{
    struct reading *r = self;
    float *sink = r->data + r->count;
    if (is_bulk(r->way)) {
        r->refused = !read_bulk(r->way - GRIDS, r->data, r->count, r->sms, sink);
        return LAUNCH_TRY(read_bulk(shape, data, count, sms, sink), r->sms, 0, false, why);
    }
    const unsigned blocks = r->sms * grids_per_sm[r->way];
    read_all(r->data, r->count, blocks, sink);
    return LAUNCH_TRY(read_all(data, count, blocks, sink), blocks, READ_BLOCK, false, why);
}

/* Large enough that its first and last block do not matter, if there is room. */
static int choose_bytes(const struct device *device, size_t least_bytes, size_t *bytes,
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

static int open_reading(struct reading *reading, const struct device *device, size_t bytes,
                        struct failure *why)
{
    void *memory = NULL;
    *reading = (struct reading){ .count = bytes / 16 * 4, .sms = device->sms };
    const int status = CUDA_TRY(cudaMalloc(&memory, bytes + SINK_BYTES), why);
    reading->data = memory;
    return status != 0 ? status : CUDA_TRY(cudaMemset(memory, 0, bytes + SINK_BYTES), why);
}

/* What was the fastest, and why bulk copies were not tried where they were not. */
static const char *words(bool bulk_won, bool bulk_done)
{
    return bulk_won    ? "bulk copies"
           : bulk_done ? "float4 loads, no slower than bulk copies"
                       : "float4 loads; this GPU has no bulk copies";
}

/* Tries one way after the other. */
static int time_ways(const struct cold *cold, struct reading *reading, struct ceiling *ceiling,
                     struct failure *why)
{
    double best_ms = 0;
    bool bulk_won = false, bulk_done = false;
    int status = 0;
    for (unsigned way = 0; way < WAYS && status == 0; way++) {
        struct timing timing;
        reading->way = way;
        reading->refused = false;
        status = cold_time(cold, read_once, reading, RUNS, &timing, why);
        if (status != 0 || reading->refused) {
            continue;
        }
        bulk_done = bulk_done || is_bulk(way);
        if (!(best_ms > 0) || timing.min_ms < best_ms) {
            best_ms = timing.min_ms;
            bulk_won = is_bulk(way);
        }
    }
    if (status == 0 && best_ms > 0) {
        ceiling->gbps = (double)reading->count * sizeof(float) / best_ms * 1e-6;
        ceiling->by = words(bulk_won, bulk_done);
    }
    return status;
}

int ceiling_measure(const struct cold *cold, size_t least_bytes, struct ceiling *ceiling,
                    struct failure *why)
{
    struct reading reading = { 0 };
    size_t bytes = 0;
    *ceiling = (struct ceiling){ 0 };
    int status = cold->device.simulated ? 0 : choose_bytes(&cold->device, least_bytes, &bytes, why);
    if (status != 0 || bytes == 0) {
        return status;
    }
    status = open_reading(&reading, &cold->device, bytes, why);
    if (status == 0) {
        status = time_ways(cold, &reading, ceiling, why);
    }
    cudaFree(reading.data);
    return status;
}
