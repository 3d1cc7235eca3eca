#include "gpu_time.h"

#include "ceiling.h"
#include "clock.h"
#include "cold.h"
#include "read.h"

enum { COPIES = 3, EMPTY_LAUNCHES = 64 };

static int run_passes(void *self, struct failure *why)
{
    struct gpu *gpu = self;
    gpu_run(gpu);
    return LAUNCH_TRY(step->launch(in, out, n, blocks), gpu->passes.blocks[0], gpu->step->block,
                      false, why);
}

/* Many in a row, as they are in a program; their L2 does not matter. */
static int time_empty(const struct cold *cold, double *ms, struct failure *why)
{
    read_nothing();
    int status = CUDA_TRY(cudaEventRecord(cold->start, 0), why);
    for (int k = 0; k < EMPTY_LAUNCHES; k++) {
        read_nothing();
    }
    if (status == 0) {
        status = LAUNCH_TRY(read_nothing(), 1, 32, false, why);
    }
    if (status == 0) {
        status = cold_stop(cold, ms, why);
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

int gpu_time(struct gpu *gpu, const struct device *device, const float *in, size_t n,
             unsigned repeat, struct times *times, struct failure *why)
{
    struct cold cold;
    *times = (struct times){ 0 };
    int status = cold_open(&cold, device, why);
    if (status == 0) {
        status = ceiling_measure(&cold, n * sizeof *in, &times->ceiling, why);
    }
    if (status == 0) {
        status = time_copies(gpu, in, n, &times->copy_ms, why);
    }
    if (status == 0) {
        status = time_empty(&cold, &times->launch_overhead_ms, why);
    }
    if (status == 0) {
        status = cold_time(&cold, run_passes, gpu, repeat, &times->run, why);
    }
    cold_close(&cold);
    return status;
}
