/* Counters for programs: comma-separated values, one header. */
#include "internal.h"

#include <inttypes.h>

static void print_names(FILE *out)
{
    for (unsigned k = 0; k < SIMT_COUNTERS; k++)
        fprintf(out, ",%s", simt_counter_name((enum simt_counter)k));
    fputc('\n', out);
}

static void print_values(FILE *out, const uint64_t *value)
{
    for (unsigned k = 0; k < SIMT_COUNTERS; k++)
        fprintf(out, ",%" PRIu64, value[k]);
    fputc('\n', out);
}

void simt_count_print_csv(FILE *out)
{
    struct simt_count_launch l;
    fputs(
        "kernel,launch,grid_x,grid_y,grid_z,block_x,block_y,block_z,static_shared_bytes,"
        "dynamic_shared_bytes,blocks,threads,warps,blocks_per_sm,occupancy,hottest,lockstep,error",
        out);
    print_names(out);
    for (size_t i = 0; simt_count_launch(i, &l) == 0; i++) {
        fprintf(out, "%s,%" PRIu64 ",%u,%u,%u,%u,%u,%u,%zu,%zu", l.kernel, l.id, l.grid[0],
                l.grid[1], l.grid[2], l.block[0], l.block[1], l.block[2], l.static_shared_bytes,
                l.dynamic_shared_bytes);
        fprintf(out, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%u,%.4f,%" PRIu64 ",%d,%d", l.blocks,
                l.threads, l.warps, l.blocks_per_sm, l.occupancy, l.hottest, l.lockstep, l.error);
        print_values(out, l.value);
    }
}

struct lines_of_kernel {
    FILE *out;
    const char *kernel;
};

static void print_line(const struct simt_count_line *line, void *context)
{
    const struct lines_of_kernel *to = context;
    fprintf(to->out, "%s,%s,%u", to->kernel, line->file, line->line);
    print_values(to->out, line->value);
}

static void print_lines_of(const char *kernel, void *context)
{
    struct lines_of_kernel to = { context, kernel };
    simt_count_lines(kernel, print_line, &to);
}

void simt_count_print_lines_csv(FILE *out)
{
    fputs("kernel,file,line", out);
    print_names(out);
    simt_count_each_kernel(print_lines_of, out);
}
