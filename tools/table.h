/*
 * Comma-separated values, what was recorded under docs/data and what programs write: comments
 * (#), a header line, and quotes around a text that has commas; "" in quotes is one quote.
 */
#ifndef TABLE_H
#define TABLE_H

#include <stdio.h>

enum { TABLE_COLUMNS = 80, TABLE_LINE = 8192 };

struct table {
    FILE *file;
    char head[TABLE_LINE], line[TABLE_LINE];
    char *name[TABLE_COLUMNS], *field[TABLE_COLUMNS];
    unsigned columns;
};

/* Opens a table and reads its header; 0, or -1. */
int table_open(struct table *table, const char *path);
/* Reads the next row. 1; 0 at the end, where the file is closed; -1 for a row of
 * another length than the header. */
int table_next(struct table *table);
/* The field of this row in the column; "" if there is no such column. */
const char *table_text(const struct table *table, const char *column);
/* The same as a number; -1 if it is none. */
double table_number(const struct table *table, const char *column);
/* Reads on to the first row that has these texts in these columns: pairs, ended by
 * NULL. Returns 1, or 0 at the end. */
int table_find(struct table *table, ...);
void table_close(struct table *table);

/* Splits one line in place, up to its end of line. Returns the number of fields; 0 when there are
 * more than TABLE_COLUMNS. */
unsigned table_split(char *line, char *field[TABLE_COLUMNS]);

/* Tells before the long work, not after it, that a table cannot be written: then 2, and a line
 * that begins with the tool's name. Leaves no new file behind. Returns 0 else. */
int table_check_writable(const char *tool, const char *path);

#endif
