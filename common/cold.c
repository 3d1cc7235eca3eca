#include "cold.h"

#include "read.h"

#include <stdlib.h>

enum { SCRUB_BLOCKS_PER_SM = 4, SINK_BYTES = 256 };

static int open_junk(struct cold *cold, struct failure *why)
{
    void *memory = NULL;
    const size_t bytes = 2 * cold->device.l2_bytes / 16 * 16;
    int status = CUDA_TRY(cudaMalloc(&memory, bytes + SINK_BYTES), why);
    if (status == 0) {
        cold->junk = memory;
        cold->junk_floats = bytes / sizeof(float);
        status = CUDA_TRY(cudaMemset(memory, 0, bytes + SINK_BYTES), why);
    }
    return status;
}

int cold_open(struct cold *cold, const struct device *device, struct failure *why)
{
    *cold = (struct cold){ .device = *device };
    int status = device->simulated ? 0 : open_junk(cold, why);
    if (status == 0) {
        status = CUDA_TRY(cudaEventCreate(&cold->start), why);
    }
    return status != 0 ? status : CUDA_TRY(cudaEventCreate(&cold->stop), why);
}

void cold_close(struct cold *cold)
{
    cudaFree(cold->junk);
    if (cold->start != NULL) {
        cudaEventDestroy(cold->start);
    }
    if (cold->stop != NULL) {
        cudaEventDestroy(cold->stop);
    }
}

static void scrub(const struct cold *cold)
{
    if (cold->junk != NULL) {
        read_all(cold->junk, cold->junk_floats, cold->device.sms * SCRUB_BLOCKS_PER_SM,
                 cold->junk + cold->junk_floats);
    }
}

int cold_stop(const struct cold *cold, double *ms, struct failure *why)
{
    float elapsed = 0;
    int status = CUDA_TRY(cudaEventRecord(cold->stop, 0), why);
    if (status == 0) {
        status = CUDA_TRY(cudaEventSynchronize(cold->stop), why);
    }
    if (status == 0) {
        status = CUDA_TRY(cudaEventElapsedTime(&elapsed, cold->start, cold->stop), why);
    }
    *ms = (double)elapsed;
    return status;
}

int cold_once(const struct cold *cold, cold_run run, void *self, double *ms, struct failure *why)
{
    scrub(cold);
    int status = CUDA_TRY(cudaEventRecord(cold->start, 0), why);
    if (status == 0) {
        status = run(self, why);
    }
    return status != 0 ? status : cold_stop(cold, ms, why);
}

int cold_time(const struct cold *cold, cold_run run, void *self, unsigned repeat,
              struct timing *timing, struct failure *why)
{
    double warm_up = 0;
    int status = cold_once(cold, run, self, &warm_up, why);
    const unsigned count = repeat > 0 ? repeat : timer_repeats(warm_up, !cold->device.simulated);
    double *ms = malloc(count * sizeof *ms);
    if (status == 0 && ms == NULL) {
        status = fail(why, EXIT_USAGE, "--repeat: %u times do not fit in memory", count);
    }
    for (unsigned k = 0; k < count && status == 0; k++) {
        status = cold_once(cold, run, self, &ms[k], why);
    }
    if (status == 0) {
        *timing = timer_summary(ms, count);
    }
    free(ms);
    return status;
}
