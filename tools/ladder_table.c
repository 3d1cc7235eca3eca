#define _POSIX_C_SOURCE 200809L

#include "ladder.h"

#include <math.h>
#include <string.h>

enum { BAR_CELLS = 46 };

/* Does the row's time say something beside a kernel's? On a GPU every time is
 * real. Under simt a sum on the host is no simulation. */
static int comparable(const struct ladder *ladder, const struct ladder_row *row)
{
    return row->ms > 0 && !(ladder->simulated && row->on_host);
}

static double times(const struct ladder *ladder, const struct ladder_row *slow,
                    const struct ladder_row *fast)
{
    if (!comparable(ladder, slow) || !comparable(ladder, fast))
        return -1;
    return slow->ms / fast->ms;
}

double ladder_times_before(const struct ladder *ladder, size_t row)
{
    if (row == 0 || ladder->rows[row].yardstick)
        return -1;
    return times(ladder, &ladder->rows[row - 1], &ladder->rows[row]);
}

double ladder_times_first(const struct ladder *ladder, size_t row)
{
    for (size_t i = 0; i < ladder->count; i++) {
        if (strncmp(ladder->rows[i].name, "01_", 3) == 0)
            return times(ladder, &ladder->rows[i], &ladder->rows[row]);
    }
    return -1;
}

const char *ladder_number(double value, char *text, size_t size)
{
    if (!(value >= 0))
        snprintf(text, size, "-");
    else if (value >= 100)
        snprintf(text, size, "%.0f", value);
    else if (value >= 10)
        snprintf(text, size, "%.1f", value);
    else if (value >= 1 || value == 0)
        snprintf(text, size, "%.2f", value);
    else
        snprintf(text, size, "%.3g", value);
    return text;
}

static void print_number(double value, int width, FILE *file)
{
    char text[32];
    fprintf(file, "%*s", width, ladder_number(value, text, sizeof text));
}

/* The step's number; the yardstick shows its name. */
static const char *label(const struct ladder_row *row, char text[8])
{
    snprintf(text, 8, "%.*s", row->yardstick ? 4 : 2, row->name);
    return text;
}

static void print_verdict(const struct ladder_row *row, const struct ladder_look *look, FILE *file)
{
    const int good = strcmp(row->verdict, "verified") == 0;
    fprintf(file, "  %s%s%s\n", look->color ? (good ? "\033[32m" : "\033[1;31m") : "", row->verdict,
            look->color ? "\033[0m" : "");
}

static void print_row(const struct ladder *ladder, size_t index, const struct ladder_look *look,
                      FILE *file)
{
    const struct ladder_row *row = &ladder->rows[index];
    char name[8];
    fprintf(file, "%4s  %-36.36s", label(row, name), row->idea);
    print_number(row->ms, ladder->simulated ? 14 : 8, file);
    if (!ladder->simulated) {
        print_number(row->gbps, 6, file);
        if (row->share_percent >= 0 && !row->on_host)
            fprintf(file, "%7.1f%%", row->share_percent);
        else
            fprintf(file, "%8s", "-");
    }
    print_number(ladder_times_before(ladder, index), ladder->simulated ? 10 : 9, file);
    print_number(ladder_times_first(ladder, index), 8, file);
    if (row->barriers >= 0)
        fprintf(file, "%*.4g", ladder->simulated ? 10 : 9, row->barriers);
    else
        fprintf(file, "%*s", ladder->simulated ? 10 : 9, "-");
    print_verdict(row, look, file);
}

/* "4194304 (2^22)" */
static void print_count(double n, FILE *file)
{
    int exponent;
    fprintf(file, "%.0f", n);
    if (n >= 2 && frexp(n, &exponent) == 0.5)
        fprintf(file, " (2^%d)", exponent - 1);
}

