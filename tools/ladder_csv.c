#define _POSIX_C_SOURCE 200809L

#include "ladder.h"
#include "table.h"

#include <stdlib.h>
#include <string.h>

/* A line split into fields; they lie in `text`. */
struct fields {
    char text[TABLE_LINE];
    char *field[TABLE_COLUMNS];
    size_t count;
};

/* Splits the first `length` characters. Returns 0, or -1 when there are too many of them or of
 * the fields. */
static int split(const char *line, size_t length, struct fields *fields)
{
    if (length >= sizeof fields->text)
        return -1;
    memcpy(fields->text, line, length);
    fields->text[length] = '\0';
    fields->count = table_split(fields->text, fields->field);
    return fields->count > 0 ? 0 : -1;
}

static const char *column(const struct fields *header, const struct fields *values,
                          const char *name)
{
    for (size_t i = 0; i < header->count && i < values->count; i++) {
        if (strcmp(header->field[i], name) == 0)
            return values->field[i];
    }
    return "";
}

/* An empty field is a number that does not apply. */
static double number(const struct fields *header, const struct fields *values, const char *name)
{
    const char *text = column(header, values, name);
    char *end;
    const double value = strtod(text, &end);
    return end == text ? -1 : value;
}

static void copy(char *to, size_t size, const char *from)
{
    snprintf(to, size, "%s", from);
}

static void fill(const struct fields *header, const struct fields *values, struct ladder_row *row)
{
    copy(row->device, sizeof row->device, column(header, values, "device"));
    copy(row->data, sizeof row->data, column(header, values, "data"));
    copy(row->verdict, sizeof row->verdict, column(header, values, "verdict"));
    copy(row->detail, sizeof row->detail, column(header, values, "detail"));
    row->n = number(header, values, "n");
    row->block = number(header, values, "block");
    row->blocks = number(header, values, "blocks");
    row->ms = number(header, values, "median_ms");
    row->gbps = number(header, values, "gbps");
    row->ceiling_gbps = number(header, values, "ceiling_gbps");
    row->share_percent = number(header, values, "share_percent");
    row->barriers = number(header, values, "barriers_per_block");
}

int ladder_read_csv(const char *text, struct ladder *ladder, struct ladder_row *row)
{
    static struct fields header, values;
    const size_t first = strcspn(text, "\r\n");
    const char *rest = text + first + strspn(text + first, "\r\n");
    const size_t second = strcspn(rest, "\r\n");
    if (first == 0 || second == 0)
        return -1;
    if (split(text, first, &header) != 0 || split(rest, second, &values) != 0 ||
        header.count != values.count || column(&header, &values, "verdict")[0] == '\0')
        return -1;
    fill(&header, &values, row);
    free(ladder->csv_header);
    free(row->csv);
    ladder->csv_header = strndup(text, first);
    row->csv = strndup(rest, second);
    return 0;
}

/* Prints a field, in quotes where it needs them. */
static void write_field(const char *text, FILE *file)
{
    if (strpbrk(text, ",\"\n") == NULL) {
        fputs(text, file);
        return;
    }
    putc('"', file);
    for (; *text; text++) {
        if (*text == '"')
            putc('"', file);
        putc(*text, file);
    }
    putc('"', file);
}

/* The program's row; on a GPU its empty barrier count is filled in. */
static void write_row(const struct ladder *ladder, const struct ladder_row *row, FILE *file)
{
    static struct fields header, values;
    char barriers[32];
    if (row->csv == NULL || split(ladder->csv_header, strlen(ladder->csv_header), &header) != 0 ||
        split(row->csv, strlen(row->csv), &values) != 0)
        return;
    snprintf(barriers, sizeof barriers, "%g", row->barriers);
    for (size_t i = 0; i < header.count; i++) {
        const int fill_in = row->barriers >= 0 && values.field[i][0] == '\0' &&
                            strcmp(header.field[i], "barriers_per_block") == 0;
        write_field(fill_in ? barriers : values.field[i], file);
        putc(',', file);
    }
}

static void write_ratio(double ratio, FILE *file)
{
    if (ratio >= 0)
        fprintf(file, "%.4g", ratio);
    putc(',', file);
}

void ladder_write_csv(const struct ladder *ladder, FILE *file)
{
    if (ladder->csv_header == NULL)
        return;
    fprintf(file, "%s,times_before,times_01,idea\n", ladder->csv_header);
    for (size_t i = 0; i < ladder->count; i++) {
        if (ladder->rows[i].csv == NULL)
            continue;
        write_row(ladder, &ladder->rows[i], file);
        write_ratio(ladder_times_before(ladder, i), file);
        write_ratio(ladder_times_first(ladder, i), file);
        write_field(ladder->rows[i].idea, file);
        putc('\n', file);
    }
}
