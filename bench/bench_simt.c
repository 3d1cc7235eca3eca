/*
 * How fast is the simulated GPU on this computer? Three steps of the ladder,
 * and beside them, where they are installed, two simulators of others on the
 * sequential tree of step 03 in OpenCL: PoCL, which compiles and checks
 * nothing, and Oclgrind, which interprets. Then step 03 with all detectors, beside the
 * race detector of Oclgrind, over 2^20 floats.
 */
#include "ladder.h"
#include "process.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TIMEOUT_S = 600, MAX_ARGUMENTS = 32 };

static const char default_n[] = "2^24", checked_n[] = "1048576";
static const char checked_step[] = "check/03_sequential.256"; /* 256 as bench/opencl.c has */
/* Oclgrind would take minutes: its time grows with n, so two points give it. */
static const char *const scaled_n[] = { "65536", "1048576" };

static void print_result(const char *who, const char *what, double n, double ms, double threads,
                         const char *note)
{
    char time[32], floats[32], lanes[32];
    printf("%-9s %-28s %10s %18s %18s  %s\n", who, what, ladder_number(ms, time, sizeof time),
           ladder_number(n / ms * 1e-3, floats, sizeof floats),
           ladder_number(threads / ms * 1e-3, lanes, sizeof lanes), note);
    fflush(stdout);
}

static void print_skipped(const char *who, const char *why)
{
    printf("%-9s skipped: %s\n", who, why);
}

/* Runs the step build/simt/NAME over `floats` (an argument may say otherwise); returns 0
 * and sets *n, or 1 after saying what went wrong. */
static int bench_step(const char *name, const char *floats, int argc, char **argv, double *n)
{
    const char *arguments[MAX_ARGUMENTS] = { NULL, "--csv", "-", "--n", floats };
    char program[4096];
    struct process_result result;
    static struct ladder ladder;
    struct ladder_row row = { 0 };
    int count = 5;
    snprintf(program, sizeof program, "%s/simt/%s", BUILD_DIR, name);
    arguments[0] = program;
    for (int i = 1; i < argc && count < MAX_ARGUMENTS - 1; i++)
        arguments[count++] = argv[i];
    if (process_run(arguments, TIMEOUT_S, &result) != 0 ||
        ladder_read_csv(result.out.text, &ladder, &row) != 0) {
        printf("%-9s %s failed: %s\n", "simt", name, result.err.text ? result.err.text : "");
        process_free(&result);
        return 1;
    }
    print_result("simt", name, row.n, row.ms, row.blocks * row.block, row.verdict);
    *n = row.n;
    const int failed = strcmp(row.verdict, "verified") != 0;
    free(row.csv);
    process_free(&result);
    return failed;
}

/* Runs the OpenCL program, under `wrapper` with its option if there is one. Returns the
 * milliseconds, or -1; then *why says what went wrong. */
static double run_opencl(const char *wrapper, const char *option, const char *n, const char *repeat,
                         char *why, size_t size)
{
    const char *arguments[8] = { NULL };
    struct process_result result;
    int count = 0;
    double ms = -1;
    if (wrapper != NULL)
        arguments[count++] = wrapper;
    if (option != NULL)
        arguments[count++] = option;
    arguments[count++] = BUILD_DIR "/bench/opencl";
    arguments[count++] = SOURCE_DIR "/bench/tree.cl";
    arguments[count++] = n;
    arguments[count++] = repeat;
    const int failed = process_run(arguments, TIMEOUT_S, &result);
    if (failed)
        snprintf(why, size, "%s", strerror(failed));
    else if (result.status != 0 || sscanf(result.out.text, "%*[^,],%*[^,],%lf", &ms) != 1)
        snprintf(why, size, "%.*s", (int)strcspn(result.err.text, "\n"), result.err.text);
    process_free(&result);
    return ms;
}

static void bench_pocl(double n)
{
    char count[32], why[256];
    snprintf(count, sizeof count, "%.0f", n);
    const double ms = run_opencl(NULL, NULL, count, "9", why, sizeof why);
    if (ms >= 0)
        print_result("PoCL", "the tree of 03 in OpenCL", n, ms, n, "no checks, no warps");
    else
        print_skipped("PoCL", why);
}

static void bench_oclgrind(double n)
{
    char why[256];
    double ms[2];
    for (int i = 0; i < 2; i++) {
        ms[i] = run_opencl("oclgrind", NULL, scaled_n[i], "1", why, sizeof why);
        if (ms[i] < 0) {
            print_skipped("Oclgrind", why);
            return;
        }
    }
    const double from = strtod(scaled_n[0], NULL), to = strtod(scaled_n[1], NULL);
    const double slope = (ms[1] - ms[0]) / (to - from);
    print_result("Oclgrind", "the tree of 03 in OpenCL", n, ms[1] + slope * (n - to), n,
                 "scaled from 2^16 and 2^20");
}

/* Both look for races; simt for all the rest as well. One pass over 2^20 floats. */
static int bench_checks(int has_opencl)
{
    char why[256], option[] = "--repeat", count[] = "1", *once[] = { NULL, option, count };
    double n;
    printf("\nwith checks, %s floats:\n", checked_n);
    if (bench_step(checked_step, checked_n, 3, once, &n) != 0)
        return 1;
    const double ms =
        has_opencl ? run_opencl("oclgrind", "--data-races", checked_n, "1", why, sizeof why) : -1;
    if (ms >= 0)
        print_result("Oclgrind", "the tree, --data-races", n, ms, n, "races");
    else
        print_skipped("Oclgrind", has_opencl ? why : "OpenCL was not there at the build");
    return 0;
}

int main(int argc, char **argv)
{
    static const char *const steps[] = { "01_interleaved", "03_sequential", "08_warp_shuffle" };
    int failed = 0;
    double n = 0;
    process_end_children_on_signals();
    printf("%-9s %-28s %10s %18s %18s\n", "simulator", "program", "ms", "million floats/s",
           "million threads/s");
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        failed |= bench_step(steps[i], default_n, argc, argv, &n);
    if (failed)
        return 1;
    const int has_opencl = access(BUILD_DIR "/bench/opencl", X_OK) == 0;
    if (has_opencl) {
        bench_pocl(n);
        bench_oclgrind(n);
    } else {
        print_skipped("PoCL", "OpenCL's headers and loader were not there at the build");
        print_skipped("Oclgrind", "likewise");
    }
    return bench_checks(has_opencl);
}
