// Several GPUs: a part for each, NCCL adds the sums
//
// The array is cut into one part per GPU of this machine. Each GPU reduces its
// own part with `best`, all at the same time, and NCCL adds the results over
// the links between the GPUs, so that every GPU ends up with the sum.
// Cost: a collective operation at the end, some ten microseconds however long
// the array is; and the parts have to be on their GPUs in the first place.

#include "best.h"
#include "cli.h"
#include "clock.h"
#include "csv.h"
#include "device.h"
#include "indexed.h"
#include "timer.h"

#include <math.h>
#include <nccl.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_GPUS = 64, USUAL_RUNS = 22 };

static const struct cli_program program = {
    "multi_gpu",
    "Sums N floats by all GPUs of this machine, and one GPU's part by that GPU alone.\n",
    CLI_N | CLI_BACKEND | CLI_REPEAT | CLI_CSV, 0
};

/* One GPU and its part of the array. */
struct part {
    int device;
    float *in, *sum; /* on the device: `count` elements, and where their sum goes */
    uint64_t first;
    size_t count;
    cudaStream_t stream;
    ncclComm_t communicator;
};

struct team {
    struct part parts[MOST_GPUS];
    int size;
};

#define NCCL_TRY(call, why) nccl_check((call), #call, __LINE__, (why))

static int nccl_check(ncclResult_t result, const char *call, int line, struct failure *why)
{
    return result == ncclSuccess ? 0
                                 : fail(why, EXIT_WRONG, "multi_gpu.c:%d: %s: %s", line, call,
                                        ncclGetErrorString(result));
}

static int open_part(struct part *part, struct failure *why)
{
    void *memory = NULL;
    int status = CUDA_TRY(cudaSetDevice(part->device), why);
    if (status == 0) {
        status = CUDA_TRY(cudaMalloc(&memory, part->count * sizeof(float)), why);
        part->in = memory;
    }
    if (status == 0) {
        status = CUDA_TRY(cudaMalloc(&memory, sizeof(float)), why);
        part->sum = memory;
    }
    if (status == 0) {
        status = CUDA_TRY(cudaStreamCreate(&part->stream), why);
    }
    if (status == 0) {
        indexed_fill(part->in, part->first, part->count);
        status = CUDA_TRY(cudaDeviceSynchronize(), why);
    }
    return status;
}

/* Cuts n elements into parts of the first `size` GPUs and fills them. */
static int open_team(struct team *team, int size, size_t n, struct failure *why)
{
    int devices[MOST_GPUS] = { 0 }, status = 0;
    ncclComm_t communicators[MOST_GPUS] = { NULL };
    *team = (struct team){ .size = size };
    for (int k = 0; k < size && status == 0; k++) {
        const struct share share = share_of(n, (uint64_t)k, (uint64_t)size);
        team->parts[k] = (struct part){ .device = k,
                                        .first = share.first,
                                        .count = (size_t)(share.end - share.first) };
        devices[k] = k;
        status = open_part(&team->parts[k], why);
    }
    if (status == 0) {
        status = NCCL_TRY(ncclCommInitAll(communicators, size, devices), why);
    }
    for (int k = 0; k < size && status == 0; k++) {
        team->parts[k].communicator = communicators[k];
    }
    return status;
}

static void close_team(struct team *team)
{
    for (int k = 0; k < team->size; k++) {
        struct part *part = &team->parts[k];
        cudaSetDevice(part->device);
        if (part->communicator != NULL) {
            ncclCommDestroy(part->communicator);
        }
        if (part->stream != NULL) {
            cudaStreamDestroy(part->stream);
        }
        cudaFree(part->in);
        cudaFree(part->sum);
    }
}

/* All GPUs sum their parts, then all sums; returns when every GPU has the result. */
static int sum_once(struct team *team, struct failure *why)
{
    int status = 0;
    for (int k = 0; k < team->size && status == 0; k++) {
        const struct part *part = &team->parts[k];
        status = CUDA_TRY(cudaSetDevice(part->device), why);
        if (status == 0) {
            status = CUDA_TRY(best_sum(part->in, part->sum, part->count, part->stream), why);
        }
    }
    if (status == 0) {
        status = NCCL_TRY(ncclGroupStart(), why);
    }
    for (int k = 0; k < team->size && status == 0; k++) {
        const struct part *part = &team->parts[k];
        status = NCCL_TRY(ncclAllReduce(part->sum, part->sum, 1, ncclFloat, ncclSum,
                                        part->communicator, part->stream),
                          why);
    }
    if (status == 0) {
        status = NCCL_TRY(ncclGroupEnd(), why);
    }
    for (int k = 0; k < team->size && status == 0; k++) {
        status = CUDA_TRY(cudaStreamSynchronize(team->parts[k].stream), why);
    }
    return status;
}

