#include "lab_table.h"

#include "ceiling.h"
#include "cold.h"
#include "csv.h"
#include "free_memory.h"
#include "verify.h"

#include <stdlib.h>
#include <string.h>

enum {
    GUARD = 256,
    SIZES = 128,
    USUAL_BLOCK = 256,
    SPARE = 16 /* bytes: for a part of the input on a boundary of its own */
};

/* What the simulator works through in a moment, and what a GPU's L2 cannot hold. */
static const size_t simulated_n = (size_t)1 << 18, hardware_n = (size_t)1 << 26;
/* What is verified on the simulator, unless the command line asks for more. */
static const size_t simulated_most = (size_t)1 << 17;

/* A lab on its device. */
struct bench {
    const struct lab *lab;
    struct options options;
    struct device device;
    struct cold cold;
    struct ceiling ceiling;
    size_t n, largest;
    size_t own[SIZES]; /* the level's sizes, where the options name none */
    const size_t *sizes;
    size_t size_count, sizes_left_out, first_left_out;
    unsigned char *in, *out; /* host: the input, a result and its guard */
    void *d_in, *d_out;
    struct lab_result *results;
};

void *lab_scratch(size_t bytes)
{
    static void *scratch = NULL;
    static size_t held = 0;
    if (bytes > held) {
        cudaFree(scratch);
        scratch = NULL;
        held = cudaMalloc(&scratch, bytes) == cudaSuccess ? bytes : 0;
    }
    return scratch;
}

/* ---- one run of one way ---- */

struct job {
    const struct lab_way *way;
    struct lab_work work;
};

static int launch(void *self, struct failure *why)
{
    const struct job *job = self;
    job->way->launch(&job->work);
    return CUDA_TRY(cudaGetLastError(), why);
}

static struct job job_of(const struct bench *bench, size_t way, size_t n)
{
    return (struct job){ &bench->lab->ways[way], { bench->d_in, bench->d_out, n } };
}

static bool guard_holds(const unsigned char *guard)
{
    for (size_t k = 0; k < GUARD; k++) {
        if (guard[k] != 0xFF) {
            return false;
        }
    }
    return true;
}

static int run_way(const struct bench *bench, size_t way, size_t n, struct failure *why)
{
    struct job job = job_of(bench, way, n);
    const size_t bytes = bench->lab->result_bytes(n);
    int status = CUDA_TRY(cudaMemset(bench->d_out, 0xFF, bytes + GUARD), why);
    if (status == 0) {
        status = launch(&job, why);
    }
    if (status == 0) {
        status = CUDA_TRY(
            cudaMemcpy(bench->out, bench->d_out, bytes + GUARD, cudaMemcpyDeviceToHost), why);
    }
    if (status != 0) {
        char text[sizeof why->text];
        memcpy(text, why->text, sizeof text);
        return fail(why, EXIT_WRONG, "%s, n = %zu: %s", job.way->name, n, text);
    }
    return 0;
}

/* Judges what the last run left. */
static void judge(struct bench *bench, size_t way, size_t n)
{
    struct lab_result *result = &bench->results[way];
    const size_t bytes = bench->lab->result_bytes(n);
    char words[LAB_TEXT] = "";
    bool right = bench->lab->judge(way, bench->in, n, bench->out, words, sizeof words);
    if (right && !guard_holds(bench->out + bytes)) {
        right = false;
        snprintf(words, sizeof words, "wrote past the end of the result");
    }
    result->wrong = !right;
    if (right) {
        snprintf(result->text, sizeof result->text, "%s", words);
    } else {
        snprintf(result->text, sizeof result->text, "n = %zu: %.200s", n, words);
    }
}

/* Runs twice, for the second run finds what the first has left in the scratch memory. */
static int check_way(struct bench *bench, size_t way, size_t n, struct failure *why)
{
    struct lab_result *result = &bench->results[way];
    const size_t bytes = bench->lab->result_bytes(n) + GUARD;
    result->checked = true;
    unsigned char *first = malloc(bytes);
    int status = first == NULL ? fail(why, EXIT_USAGE, "out of memory") : 0;
    if (status == 0) {
        status = run_way(bench, way, n, why);
    }
    if (status == 0) {
        judge(bench, way, n);
        memcpy(first, bench->out, bytes);
        status = result->wrong ? 0 : run_way(bench, way, n, why);
    }
    if (status == 0 && !result->wrong && memcmp(first, bench->out, bytes) != 0) {
        result->same_bits = false;
        judge(bench, way, n);
    }
    free(first);
    return status;
}

