/*
 * Another harness for a step: launches its kernel once for each size asked for
 * and does nothing else, so that a profiler or a trace sees just that.
 *
 *   PROGRAM [--n N[,N...] | --one-block] [--values X[,X...]]
 *
 * N is 1000 or 2^20; --one-block takes what one block covers. The data are 1, 2, 3, ... modulo
 * 1024, or the values given, repeated as often as needed. Prints one line per launch on standard
 * error: the size and the sum of what the blocks wrote.
 */
#include "harness.h"
#include "resident.h"

#include <cuda_runtime_api.h>

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_WRONG = 1, EXIT_USAGE = 2, EXIT_NO_DEVICE = 3 };
enum { MAX_SIZES = 16, MAX_VALUES = 4096, FLOATS_PER_LOAD = 4 };

struct request {
    size_t n[MAX_SIZES]; /* 0: what one block covers */
    unsigned sizes;
    float value[MAX_VALUES];
    size_t values;
};

__attribute__((noreturn)) static void usage(const char *program)
{
    fprintf(stderr, "usage: %s [--n N[,N...] | --one-block] [--values X[,X...]]\n", program);
    exit(EXIT_USAGE);
}

__attribute__((noreturn, format(printf, 2, 3))) static void refuse(const char *program,
                                                                   const char *format, ...)
{
    const char *slash = strrchr(program, '/');
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s: ", slash != NULL ? slash + 1 : program);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(EXIT_USAGE);
}

/* One size: 1000, or 2^20. Moves *text behind it. */
static size_t parse_size(const char **text, const char *program)
{
    char *end;
    errno = 0;
    unsigned long long n = strtoull(*text, &end, 10);
    if (end != *text && *end == '^' && n == 2) {
        const unsigned long power = strtoul(end + 1, &end, 10);
        n = power < 40 ? 1ULL << power : 0;
    }
    if (end == *text || **text == '-' || errno != 0 || n == 0 || n > (1ULL << 34)) {
        refuse(program, "--n: \"%s\" is no size (write 1000 or 2^20; commas between several)",
               *text);
    }
    *text = end;
    return (size_t)n;
}

static float parse_value(const char **text, const char *program)
{
    char *end;
    const float value = strtof(*text, &end);
    if (end == *text) {
        refuse(program, "--values: \"%s\" is no number (commas between several)", *text);
    }
    *text = end;
    return value;
}

/* Steps over a comma or spaces; 0 at the end of the list. */
static int more(const char **text)
{
    *text += strspn(*text, ", ");
    return **text != '\0';
}

static void parse(struct request *r, int argc, char **argv)
{
    for (int k = 1; k < argc; k += 2) {
        const char *text = k + 1 < argc ? argv[k + 1] : "";
        if (strcmp(argv[k], "--one-block") == 0) {
            r->n[0] = 0;
            r->sizes = 1;
            k--;
            continue;
        }
        if (strcmp(argv[k], "--n") == 0) {
            for (r->sizes = 0; r->sizes < MAX_SIZES && more(&text); r->sizes++)
                r->n[r->sizes] = parse_size(&text, argv[0]);
        } else if (strcmp(argv[k], "--values") == 0) {
            for (r->values = 0; r->values < MAX_VALUES && more(&text); r->values++)
                r->value[r->values] = parse_value(&text, argv[0]);
        } else {
            usage(argv[0]);
        }
        if (more(&text) || r->sizes == 0 || r->values == 0) {
            refuse(argv[0], "%s takes 1 to %d items", argv[k],
                   argv[k][2] == 'n' ? MAX_SIZES : MAX_VALUES);
        }
    }
}

static void check(cudaError_t error, const char *what)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
    exit(error == cudaErrorNoDevice ? EXIT_NO_DEVICE : EXIT_WRONG);
}

static float *upload(const struct request *r, size_t n)
{
    float *host = malloc(n * sizeof *host), *device = NULL;
    if (host == NULL)
        check(cudaErrorMemoryAllocation, "input");
    for (size_t i = 0; i < n; i++)
        host[i] = r->value[i % r->values];
    check(cudaMalloc((void **)&device, n * sizeof *device), "cudaMalloc");
    check(cudaMemcpy(device, host, n * sizeof *device, cudaMemcpyHostToDevice), "cudaMemcpy");
    free(host);
    return device;
}

static double sum_of(const float *device, unsigned blocks)
{
    float *host = malloc(blocks * sizeof *host);
    if (host == NULL)
        check(cudaErrorMemoryAllocation, "output");
    check(cudaMemcpy(host, device, blocks * sizeof *host, cudaMemcpyDeviceToHost), "cudaMemcpy");
    double sum = 0;
    for (unsigned b = 0; b < blocks; b++)
        sum += (double)host[b];
    free(host);
    return sum;
}

static int is_one_pass(const struct step *step)
{
    return step->elements_per_block == ONE_PASS || step->elements_per_block == ONE_BY_ONE;
}

/* What one block covers in one trip. */
static size_t block_covers(const struct step *step)
{
    const int counted = step->elements_per_block != GRID_STRIDE && !is_one_pass(step);
    return counted ? step->elements_per_block : FLOATS_PER_LOAD * (size_t)step->block;
}

/* As many blocks as n floats need; of those that stride over the grid as many as
 * find work for a load each, and no more than the device holds. */
static unsigned blocks_for(const struct step *step, size_t n)
{
    if (is_one_pass(step))
        return 1;
    const size_t covers = block_covers(step), needed = n / covers + (n % covers != 0);
    const size_t most = step->elements_per_block == GRID_STRIDE ? resident_blocks_here(step->block)
                                                                : (size_t)INT_MAX;
    return (unsigned)(needed < most ? needed : most);
}

static void launch(const struct step *step, const struct request *r, size_t n)
{
    const unsigned blocks = blocks_for(step, n);
    float *in = upload(r, n), *out = NULL;
    check(cudaMalloc((void **)&out, blocks * sizeof *out), "cudaMalloc");
    check(cudaMemset(out, 0, blocks * sizeof *out), "cudaMemset");
    step->launch(in, out, n, blocks);
    check(cudaGetLastError(), "launch");
    check(cudaDeviceSynchronize(), "launch");
    fprintf(stderr, "n %zu, %u blocks of %u: sum %.9g\n", n, blocks, step->block,
            sum_of(out, blocks));
    check(cudaFree(in), "cudaFree");
    check(cudaFree(out), "cudaFree");
}

int harness_main(int argc, char **argv, const struct step *step)
{
    static struct request r = { .n = { (size_t)1 << 20 }, .sizes = 1 };
    for (r.values = 0; r.values < 1024; r.values++)
        r.value[r.values] = (float)(r.values + 1);
    parse(&r, argc, argv);
    for (unsigned k = 0; k < r.sizes; k++)
        launch(step, &r, r.n[k] != 0 ? r.n[k] : block_covers(step));
    return EXIT_SUCCESS;
}
