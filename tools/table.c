#define _POSIX_C_SOURCE 200809L
#include "table.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Cuts the field that starts at *rest off and moves *rest behind it; NULL after
 * the last. The field moves to the left over its quotes. */
static char *next_field(char **rest)
{
    char *const field = *rest, *to = field, *from = field;
    int quoted = 0;
    if (field == NULL)
        return NULL;
    for (; *from != '\0' && (quoted || strchr(",\r\n", *from) == NULL); from++) {
        if (*from != '"')
            *to++ = *from;
        else if (quoted && from[1] == '"')
            *to++ = *from++;
        else
            quoted = !quoted;
    }
    *rest = *from == ',' ? from + 1 : NULL;
    *to = '\0';
    return field;
}

unsigned table_split(char *line, char *field[TABLE_COLUMNS])
{
    unsigned count = 0;
    char *rest = line;
    while (rest != NULL && count < TABLE_COLUMNS)
        field[count++] = next_field(&rest);
    return rest == NULL ? count : 0;
}

static int next_line(FILE *file, char *line)
{
    while (fgets(line, TABLE_LINE, file) != NULL)
        if (line[0] != '#')
            return 1;
    return 0;
}

int table_open(struct table *table, const char *path)
{
    table->file = fopen(path, "r");
    if (table->file == NULL)
        return -1;
    table->columns =
        next_line(table->file, table->head) ? table_split(table->head, table->name) : 0;
    if (table->columns == 0)
        table_close(table);
    return table->columns > 0 ? 0 : -1;
}

int table_next(struct table *table)
{
    if (table->file == NULL || !next_line(table->file, table->line)) {
        table_close(table);
        return 0;
    }
    return table_split(table->line, table->field) == table->columns ? 1 : -1;
}

const char *table_text(const struct table *table, const char *column)
{
    for (unsigned k = 0; k < table->columns; k++)
        if (strcmp(table->name[k], column) == 0)
            return table->field[k];
    return "";
}

double table_number(const struct table *table, const char *column)
{
    const char *text = table_text(table, column);
    char *end;
    const double value = strtod(text, &end);
    return end == text || *end != '\0' ? -1 : value;
}

int table_find(struct table *table, ...)
{
    while (table_next(table) == 1) {
        int fits = 1;
        va_list pairs;
        va_start(pairs, table);
        for (const char *column = va_arg(pairs, const char *); column != NULL;
             column = va_arg(pairs, const char *))
            fits &= strcmp(table_text(table, column), va_arg(pairs, const char *)) == 0;
        va_end(pairs);
        if (fits)
            return 1;
    }
    return 0;
}

void table_close(struct table *table)
{
    if (table->file != NULL)
        fclose(table->file);
    table->file = NULL;
}

int table_check_writable(const char *tool, const char *path)
{
    const int there = access(path, F_OK) == 0;
    FILE *file = fopen(path, "a");
    if (file == NULL) {
        fprintf(stderr, "%s: cannot write %s: %s\n", tool, path, strerror(errno));
        return 2;
    }
    fclose(file);
    if (!there)
        unlink(path);
    return 0;
}