/* ---- all ways ---- */

static bool takes(const struct lab_way *way, size_t n)
{
    return n >= way->least_n && (way->most_n == 0 || n <= way->most_n);
}

static int load(struct bench *bench, size_t way, size_t n, uint64_t seed, struct failure *why)
{
    const struct lab_way *w = &bench->lab->ways[way];
    bench->lab->fill(w->input, bench->in, n, seed);
    const size_t bytes = n * w->element_bytes + SPARE;
    return CUDA_TRY(cudaMemcpy(bench->d_in, bench->in, bytes, cudaMemcpyHostToDevice), why);
}

/* All ways that take n, on the same input where they share one. `visit` is called with the
 * input loaded. */
static int each_way(struct bench *bench, size_t n, uint64_t seed,
                    int (*visit)(struct bench *, size_t way, size_t n, struct failure *),
                    struct failure *why)
{
    int status = 0, loaded = -1;
    for (size_t k = 0; k < bench->lab->way_count && status == 0; k++) {
        const struct lab_way *way = &bench->lab->ways[k];
        if (takes(way, n) && !bench->results[k].wrong) {
            status = way->input == loaded ? 0 : load(bench, k, n, seed, why);
            loaded = way->input;
            status = status != 0 ? status : visit(bench, k, n, why);
        }
    }
    return status;
}

static int time_way(struct bench *bench, size_t way, size_t n, struct failure *why)
{
    struct lab_result *result = &bench->results[way];
    struct job job = job_of(bench, way, n);
    const double bytes = (double)n * (double)job.way->element_bytes;
    const int status =
        cold_time(&bench->cold, launch, &job, bench->options.repeat, &result->timing, why);
    if (status == 0) {
        result->gbps = bytes / result->timing.median_ms * 1e-6;
        result->timed = true;
    }
    return status;
}

static int check_and_time_way(struct bench *bench, size_t way, size_t n, struct failure *why)
{
    const int status = check_way(bench, way, n, why);
    return status != 0 || !options_time(&bench->options) || bench->results[way].wrong
               ? status
               : time_way(bench, way, n, why);
}

static int check_sizes(struct bench *bench, struct failure *why)
{
    int status = 0;
    for (size_t k = 0; k < bench->size_count && status == 0; k++) {
        const size_t n = bench->sizes[k];
        if (n > bench->largest && bench->sizes_left_out++ == 0) {
            bench->first_left_out = n;
        } else if (n >= bench->lab->least_n && n <= bench->largest) {
            status = each_way(bench, n, bench->options.seed + k + 1, check_way, why);
        }
    }
    return status;
}

/* Why a way is not asked for n elements; NULL when it is. */
static const char *left_out(const struct lab_way *way, size_t n, bool checked)
{
    if (takes(way, n)) {
        return NULL;
    }
    if (n < way->least_n) {
        return checked ? "left out: so few mean something else to it; verified on more"
                       : "left out: so few mean something else to it";
    }
    return checked ? "left out: too slow for so many; verified on shorter ones"
                   : "left out: too slow for so many";
}

static int run(struct bench *bench, struct failure *why)
{
    int status = check_sizes(bench, why);
    if (status == 0) {
        status = each_way(bench, bench->n, bench->options.seed, check_and_time_way, why);
    }
    for (size_t k = 0; k < bench->lab->way_count; k++) {
        struct lab_result *result = &bench->results[k];
        result->left_out = left_out(&bench->lab->ways[k], bench->n, result->checked);
    }
    return status;
}

/* ---- memory ---- */

static size_t widest(const struct lab *lab)
{
    size_t bytes = 1;
    for (size_t k = 0; k < lab->way_count; k++) {
        bytes = lab->ways[k].element_bytes > bytes ? lab->ways[k].element_bytes : bytes;
    }
    return bytes;
}

static int allocate(struct bench *bench, struct failure *why)
{
    const struct lab *lab = bench->lab;
    const size_t in_bytes = bench->largest * widest(lab) + SPARE;
    const size_t out_bytes = lab->result_bytes(bench->largest) + GUARD;
    if (in_bytes + out_bytes < free_memory()) {
        bench->in = calloc(in_bytes, 1);
        bench->out = malloc(out_bytes);
    }
    bench->results = calloc(lab->way_count, sizeof *bench->results);
    if (bench->in == NULL || bench->out == NULL || bench->results == NULL) {
        return fail(why, EXIT_USAGE, "%zu elements do not fit in memory", bench->largest);
    }
    for (size_t k = 0; k < lab->way_count; k++) {
        bench->results[k] = (struct lab_result){ .name = lab->ways[k].name,
                                                 .element_bytes = lab->ways[k].element_bytes,
                                                 .same_bits = true };
    }
    const int status = CUDA_TRY(cudaMalloc(&bench->d_in, in_bytes), why);
    return status != 0 ? status : CUDA_TRY(cudaMalloc(&bench->d_out, out_bytes), why);
}

