#include "lab_table.h"

#include "csv.h"

#include <stdlib.h>

static const char *verdict(const struct lab_result *result)
{
    return result->wrong ? "wrong" : "verified";
}

static void print_head(const struct lab_report *report, FILE *out)
{
    char n[48];
    fprintf(out, "%s: %s element%s, seed %llu\n", report->program,
            cli_print_count(n, sizeof n, report->n), report->n == 1 ? "" : "s",
            (unsigned long long)report->seed);
    fprintf(out, "  backend  %s%s - %s\n", device_backend_name(device_backend()),
            report->device->simulated ? ", a simulated GPU" : "", report->device->why);
    if (report->ceiling.gbps > 0) {
        fprintf(out, "  ceiling  %.4g GB/s (%s), on %s\n", report->ceiling.gbps, report->ceiling.by,
                report->device->name);
    }
}

static void print_times(const struct lab_report *report, const struct lab_result *result, FILE *out)
{
    if (!result->timed) {
        fprintf(out, "%12s%9s", "-", "-");
        return;
    }
    fprintf(out, "%12.4g", result->timing.median_ms);
    if (report->device->simulated) {
        fprintf(out, "%9s", "-");
    } else {
        fprintf(out, "%9.4g", result->gbps);
    }
}

static void print_result(const struct lab_report *report, const struct lab_result *result,
                         FILE *out)
{
    fprintf(out, "  %-30s", result->name);
    print_times(report, result, out);
    if (result->left_out != NULL && !result->wrong) {
        fprintf(out, "  %s\n", result->left_out);
        return;
    }
    fprintf(out, "  %s%s: %s\n", verdict(result),
            result->same_bits || result->wrong ? "" : " (varies)", result->text);
}

void lab_print(const struct lab_report *report, FILE *out)
{
    print_head(report, out);
    fprintf(out, "\n  %-30s%12s%9s  result\n", "way",
            report->device->simulated ? "simulator ms" : "ms", "GB/s");
    for (size_t k = 0; k < report->count; k++) {
        print_result(report, &report->results[k], out);
    }
    if (report->sizes_left_out > 0) {
        fprintf(out,
                "\n  Not verified here, for the simulator is slow: %zu sizes from %zu on; "
                "--sizes names them.\n",
                report->sizes_left_out, report->first_left_out);
    }
    if (report->device->simulated) {
        fputs("\n  The times are the simulator's own, not a GPU's.\n", out);
    }
}

static struct report row_of(const struct lab_report *report, const struct lab_result *result,
                            char name[LAB_TEXT])
{
    snprintf(name, LAB_TEXT, "%s: %s", report->program, result->name);
    return (struct report){ .program = name,
                            .backend = device_backend_name(device_backend()),
                            .device = report->device->name,
                            .n = report->n,
                            .element_bytes = result->element_bytes,
                            .has_n = true,
                            .data_column = "",
                            .wrong = result->wrong,
                            .timed = result->timed,
                            .run_only = true,
                            .times = { .run = result->timing, .ceiling = report->ceiling },
                            .detail = result->left_out != NULL && !result->wrong ? result->left_out
                                                                                 : result->text };
}

int lab_csv(const struct lab_report *report, const char *path, struct failure *why)
{
    struct report *rows = malloc(report->count * sizeof *rows);
    char(*names)[LAB_TEXT] = malloc(report->count * sizeof *names);
    int status = 0;
    if (rows == NULL || names == NULL) {
        status = fail(why, EXIT_USAGE, "out of memory");
    } else {
        for (size_t k = 0; k < report->count; k++) {
            rows[k] = row_of(report, &report->results[k], names[k]);
        }
        status = csv_append_rows(path, rows, report->count, why);
    }
    free(rows);
    free(names);
    return status;
}
