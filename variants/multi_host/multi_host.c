// Several hosts: a part for each rank, MPI adds the sums
//
// One process per GPU, or per simulated one, on any number of hosts. A rank
// makes its part of the data from the index, or reads it from its copy of the
// file, piece by piece, so that no machine ever holds the whole array: 10^12
// floats are 4 TB. Pieces are summed by `best`, their sums in double, and MPI
// adds these.
// Cost: the slowest rank decides the time. The network carries 24 bytes per
// rank: its sum, and what the sum should be and how far from it it may be.

#include "cli.h"
#include "clock.h"
#include "csv.h"
#include "device.h"
#include "part.h"

#include <math.h>
#include <mpi.h>
#include <string.h>

static const struct cli_program program = {
    "multi_host", "Sums N floats once, a part for each rank: mpirun -n 4 multi_host --n 2^22\n",
    CLI_N | CLI_INPUT | CLI_BACKEND | CLI_DEVICE | CLI_CSV, 0
};

struct rank {
    int number, count;
    char host[MPI_MAX_PROCESSOR_NAME];
    struct device device;
    struct input_file *file; /* NULL: made from the index */
    struct part part;
};

/* One bad rank ends them all, and says which it was. */
static void give_up(const struct rank *rank, const struct failure *why)
{
    fprintf(stderr, "multi_host: rank %d of %d on %s: %s\n", rank->number, rank->count, rank->host,
            why->text);
    fflush(stderr);
    MPI_Abort(MPI_COMM_WORLD, why->status);
}

/* Ranks of one host take its GPUs in turn, unless --device says which. */
static int open_device(struct rank *rank, const struct options *options, struct failure *why)
{
    struct options own = *options;
    int devices = 0, place = 0;
    MPI_Comm neighbours;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &neighbours);
    MPI_Comm_rank(neighbours, &place);
    MPI_Comm_free(&neighbours);
    if (cudaGetDeviceCount(&devices) == cudaSuccess && devices > 0 &&
        (options->given & CLI_DEVICE) == 0) {
        own.device = place % devices;
    }
    return device_open(&own, &rank->device, why);
}

static int open_file(struct rank *rank, const struct options *options, uint64_t *n,
                     struct failure *why)
{
    size_t count = 0;
    if (options->input == NULL) {
        return 0;
    }
    int status = input_open(options->input, &rank->file, why);
    if (status == 0) {
        status = input_choose(rank->file, (options->given & CLI_N) != 0 ? options->n : INPUT_ALL,
                              &count, why);
    }
    *n = count;
    return status;
}

/* Everything before the clock starts; returns n. Failures end the job. */
static uint64_t prepare(struct rank *rank, const struct options *options)
{
    struct failure why = { 0 };
    uint64_t n = (options->given & CLI_N) != 0 ? options->n : (uint64_t)1 << 20;
    int status = options->csv != NULL && rank->number == 0 ? csv_check(options->csv, &why) : 0;
    if (status == 0) {
        status = open_file(rank, options, &n, &why);
    }
    if (status == 0) {
        status = open_device(rank, options, &why);
    }
    if (status == 0) {
        const struct share share = share_of(n, (uint64_t)rank->number, (uint64_t)rank->count);
        status = part_open(&rank->part, share, rank->file, rank->device.simulated, &why);
    }
    if (status != 0) {
        give_up(rank, &why);
    }
    return n;
}

static void sum(struct rank *rank)
{
    struct failure why = { 0 };
    if (part_sum(&rank->part, &why) != 0) {
        give_up(rank, &why);
    }
}

static int write_csv(const char *path, const struct rank *rank, uint64_t n, double sum, double ms,
                     bool wrong, struct failure *why)
{
    char name[64], detail[64];
    snprintf(detail, sizeof detail, "sum %.17g", sum);
    snprintf(name, sizeof name, "multi_host: %d rank%s", rank->count, rank->count == 1 ? "" : "s");
    const struct report report = {
        .program = name,
        .backend = device_backend_name(device_backend()),
        .device = rank->device.name,
        .n = (size_t)n,
        .has_n = true,
        .data_column = rank->file != NULL ? "file" : "indexed",
        .wrong = wrong,
        .timed = true,
        .run_only = true,
        .detail = detail,
        .times = { .run = { .repeat = 1, .median_ms = ms, .min_ms = ms, .max_ms = ms } }
    };
    return csv_append(path, &report, why);
}

/* NaN is near NaN, and an infinity near itself. */
static bool is_near(double sum, double right, double allowed)
{
    return isfinite(right) ? fabs(sum - right) <= allowed
                           : memcmp(&sum, &right, sizeof sum) == 0 || (isnan(sum) && isnan(right));
}

/* On rank 0: what came together. */
static int tell(const struct rank *rank, const struct options *options, uint64_t n,
                const double all[3], double ms)
{
    struct failure why = { 0 };
    const bool right = is_near(all[0], all[1], all[2]);
    int status = right ? 0 : EXIT_WRONG;
    if (options->csv == NULL || strcmp(options->csv, "-") != 0) {
        printf("multi_host: %llu float%s, %d rank%s, %s\n", (unsigned long long)n,
               n == 1 ? "" : "s", rank->count, rank->count == 1 ? "" : "s", rank->device.name);
        printf("  %s  sum %.17g, %s %.17g\n", right ? "verified" : "wrong   ", all[0],
               right ? "reference" : "not", all[1]);
        printf("  time      %.4g ms in all: the data are made or read, and summed\n", ms);
    }
    if (options->csv != NULL && write_csv(options->csv, rank, n, all[0], ms, !right, &why) != 0) {
        fprintf(stderr, "multi_host: %s\n", why.text);
        status = EXIT_USAGE;
    }
    return status;
}

static void close_rank(struct rank *rank)
{
    part_close(&rank->part);
    input_close(rank->file);
}

static int run(struct rank *rank, const struct options *options)
{
    int status = 0;
    const uint64_t n = prepare(rank, options);
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = clock_ms();
    sum(rank);
    const double own[3] = { rank->part.sum, rank->part.right, rank->part.allowed };
    double all[3] = { 0 };
    MPI_Reduce(own, all, 3, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank->number == 0) {
        status = tell(rank, options, n, all, clock_ms() - start);
    }
    MPI_Bcast(&status, 1, MPI_INT, 0, MPI_COMM_WORLD);
    close_rank(rank);
    return status;
}

int main(int argc, char **argv)
{
    static struct rank rank;
    struct options options;
    struct failure why = { 0 };
    char help[4096];
    int length = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank.number);
    MPI_Comm_size(MPI_COMM_WORLD, &rank.count);
    MPI_Get_processor_name(rank.host, &length);
    int status = cli_parse(argc, argv, program.takes, &options, &why);
    if (status != 0) {
        give_up(&rank, &why);
    } else if (options.help) {
        cli_help(help, sizeof help, &program);
        fputs(rank.number == 0 ? help : "", stdout);
    } else {
        status = run(&rank, &options);
    }
    options_free(&options);
    MPI_Finalize();
    return status;
}
