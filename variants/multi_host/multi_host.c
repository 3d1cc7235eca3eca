// Several hosts: a part for each rank, MPI adds the sums
//
// One process per GPU, or per simulated one, on any number of hosts. A rank
// makes its part of the data from the index, or reads it from its copy of the
// file, piece by piece, so that no machine ever holds the whole array: 10^12
// floats are 4 TB. Pieces are summed by `best`, their sums in double, and MPI
// adds one double per rank.
// Cost: the network is used once, for eight bytes per rank; the slowest rank
// decides the time.

#include "best.h"
#include "cli.h"
#include "clock.h"
#include "csv.h"
#include "device.h"
#include "indexed.h"
#include "reference.h"

#include <math.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Elements of a piece, on hardware and simulated. */
static const size_t hardware_piece = (size_t)1 << 28, simulated_piece = (size_t)1 << 18;

struct rank {
    int number, count;
    char host[MPI_MAX_PROCESSOR_NAME];
    struct device device;
    FILE *file;   /* NULL: made from the index */
    float *piece; /* host memory for a piece of the file */
    float *d_piece, *d_sum;
    size_t piece_floats;
    uint64_t first, end;   /* this rank's elements */
    double sum;            /* of them */
    double right, allowed; /* what it should be, and how far from it it may be */
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
    if (cudaGetDeviceCount(&devices) == cudaSuccess && devices > 0 && own.device == 0) {
        own.device = place % devices;
    }
    return device_open(&own, &rank->device, why);
}

static int open_file(struct rank *rank, const struct options *options, uint64_t *n,
                     struct failure *why)
{
    struct stat status;
    if (options->input == NULL) {
        return 0;
    }
    rank->file = fopen(options->input, "rb");
    if (rank->file == NULL || fstat(fileno(rank->file), &status) != 0) {
        return fail(why, EXIT_USAGE, "cannot read %s", options->input);
    }
    if (status.st_size % (off_t)sizeof(float) != 0) {
        return fail(why, EXIT_USAGE, "%s holds no whole number of floats", options->input);
    }
    const uint64_t held = (uint64_t)status.st_size / sizeof(float);
    if (options->n_given && options->n > held) {
        return fail(why, EXIT_USAGE, "%s holds %llu floats", options->input,
                    (unsigned long long)held);
    }
    *n = options->n_given ? *n : held;
    return 0;
}

static int allocate(struct rank *rank, struct failure *why)
{
    const size_t most = rank->device.simulated ? simulated_piece : hardware_piece;
    const uint64_t own = rank->end - rank->first;
    void *memory = NULL;
    rank->piece_floats = own < most ? (size_t)own : most;
    const size_t bytes = (rank->piece_floats + 1) * sizeof(float);
    rank->piece = malloc(bytes);
    if (rank->piece == NULL) {
        return fail(why, EXIT_USAGE, "out of memory");
    }
    int status = CUDA_TRY(cudaMalloc(&memory, bytes), why);
    rank->d_piece = memory;
    if (status == 0) {
        status = CUDA_TRY(cudaMalloc(&memory, sizeof(float)), why);
        rank->d_sum = memory;
    }
    return status;
}

static int read_piece(struct rank *rank, uint64_t first, size_t count, struct failure *why)
{
    const size_t bytes = count * sizeof(float);
    if (fseeko(rank->file, (off_t)(first * sizeof(float)), SEEK_SET) != 0 ||
        fread(rank->piece, 1, bytes, rank->file) != bytes) {
        return fail(why, EXIT_USAGE, "the file ends before float %llu",
                    (unsigned long long)(first + count));
    }
    const struct reference reference = reference_sum(rank->piece, count);
    rank->right += reference.sum;
    rank->allowed +=
        (reference_tree_rounds(count) + (double)count / (1 << 14)) * 0x1p-24 * reference.sum_abs;
    return CUDA_TRY(cudaMemcpy(rank->d_piece, rank->piece, bytes, cudaMemcpyHostToDevice), why);
}

static int make_piece(struct rank *rank, uint64_t first, size_t count, struct failure *why)
{
    indexed_fill(rank->d_piece, first, count);
    rank->right += (double)indexed_sum(first, count);
    return CUDA_TRY(cudaGetLastError(), why);
}

