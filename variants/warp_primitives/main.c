/*
 * Shows what each primitive leaves in every lane, beside what a loop says.
 */
#include "warp.h"

#include "cli.h"
#include "csv.h"
#include "data.h"
#include "device.h"

#include <stdlib.h>
#include <string.h>

static const struct cli_program program = {
    "warp_primitives", "Shows what each primitive leaves in every lane of one warp.\n",
    CLI_SEED | CLI_BACKEND | CLI_DEVICE | CLI_CSV, 0
};

static const char *const names[PRIMITIVES] = {
    "shfl_down 16",       "shfl_up 1",           "shfl_xor 1",      "shfl from lane 5",
    "sum by shfl_down",   "sum by shfl_xor",     "max by shfl_xor", "sum by redux",
    "ballot (value > 4)", "equal lanes (match)",
};

/* ---- the lanes in a loop ---- */

/* One round of a shuffle; lane k's source, or k itself outside the warp. */
static int source_of(int primitive, int lane, int by)
{
    const int source = primitive == SHUFFLE_DOWN  ? lane + by
                       : primitive == SHUFFLE_UP  ? lane - by
                       : primitive == SHUFFLE_XOR ? lane ^ by
                                                  : by;
    return source >= 0 && source < LANES ? source : lane;
}

static void shuffle(int primitive, int by, const int *in, int *out)
{
    for (int lane = 0; lane < LANES; lane++) {
        out[lane] = in[source_of(primitive, lane, by)];
    }
}

static void five_rounds(int primitive, int take_max, const int *in, int *out)
{
    memcpy(out, in, LANES * sizeof *out);
    for (int by = 16; by > 0; by /= 2) {
        int other[LANES];
        shuffle(primitive, by, out, other);
        for (int lane = 0; lane < LANES; lane++) {
            const int larger = other[lane] > out[lane] ? other[lane] : out[lane];
            out[lane] = take_max ? larger : out[lane] + other[lane];
        }
    }
}

static void vote(int primitive, const int *in, int *out)
{
    uint32_t ballot = 0;
    for (int lane = 0; lane < LANES; lane++) {
        ballot |= (uint32_t)(in[lane] > 4) << lane;
    }
    for (int lane = 0; lane < LANES; lane++) {
        int equal = 0;
        for (int other = 0; other < LANES; other++) {
            equal += in[other] == in[lane];
        }
        out[lane] = primitive == BALLOT ? (int)ballot : equal;
    }
}

static void expect(int primitive, const int *in, int *out)
{
    switch (primitive) {
    case SHUFFLE_DOWN:
        shuffle(primitive, 16, in, out);
        break;
    case SHUFFLE_UP:
    case SHUFFLE_XOR:
        shuffle(primitive, 1, in, out);
        break;
    case SHUFFLE_INDEX:
        shuffle(primitive, 5, in, out);
        break;
    case SUM_DOWN:
        five_rounds(SHUFFLE_DOWN, 0, in, out);
        break;
    case MAX_XOR:
        five_rounds(SHUFFLE_XOR, 1, in, out);
        break;
    case BALLOT:
    case MATCH:
        vote(primitive, in, out);
        break;
    default:
        five_rounds(SHUFFLE_XOR, 0, in, out);
    }
}

/* ---- the table ---- */

static void print_lanes(const char *name, const int *lanes, int hexadecimal)
{
    printf("%-20s", name);
    if (hexadecimal) {
        printf(" 0x%08x in every lane\n", (unsigned)lanes[0]);
        return;
    }
    for (int lane = 0; lane < LANES; lane++) {
        printf("%4d", lanes[lane]);
    }
    printf("\n");
}