/* What was summed and where, from the last row that has a result. */
static void print_title(const struct ladder *ladder, FILE *file)
{
    const struct ladder_row *row = NULL;
    for (size_t i = 0; i < ladder->count; i++) {
        if (ladder->rows[i].n >= 0)
            row = &ladder->rows[i];
    }
    fprintf(file, "Backend: %s\n", ladder->backend_line);
    if (row != NULL) {
        print_count(row->n, file);
        fprintf(file, " float%s, data %s, block %.0f, on %s\n", fabs(row->n - 1) < 0.5 ? "" : "s",
                row->data, row->block, row->device);
    }
    putc('\n', file);
}

static void print_header(const struct ladder *ladder, const struct ladder_look *look, FILE *file)
{
    const char *times_sign = look->unicode ? "\u00d7" : "x";
    fputs(look->color ? "\033[1m" : "", file);
    if (ladder->simulated)
        fprintf(file, "step  %-36s%14s  %s before    %s 01  barriers  verdict", "idea",
                "simulator ms", times_sign, times_sign);
    else
        fprintf(file, "step  %-36s%8s%6s%8s %s before    %s 01 barriers  verdict", "idea", "time ms",
                "GB/s", "ceiling", times_sign, times_sign);
    fprintf(file, "%s\n", look->color ? "\033[0m" : "");
}

/* A bar of value / full of BAR_CELLS cells; in Unicode to an eighth of one. */
static void print_bar(double value, double full, const struct ladder_look *look, FILE *file)
{
    static const char *const eighths[] = { "",       "\u258f", "\u258e", "\u258d",
                                           "\u258c", "\u258b", "\u258a", "\u2589" };
    const double cells = full > 0 ? fmin(value / full, 1) * BAR_CELLS : 0;
    const int whole = (int)cells, part = (int)(8 * (cells - whole));
    for (int i = 0; i < whole; i++)
        fputs(look->unicode ? "\u2588" : "#", file);
    if (look->unicode)
        fputs(eighths[part], file);
    else if (part >= 4 || whole == 0)
        putc('#', file);
}

/* Floats per second of the simulation, in millions; on a GPU GB/s. */
static double speed(const struct ladder *ladder, const struct ladder_row *row)
{
    if (!comparable(ladder, row))
        return -1;
    return ladder->simulated ? row->n / row->ms * 1e-3 : row->gbps;
}

static double full_bar(const struct ladder *ladder)
{
    double full = 0;
    for (size_t i = 0; i < ladder->count; i++) {
        full = fmax(full, speed(ladder, &ladder->rows[i]));
        if (!ladder->simulated)
            full = fmax(full, ladder->rows[i].ceiling_gbps);
    }
    return full;
}

static void print_bars(const struct ladder *ladder, const struct ladder_look *look, FILE *file)
{
    const double full = full_bar(ladder);
    char text[32], name[8];
    fprintf(
        file, "\n%s\n",
        ladder->simulated
            ? "Million floats per second of simulation (the speed of this computer, not of a GPU):"
            : "GB/s; a full bar is the measured read ceiling:");
    for (size_t i = 0; i < ladder->count; i++) {
        const struct ladder_row *row = &ladder->rows[i];
        const double value = speed(ladder, row);
        fprintf(file, "%4s  ", label(row, name));
        if (value > 0) {
            print_bar(value, full, look, file);
            fprintf(file, " %s\n", ladder_number(value, text, sizeof text));
        } else {
            const int real = ladder->simulated && row->on_host && row->ms > 0;
            fprintf(file, "%s\n", real ? "(runs on the CPU itself, nothing is simulated)" : "-");
        }
    }
}

static void print_details(const struct ladder *ladder, FILE *file)
{
    for (size_t i = 0; i < ladder->count; i++) {
        const struct ladder_row *row = &ladder->rows[i];
        if (strcmp(row->verdict, "verified") != 0)
            fprintf(file, "\n%s: %s: %s\n", row->name, row->verdict, row->detail);
    }
}

void ladder_print(const struct ladder *ladder, const struct ladder_look *look, FILE *file)
{
    print_title(ladder, file);
    print_header(ladder, look, file);
    for (size_t i = 0; i < ladder->count; i++)
        print_row(ladder, i, look, file);
    print_bars(ladder, look, file);
    print_details(ladder, file);
}