static int check(const struct team *team, size_t n, struct failure *why)
{
    const double right = (double)indexed_sum(0, n);
    for (int k = 0; k < team->size; k++) {
        float sum = 0;
        const int status =
            CUDA_TRY(cudaMemcpy(&sum, team->parts[k].sum, sizeof sum, cudaMemcpyDeviceToHost), why);
        if (status != 0) {
            return status;
        }
        if (!(fabs((double)sum - right) <= 0)) {
            return fail(why, EXIT_WRONG, "GPU %d has the sum %.9g, not %.17g", k, (double)sum,
                        right);
        }
    }
    return 0;
}

/* Times `repeat` sums of n elements by the first `size` GPUs, judged before and after. */
static int time_team(int size, size_t n, unsigned repeat, struct timing *timing,
                     struct failure *why)
{
    static struct team team;
    double *ms = malloc(repeat * sizeof *ms);
    int status = ms == NULL ? fail(why, EXIT_USAGE, "out of memory") : 0;
    if (status == 0) {
        status = open_team(&team, size, n, why);
    }
    for (unsigned k = 0; k <= repeat && status == 0; k++) { /* run 0 is the warm-up */
        const double start = clock_ms();
        status = sum_once(&team, why);
        if (k > 0) {
            ms[k - 1] = clock_ms() - start;
        }
        if (status == 0 && (k == 0 || k == repeat)) {
            status = check(&team, n, why);
        }
    }
    if (status == 0) {
        *timing = timer_summary(ms, repeat);
    }
    close_team(&team);
    free(ms);
    return status;
}

static double gbps(size_t n, const struct timing *timing)
{
    return (double)n * sizeof(float) / timing->median_ms * 1e-6;
}

static int write_csv(const char *path, const struct device *device, int size, size_t n,
                     const struct timing *timing, struct failure *why)
{
    char name[32];
    snprintf(name, sizeof name, "multi_gpu x%d", size);
    const struct report report = { .program = name,
                                   .backend = "cuda",
                                   .device = device->name,
                                   .n = n,
                                   .has_n = true,
                                   .data_column = "indexed",
                                   .timed = true,
                                   .run_only = true,
                                   .times = { .run = *timing } };
    return csv_append(path, &report, why);
}

/* One GPU's part by one GPU beside the whole by all. */
struct comparison {
    struct device device;
    int count;       /* GPUs */
    size_t n, share; /* elements of all, and of one */
    struct timing one, all;
};

static int compare(const struct options *options, struct comparison *c, struct failure *why)
{
    int status = device_open(options, &c->device, why);
    if (status == 0) {
        status = CUDA_TRY(cudaGetDeviceCount(&c->count), why);
    }
    if (status != 0) {
        return status;
    }
    c->count = c->count < MOST_GPUS ? c->count : MOST_GPUS;
    const size_t count = (size_t)c->count;
    c->n = (options->given & CLI_N) != 0 ? options->n : ((size_t)1 << 28) * count;
    c->share = c->n / count + c->n % count;
    const unsigned repeat = options->repeat > 0 ? options->repeat : USUAL_RUNS;
    status = time_team(1, c->share, repeat, &c->one, why);
    return status != 0 ? status : time_team(c->count, c->n, repeat, &c->all, why);
}

static void print_comparison(const struct comparison *c)
{
    const double one = gbps(c->share, &c->one), all = gbps(c->n, &c->all);
    printf("multi_gpu: %d GPU%s, %s\n", c->count, c->count == 1 ? "" : "s", c->device.name);
    printf("  one GPU, one part   %zu floats, %.4g ms, %.4g GB/s\n", c->share, c->one.median_ms,
           one);
    printf("  all GPUs, NCCL      %zu floats, %.4g ms, %.4g GB/s: %.3f times one\n", c->n,
           c->all.median_ms, all, all / one);
    printf("  verified            sum %lld on every GPU, exact\n", (long long)indexed_sum(0, c->n));
}

static int run(const struct options *options, struct failure *why)
{
    struct comparison c = { .count = 0 };
    int status = options->csv != NULL ? csv_check(options->csv, why) : 0;
    if (status == 0) {
        status = compare(options, &c, why);
    }
    if (status != 0) {
        return status;
    }
    if (options->csv == NULL || strcmp(options->csv, "-") != 0) {
        print_comparison(&c);
    }
    if (options->csv != NULL) {
        status = write_csv(options->csv, &c.device, 1, c.share, &c.one, why);
        status =
            status != 0 ? status : write_csv(options->csv, &c.device, c.count, c.n, &c.all, why);
    }
    return status;
}

int main(int argc, char **argv)
{
    struct options options;
    struct failure why = { 0 };
    char help[4096];
    int status = cli_parse(argc, argv, program.takes, &options, &why);
    if (status == 0 && options.help) {
        cli_help(help, sizeof help, &program);
        fputs(help, stdout);
    } else if (status == 0) {
        status = run(&options, &why);
    }
    if (status != 0) {
        fprintf(stderr, "multi_gpu: %s\n", why.text);
    }
    options_free(&options);
    return status;
}