static int run_one(int primitive, const int *in, int *d_in, int *d_out, int *got,
                   struct failure *why)
{
    const size_t bytes = LANES * sizeof *in;
    int status = CUDA_TRY(cudaMemcpy(d_in, in, bytes, cudaMemcpyHostToDevice), why);
    if (status == 0) {
        status = CUDA_TRY(cudaMemset(d_out, 0xFF, bytes), why);
    }
    if (status == 0) {
        warp_launch(primitive, d_in, d_out);
        status = LAUNCH_TRY(warp_launch(primitive, in, out), 1, LANES, true, why);
    }
    return status != 0 ? status
                       : CUDA_TRY(cudaMemcpy(got, d_out, bytes, cudaMemcpyDeviceToHost), why);
}

/* Returns 0, EXIT_WRONG with *wrong counting, or a device error. */
static int run_all(const int *in, int *d_in, int *d_out, bool show, int *wrong, struct failure *why)
{
    int status = 0;
    for (int k = 0; k < PRIMITIVES && status == 0; k++) {
        const int primitive = SHUFFLE_DOWN + k;
        int got[LANES] = { 0 }, right[LANES] = { 0 };
        status = run_one(primitive, in, d_in, d_out, got, why);
        expect(primitive, in, right);
        if (status == 0 && show) {
            print_lanes(names[k], got, primitive == BALLOT);
        }
        if (status == 0 && memcmp(got, right, sizeof got) != 0) {
            (*wrong)++;
            fprintf(stderr, "%s is wrong; it should be\n", names[k]);
            print_lanes("", right, primitive == BALLOT);
        }
    }
    return status;
}

static int run(const struct options *options, struct device *device, bool show, int *wrong,
               struct failure *why)
{
    int in[LANES], lane_numbers[LANES];
    void *memory = NULL;
    for (int lane = 0; lane < LANES; lane++) {
        in[lane] = (int)(data_hash(options->seed, (uint64_t)lane) % 10);
        lane_numbers[lane] = lane;
    }
    int status = device_open(options, device, why);
    if (status == 0) {
        status = CUDA_TRY(cudaMalloc(&memory, 2 * sizeof in), why);
    }
    if (status == 0 && show) {
        printf("One warp on %s. A column is a lane.\n\n", device->name);
        print_lanes("lane", lane_numbers, 0);
        print_lanes("value", in, 0);
    }
    if (status == 0) {
        status = run_all(in, memory, (int *)memory + LANES, show, wrong, why);
    }
    cudaFree(memory);
    return status;
}

/* Returns the program's status, or why its row could not be written. */
static int write_csv(const char *path, const struct device *device, int status, struct failure *why)
{
    const struct report report = { .program = "warp_primitives",
                                   .backend = device_backend_name(device_backend()),
                                   .device = device->name,
                                   .block = LANES,
                                   .n = LANES,
                                   .has_n = true,
                                   .data_column = "",
                                   .error = status != 0 ? why->text : NULL };
    const int wrote = csv_append(path, &report, why);
    return wrote != 0 ? wrote : status;
}

int main(int argc, char **argv)
{
    char help[4096];
    struct options options;
    struct device device = { .simulated = false };
    struct failure why = { 0 };
    int wrong = 0;
    int status = cli_parse(argc, argv, program.takes, &options, &why);
    if (status == 0 && options.help) {
        cli_help(help, sizeof help, &program);
        fputs(help, stdout);
    } else if (status == 0 && options.csv != NULL) {
        status = csv_check(options.csv, &why);
    }
    if (status == 0 && !options.help) {
        const bool show = options.csv == NULL || strcmp(options.csv, "-") != 0;
        status = run(&options, &device, show, &wrong, &why);
    }
    if (status == 0 && wrong > 0) {
        status = fail(&why, EXIT_WRONG, "%d of %d primitives are wrong", wrong, PRIMITIVES);
    }
    if (options.csv != NULL && !options.help && status <= EXIT_WRONG) {
        status = write_csv(options.csv, &device, status, &why);
    }
    if (status != 0) {
        fprintf(stderr, "warp_primitives: %s\n", why.text);
    }
    options_free(&options);
    return status;
}
