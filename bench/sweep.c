/*
 * make bench: times every step and variant that sums floats, over sizes and
 * over block sizes, into one table.
 */
#include "sweep.h"

#include "cli.h"
#include "csv.h"

#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: sweep [options]\n"
    "  --from N --to N   sizes: powers of two from N to N (2^10 to what fits, at most 2^30)\n"
    "  --blocks N        also all block sizes of the steps, at this size (0: none)\n"
    "  --repeat R        timed runs of each (22; simulated 3)\n"
    "  --most MS         leave out larger sizes of a program that took longer (100)\n"
    "  --only NAME       programs whose name contains NAME\n"
    "  --device D        which GPU\n"
    "  --csv FILE        append rows to FILE; - (the default) for standard output\n";

struct settings {
    size_t from, to, blocks, repeat;
    double most_ms;
    int device;
    const char *only, *csv;
};

static int read_option(struct settings *settings, const char *name, const char *value,
                       struct failure *why)
{
    size_t device = 0;
    if (strcmp(name, "--from") == 0) {
        return cli_count(value, name, &settings->from, why);
    } else if (strcmp(name, "--to") == 0) {
        return cli_count(value, name, &settings->to, why);
    } else if (strcmp(name, "--blocks") == 0) {
        return cli_count(value, name, &settings->blocks, why);
    } else if (strcmp(name, "--repeat") == 0) {
        return cli_count(value, name, &settings->repeat, why);
    } else if (strcmp(name, "--device") == 0) {
        const int status = cli_count(value, name, &device, why);
        settings->device = (int)device;
        return status;
    } else if (strcmp(name, "--most") == 0) {
        settings->most_ms = strtod(value, NULL);
        return settings->most_ms > 0 ? 0 : fail(why, EXIT_USAGE, "--most: %s is no time", value);
    } else if (strcmp(name, "--only") == 0) {
        settings->only = value;
        return 0;
    } else if (strcmp(name, "--csv") == 0) {
        settings->csv = value;
        return 0;
    }
    return fail(why, EXIT_USAGE, "there is no option %s\n%s", name, usage);
}

static int read_options(int argc, char **argv, struct settings *settings, struct failure *why)
{
    *settings = (struct settings){ .from = 1024, .most_ms = 100, .only = "", .csv = "-" };
    for (int k = 1; k < argc; k += 2) {
        if (k + 1 == argc) {
            return fail(why, EXIT_USAGE, "%s: its value is missing\n%s", argv[k], usage);
        }
        const int status = read_option(settings, argv[k], argv[k + 1], why);
        if (status != 0) {
            return status;
        }
    }
    return settings->from > 0 ? csv_check(settings->csv, why)
                              : fail(why, EXIT_USAGE, "--from: at least 1");
}

/* What the device and the reader leave open. */
static int complete(struct settings *settings, const struct device *device, struct failure *why)
{
    size_t available = 0, total = 0;
    const int status = CUDA_TRY(cudaMemGetInfo(&available, &total), why);
    if (settings->to == 0) {
        settings->to = (size_t)1 << (device->simulated ? 18 : 30);
        while (settings->to > settings->from && settings->to * sizeof(float) > available / 4 * 3) {
            settings->to /= 2;
        }
    }
    if (settings->repeat == 0) {
        settings->repeat = device->simulated ? 3 : TIMER_GPU_RUNS;
    }
    return status;
}

/* On standard output the header comes once, before all rows. */
static int write_row(const struct settings *settings, const struct report *report,
                     struct failure *why)
{
    char row[4096];
    if (strcmp(settings->csv, "-") != 0) {
        return csv_append(settings->csv, report, why);
    }
    csv_row(report, row, sizeof row);
    return printf("%s\n", row) > 0 && fflush(stdout) == 0
               ? 0
               : fail(why, EXIT_USAGE, "cannot write standard output");
}

