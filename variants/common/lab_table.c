#include "lab_table.h"

#include "csv.h"

#include <errno.h>
#include <string.h>

static const char *verdict(const struct lab_result *result)
{
    return result->wrong ? "wrong" : "verified";
}

static void print_head(const struct lab_report *report, FILE *out)
{
    char n[48];
    fprintf(out, "%s: %s elements, seed %llu\n", report->program,
            cli_print_count(n, sizeof n, report->n), (unsigned long long)report->seed);
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
    if (result->left_out) {
        fprintf(out, "%12s%9s  left out: too slow for so many; verified on shorter ones\n", "-",
                "-");
        return;
    }
    print_times(report, result, out);
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
    if (report->device->simulated) {
        fputs("\n  The times are the simulator's own, not a GPU's.\n", out);
    }
}

static void write_text(const char *text, FILE *file)
{
    putc('"', file);
    for (; *text != '\0'; text++) {
        if (*text == '"') {
            putc('"', file);
        }
        putc(*text, file);
    }
    putc('"', file);
}

static void write_row(const struct lab_report *report, const struct lab_result *result, FILE *file)
{
    const struct timing *t = &result->timing;
    fprintf(file, "\"%s: %s\",%s,%s,%zu,,,", report->program, result->name,
            device_backend_name(device_backend()), report->device->name, report->n);
    if (result->timed) {
        fprintf(file, "%u,%.6g,%.6g,%.6g,%.6g,", t->repeat, t->median_ms, t->min_ms, t->max_ms,
                result->gbps);
    } else {
        fputs(",,,,,", file);
    }
    if (result->timed && report->ceiling.gbps > 0) {
        fprintf(file, "%.6g,%.6g", report->ceiling.gbps, 100 * result->gbps / report->ceiling.gbps);
    } else {
        putc(',', file);
    }
    fprintf(file, ",,,,,,%s,", verdict(result)); /* overhead to barriers: not applicable */
    write_text(result->left_out ? "left out at this n" : result->text, file);
    putc('\n', file);
}

int lab_csv(const struct lab_report *report, const char *path, struct failure *why)
{
    const bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdout : fopen(path, "a");
    if (file == NULL) {
        return fail(why, EXIT_USAGE, "cannot write %s: %s", path, strerror(errno));
    }
    if (standard || fseek(file, 0, SEEK_END) != 0 || ftell(file) == 0) {
        fprintf(file, "%s\n", csv_header());
    }
    for (size_t k = 0; k < report->count; k++) {
        write_row(report, &report->results[k], file);
    }
    const bool ok = fflush(file) == 0;
    const bool closed = standard || fclose(file) == 0;
    return ok && closed ? 0 : fail(why, EXIT_USAGE, "cannot write %s", path);
}
