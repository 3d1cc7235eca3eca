#include "lab.h"

#include "diagnose.h"
#include "harness.h"
#include "judge.h"
#include "simt_memory.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUFFERS = 16, LAB_TEXT = 480, LAB_LINES = 3000 };

/* Device memory: `shift` bytes, and `count` for the learner. What is touched
 * beyond is the detectors' business, which know where it ends. */
struct buffer {
    unsigned char *base;
    size_t shift, count;
    unsigned char *copy; /* of an input; NULL: an output */
};
static struct buffer buffers[BUFFERS];
static size_t buffer_count;

static const unsigned sizes[] = { 1,    2,    3,    31,   32,   33,    63,    64,   65,   127,
                                  128,  129,  255,  256,  257,  511,   512,   513,  1000, 1023,
                                  1024, 1025, 2047, 2049, 4099, 10000, 65535, 65537 };
static const unsigned block_sizes[] = { 32, 64, 96, 128, 160, 192, 256, 512, 1024 };
enum {
    SIZES = sizeof sizes / sizeof *sizes,
    BLOCK_SIZES = sizeof block_sizes / sizeof *block_sizes,
    SHAPES = 4, /* per size */
    MOST_BLOCKS = 40
};

struct lab_case lab_case(int i)
{
    static_assert(LAB_CASES == SIZES * SHAPES, "one case per size and shape");
    const int size = i / SHAPES, shape = i % SHAPES;
    const unsigned n = sizes[size], block = block_sizes[(5 * size + 2 * shape) % BLOCK_SIZES];
    const unsigned enough = (n + block - 1) / block;
    const unsigned blocks =
        shape % 2 == 0 ? enough : (unsigned)shape; /* 1 or 3: stride, or idle blocks */
    const struct lab_case found = { n, blocks < MOST_BLOCKS ? blocks : MOST_BLOCKS, block };
    return found;
}

void lab_trying(struct lab_case c, const char *format, ...)
{
    char more[LAB_TEXT];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(more, sizeof more, format, arguments);
    va_end(arguments);
    judge_trying("n = %u, %u block%s of %u%s", c.n, c.blocks, c.blocks == 1 ? "" : "s", c.block,
                 more);
}

void *lab_memory(size_t bytes)
{
    void *memory = malloc(bytes > 0 ? bytes : 1);
    JUDGE_REQUIRE(memory != NULL, "this machine has no %zu bytes left for the check", bytes);
    return memory;
}

static void need(cudaError_t status, const char *what)
{
    JUDGE_REQUIRE(status == cudaSuccess, "the check itself could not %s: %s", what,
                  cudaGetErrorString(status));
}

static unsigned char poison_byte(size_t i)
{
    return (unsigned char)(LAB_POISON >> 8 * (i % 4));
}

static void poison(unsigned char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        bytes[i] = poison_byte(i);
}

static struct buffer *add_buffer(const char *name, size_t shift, size_t count)
{
    assert(buffer_count < BUFFERS);
    struct buffer *buffer = &buffers[buffer_count++];
    const size_t all = shift + count > 0 ? shift + count : 1;
    unsigned char *bytes = lab_memory(all);
    *buffer = (struct buffer){ NULL, shift, count, NULL };
    need(cudaMalloc((void **)&buffer->base, all), "get device memory");
    simt_memory_name(buffer->base + shift, name);
    poison(bytes, all);
    need(cudaMemcpy(buffer->base, bytes, all, cudaMemcpyHostToDevice), "fill device memory");
    free(bytes);
    return buffer;
}

const void *lab_input(const char *name, const void *bytes, size_t count, size_t shift)
{
    struct buffer *buffer = add_buffer(name, shift, count);
    buffer->copy = lab_memory(count);
    memcpy(buffer->copy, bytes, count);
    need(cudaMemcpy(buffer->base + shift, bytes, count, cudaMemcpyHostToDevice), "copy the data");
    return buffer->base + shift;
}

void *lab_output(const char *name, size_t count)
{
    return add_buffer(name, 0, count)->base;
}

void lab_read(const void *output, void *host, size_t count)
{
    need(cudaMemcpy(host, output, count, cudaMemcpyDeviceToHost), "copy the result");
}

void lab_clear(void)
{
    for (size_t i = 0; i < buffer_count; i++) {
        cudaFree(buffers[i].base);
        free(buffers[i].copy);
    }
    buffer_count = 0;
}

/* ---- around a call ------------------------------------------------------- */

static struct counters counted; /* during the last call */