static int run_one(struct sweep *sweep, const struct settings *settings,
                   const struct program *program, size_t n, double *ms, struct failure *why)
{
    struct report report = { .program = program->name,
                             .backend = device_backend_name(device_backend()),
                             .device = sweep->cold.device.name,
                             .simulated = sweep->cold.device.simulated,
                             .block = program->step.block,
                             .n = n,
                             .has_n = true,
                             .data_column = "pattern",
                             .run_only = true };
    struct failure problem = { 0 };
    int status = sweep_run(sweep, program, (unsigned)settings->repeat, &report, &problem);
    const bool dead = report.error != NULL;
    *ms = report.times.run.median_ms;
    const int wrote = write_row(settings, &report, why);
    if (dead) {
        *why = problem;
    } else if (wrote == 0 && status != 0) {
        fail(why, status, "%s: n = %zu: %s", program->name, n, report.finding.text);
    }
    return wrote != 0 ? wrote : status;
}

/* Programs of the usual block at one size, one beside the other. A wrong sum does not end
 * the sweep, a device error does. */
static int run_size(struct sweep *sweep, const struct settings *settings,
                    const struct program *programs, size_t count, size_t n, double *ms,
                    struct failure *why)
{
    int worst = 0;
    for (size_t k = 0; k < count; k++) {
        if (!programs[k].compared || strstr(programs[k].name, settings->only) == NULL ||
            !(ms[k] < settings->most_ms)) {
            continue;
        }
        const int status = run_one(sweep, settings, &programs[k], n, &ms[k], why);
        worst = status > worst ? status : worst;
        if (cudaPeekAtLastError() != cudaSuccess) {
            break;
        }
    }
    return worst;
}

static int run_blocks(struct sweep *sweep, const struct settings *settings,
                      const struct program *programs, size_t count, struct failure *why)
{
    int worst = 0;
    double ms = 0;
    for (size_t k = 0; k < count && cudaPeekAtLastError() == cudaSuccess; k++) {
        if (!programs[k].compared && strstr(programs[k].name, settings->only) != NULL) {
            const int status = run_one(sweep, settings, &programs[k], settings->blocks, &ms, why);
            worst = status > worst ? status : worst;
        }
    }
    return worst;
}

static int run_all(struct sweep *sweep, const struct settings *settings, struct failure *why)
{
    size_t count = 0;
    int worst = 0;
    const struct program *programs = programs_list(&count);
    double *ms = calloc(count, sizeof *ms); /* of the size before */
    if (ms == NULL) {
        return fail(why, EXIT_USAGE, "out of memory");
    }
    if (strcmp(settings->csv, "-") == 0) {
        puts(csv_header());
    }
    for (size_t n = settings->from; n <= settings->to && worst <= EXIT_WRONG; n *= 2) {
        const int status = run_size(sweep, settings, programs, count, n, ms, why);
        worst = status > worst ? status : worst;
    }
    free(ms);
    if (settings->blocks > 0 && worst <= EXIT_WRONG) {
        const int status = run_blocks(sweep, settings, programs, count, why);
        worst = status > worst ? status : worst;
    }
    return worst;
}

int main(int argc, char **argv)
{
    struct settings settings;
    struct device device;
    struct failure why = { 0 };
    static struct sweep sweep;
    int status = read_options(argc, argv, &settings, &why);
    if (status == 0) {
        const struct options wanted = { .device = settings.device };
        status = device_open(&wanted, &device, &why);
    }
    if (status == 0) {
        status = complete(&settings, &device, &why);
    }
    if (status == 0) {
        const size_t largest = settings.to > settings.blocks ? settings.to : settings.blocks;
        status = sweep_open(&sweep, &device, largest, &why);
    }
    if (status == 0) {
        status = run_all(&sweep, &settings, &why);
    }
    sweep_close(&sweep);
    if (status != 0) {
        fprintf(stderr, "sweep: %s\n", why.text);
    }
    return status;
}