static int sum_piece(struct rank *rank, uint64_t first, size_t count, struct failure *why)
{
    float sum = 0;
    int status = rank->file != NULL ? read_piece(rank, first, count, why)
                                    : make_piece(rank, first, count, why);
    if (status == 0) {
        status = CUDA_TRY(best_sum(rank->d_piece, rank->d_sum, count, 0), why);
    }
    if (status == 0) {
        status = CUDA_TRY(cudaMemcpy(&sum, rank->d_sum, sizeof sum, cudaMemcpyDeviceToHost), why);
    }
    rank->sum += (double)sum;
    return status;
}

static int sum_part(struct rank *rank, struct failure *why)
{
    int status = 0;
    for (uint64_t at = rank->first; at < rank->end && status == 0; at += rank->piece_floats) {
        const uint64_t left = rank->end - at;
        status =
            sum_piece(rank, at, left < rank->piece_floats ? (size_t)left : rank->piece_floats, why);
    }
    return status;
}

/* Everything before the network: failures end the job. */
static uint64_t work(struct rank *rank, const struct options *options)
{
    struct failure why = { 0 };
    uint64_t n = options->n_given ? options->n : (uint64_t)1 << 20;
    int status = open_device(rank, options, &why);
    if (status == 0) {
        status = open_file(rank, options, &n, &why);
    }
    if (status == 0) {
        const uint64_t count = (uint64_t)rank->count, number = (uint64_t)rank->number;
        rank->first = n / count * number;
        rank->end = number + 1 == count ? n : rank->first + n / count;
        status = allocate(rank, &why);
    }
    if (status == 0) {
        status = sum_part(rank, &why);
    }
    if (status != 0) {
        give_up(rank, &why);
    }
    return n;
}

static int write_csv(const char *path, const struct rank *rank, uint64_t n, double ms, bool wrong,
                     struct failure *why)
{
    char name[64];
    snprintf(name, sizeof name, "multi_host: %d ranks", rank->count);
    const struct report report = {
        .program = name,
        .backend = device_backend_name(device_backend()),
        .device = rank->device.name,
        .n = (size_t)n,
        .has_n = true,
        .data_column = rank->file != NULL ? "file" : "indexed",
        .wrong = wrong,
        .timed = true,
        .host_only = true, /* launches are not timed apart */
        .times = { .run = { .repeat = 1, .median_ms = ms, .min_ms = ms, .max_ms = ms } }
    };
    return csv_append(path, &report, why);
}

/* On rank 0: what came together. */
static int tell(const struct rank *rank, const struct options *options, uint64_t n,
                const double all[3], double ms)
{
    struct failure why = { 0 };
    const bool right = fabs(all[0] - all[1]) <= all[2];
    int status = right ? 0 : EXIT_WRONG;
    if (options->csv == NULL || strcmp(options->csv, "-") != 0) {
        printf("multi_host: %llu floats, %d rank%s, %s\n", (unsigned long long)n, rank->count,
               rank->count == 1 ? "" : "s", rank->device.name);
        printf("  %s  sum %.17g, %s %.17g\n", right ? "verified" : "wrong   ", all[0],
               right ? "reference" : "not", all[1]);
        printf("  time      %.4g ms in all, data and sums\n", ms);
    }
    if (options->csv != NULL && write_csv(options->csv, rank, n, ms, !right, &why) != 0) {
        fprintf(stderr, "multi_host: %s\n", why.text);
        status = EXIT_USAGE;
    }
    return status;
}

static void close_rank(struct rank *rank)
{
    cudaFree(rank->d_piece);
    cudaFree(rank->d_sum);
    free(rank->piece);
    if (rank->file != NULL) {
        fclose(rank->file);
    }
}

static int run(struct rank *rank, const struct options *options)
{
    int status = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = clock_ms();
    const uint64_t n = work(rank, options);
    const double own[3] = { rank->sum, rank->right, rank->allowed };
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
    int status = cli_parse(argc, argv, &options, &why);
    if (status != 0) {
        give_up(&rank, &why);
    } else if (options.help) {
        cli_help(help, sizeof help, "multi_host", 0);
        fputs(rank.number == 0 ? help : "", stdout);
    } else {
        status = run(&rank, &options);
    }
    options_free(&options);
    MPI_Finalize();
    return status;
}
