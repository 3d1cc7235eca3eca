#include "table.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Cuts the field that starts at *rest off and moves *rest behind it; NULL after
 * the last. */
static char *next_field(char **rest)
{
    char *field = *rest;
    if (field == NULL)
        return NULL;
    char *end = field;
    if (*field == '"') {
        field++;
        end = strchr(field, '"');
        if (end == NULL)
            end = field + strlen(field);
        else
            *end++ = '\0';
    }
    end += strcspn(end, ",\n");
    *rest = *end == ',' ? end + 1 : NULL;
    *end = '\0';
    return field;
}

static unsigned split(char *line, char **field)
{
    unsigned count = 0;
    char *rest = line;
    for (char *f = next_field(&rest); f != NULL && count < TABLE_COLUMNS; f = next_field(&rest))
        field[count++] = f;
    return count;
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
    if (!next_line(table->file, table->head)) {
        table_close(table);
        return -1;
    }
    table->columns = split(table->head, table->name);
    return 0;
}

int table_next(struct table *table)
{
    if (table->file == NULL || !next_line(table->file, table->line)) {
        table_close(table);
        return 0;
    }
    return split(table->line, table->field) == table->columns ? 1 : -1;
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