static void release(struct bench *bench)
{
    cudaFree(bench->d_in);
    cudaFree(bench->d_out);
    cold_close(&bench->cold);
    free(bench->in);
    free(bench->out);
    free(bench->results);
    options_free(&bench->options);
}

/* ---- the program ---- */

/* What is verified: the sizes that the command line names, all of them, or the level's,
 * on the simulator only those that are not long. */
static void choose_sizes(struct bench *bench)
{
    const struct options *o = &bench->options;
    const bool named = o->sizes != NULL;
    bench->sizes = named ? o->sizes : bench->own;
    bench->size_count =
        named ? o->size_count : verify_sizes(o->verify, USUAL_BLOCK, bench->own, SIZES);
    bench->largest = bench->size_count > 0 ? bench->sizes[bench->size_count - 1] : 0;
    if (bench->device.simulated && !named && bench->largest > simulated_most) {
        bench->largest = simulated_most;
    }
    if (bench->largest < bench->n) {
        bench->largest = bench->n;
    }
}

static int open_bench(struct bench *bench, struct failure *why)
{
    const struct options *o = &bench->options;
    int status = o->csv != NULL ? csv_check(o->csv, why) : 0;
    if (status == 0) {
        status = device_open(o, &bench->device, why);
    }
    if (status != 0) {
        return status;
    }
    bench->n = (o->given & CLI_N) != 0 ? o->n : bench->device.simulated ? simulated_n : hardware_n;
    choose_sizes(bench);
    if (bench->n < bench->lab->least_n) {
        return fail(why, EXIT_USAGE, "--n: at least %zu", bench->lab->least_n);
    }
    status = allocate(bench, why);
    if (status == 0) {
        status = cold_open(&bench->cold, &bench->device, why);
    }
    return status != 0 ? status : ceiling_measure(&bench->cold, 0, &bench->ceiling, why);
}

static int report(const struct bench *bench, const char *program, struct failure *why)
{
    const struct lab_report report = { .program = program,
                                       .device = &bench->device,
                                       .n = bench->n,
                                       .seed = bench->options.seed,
                                       .ceiling = bench->ceiling,
                                       .sizes_left_out = bench->sizes_left_out,
                                       .first_left_out = bench->first_left_out,
                                       .results = bench->results,
                                       .count = bench->lab->way_count };
    const char *csv = bench->options.csv;
    if (csv == NULL || strcmp(csv, "-") != 0) {
        lab_print(&report, stdout);
    }
    int status = csv != NULL ? lab_csv(&report, csv, why) : 0;
    for (size_t k = 0; k < report.count && status == 0; k++) {
        status = report.results[k].wrong ? EXIT_WRONG : 0;
    }
    return status;
}

static int run_lab(struct bench *bench, const char *program, struct failure *why)
{
    int status = open_bench(bench, why);
    if (status == 0) {
        status = run(bench, why);
    }
    return status != 0 ? status : report(bench, program, why);
}

int lab_main(int argc, char **argv, const struct lab *lab)
{
    struct bench bench = { .lab = lab };
    struct failure why = { 0 };
    char help[4096];
    const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;
    const char *program = slash != NULL ? slash + 1 : argc > 0 ? argv[0] : "lab";
    const struct cli_program line = {
        program,
        "Answers one question in several ways: checks each over many sizes, then times it.\n",
        CLI_ALL & ~(unsigned)(CLI_INPUT | CLI_DATA | CLI_BLOCK), 0
    };
    int status = cli_parse(argc, argv, line.takes, &bench.options, &why);
    if (status == 0 && bench.options.help) {
        cli_help(help, sizeof help, &line);
        fputs(help, stdout);
    } else if (status == 0) {
        status = run_lab(&bench, program, &why);
    }
    if (why.text[0] != '\0' && status != 0) {
        fprintf(stderr, "%s: %s\n", program, why.text);
    }
    release(&bench);
    return status;
}