void lab_before(void)
{
    counters_start();
}

/* The bytes before the data, and the data of an input, are as they were. */
static void check_buffer(const struct buffer *buffer)
{
    const size_t end = buffer->shift + buffer->count;
    if (buffer->copy == NULL)
        return;
    unsigned char *bytes = lab_memory(end);
    lab_read(buffer->base, bytes, end);
    for (size_t i = 0; i < buffer->shift; i++)
        JUDGE_REQUIRE(bytes[i] == poison_byte(i), "something was written in front of the input");
    JUDGE_REQUIRE(memcmp(bytes + buffer->shift, buffer->copy, buffer->count) == 0,
                  "the input was changed: it is the caller's and must stay as it is");
    free(bytes);
}

void lab_after(cudaError_t status, cudaError_t allowed)
{
    char lines[LAB_LINES];
    const cudaError_t waited = cudaDeviceSynchronize(), left = cudaGetLastError();
    counters_read(&counted);
    if (status == cudaSuccess || status == allowed)
        status = waited != cudaSuccess ? waited : left;
    if (counters_findings(lines, sizeof lines) > 0) {
        judge_expected("no finding of the simulated GPU");
        judge_got("the findings below");
        judge_finding(lines);
        judge_fail();
    }
    if (status != cudaSuccess && status != allowed) {
        judge_got("the error %s", cudaGetErrorName(status));
        judge_because("the call or a launch in it failed: %s", cudaGetErrorString(status));
        if (status == cudaErrorLaunchTimeout)
            judge_because("look for a loop in a kernel whose condition never becomes false");
        judge_fail();
    }
    for (size_t i = 0; i < buffer_count; i++)
        check_buffer(&buffers[i]);
}

void lab_counters(struct counters *counters)
{
    *counters = counted;
}

void lab_score(void)
{
    judge_score("load sectors", (double)counted.global_load_sectors,
                "32 bytes each, global memory");
    judge_score("shared wavefronts", (double)counted.shared_load_wavefronts, "loads");
    judge_score("barriers", (double)counted.barriers, "__syncthreads of all blocks");
    judge_score("atomics", (double)counted.atomics, "on global memory, one per lane");
    judge_score("launches", (double)counted.launches, "kernels");
}

/* ---- explaining a sum ---------------------------------------------------- */

struct experiment {
    lab_sum *sum;
    unsigned blocks, block;
};

static void try_sum(void *self, const float *in, size_t n, const struct trial *trial,
                    struct outcome *outcome)
{
    const struct experiment *experiment = self;
    (void)trial;
    outcome->first = (float)experiment->sum(in, n, experiment->blocks, experiment->block);
    outcome->second = outcome->first;
    outcome->fault = FAULT_NONE;
}

/* Tallies which of n elements the sum counts. */
static struct tally make_tally(struct experiment *experiment, size_t n)
{
    const struct subject subject = { .sum = try_sum,
                                     .self = experiment,
                                     .block = experiment->block,
                                     .elements_per_block = GRID_STRIDE };
    const struct trial trial = { .probe = true };
    float *scratch = lab_memory(n * sizeof *scratch);
    struct tally tally = tally_make(&subject, scratch, n, &trial, 1000);
    free(scratch);
    return tally;
}

/* 1 if nothing is lost with a block of 256, so that the odd block is the reason. */
static int block_is_to_blame(struct experiment experiment, size_t n)
{
    experiment.block = 256;
    struct tally tally = make_tally(&experiment, n);
    const int fine = tally.lost + tally.extra == 0 && tally.complete;
    tally_free(&tally);
    return fine;
}

int lab_explain_sum(lab_sum *sum, size_t n, unsigned blocks, unsigned block)
{
    struct experiment experiment = { sum, blocks, block };
    char text[LAB_TEXT] = "";
    struct tally tally = make_tally(&experiment, n);
    const int nothing = tally.count == 1 && tally.spans[0].times == 0 && tally.complete;
    const int wrong = tally.lost + tally.extra > 0;
    if (nothing)
        snprintf(text, sizeof text, "nothing was added up: the result is the identity");
    else if (wrong)
        diagnose_tally(&tally, n, block, GRID_STRIDE, text, sizeof text);
    tally_free(&tally);
    if (text[0] != '\0')
        judge_because("%s", text);
    if (wrong && (block & (block - 1)) != 0 && block_is_to_blame(experiment, n))
        judge_because("%u threads are no power of two: halving an odd number drops one", block);
    return text[0] != '\0';
}
