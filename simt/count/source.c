/* A kernel's source with counters beside each line. */
#include "internal.h"

#include "text.h"

#include <stdlib.h>
#include <string.h>

enum { CONTEXT = 1, LONGEST = 400 };

struct lines {
    struct simt_count_line *line; /* by file and line */
    size_t count;
};

static void collect(const struct simt_count_line *line, void *context)
{
    struct lines *to = context;
    struct simt_count_line *more = realloc(to->line, (to->count + 1) * sizeof *more);
    if (more == NULL)
        return;
    to->line = more;
    to->line[to->count++] = *line;
}

/* A number in a column, or a dot where there is nothing to say. */
static void cell(FILE *out, int width, uint64_t value)
{
    if (value == 0)
        fprintf(out, " %*s", width, "·"); /* two bytes, one column */
    else
        fprintf(out, " %*llu", width - 1, (unsigned long long)value);
}

static void print_cells(FILE *out, const uint64_t *v)
{
    const uint64_t requests =
        v[SIMT_COUNT_BASIC_BLOCKS] != 0
            ? v[SIMT_COUNT_BASIC_BLOCKS]
            : v[SIMT_COUNT_GLOBAL_LOAD_REQUESTS] + v[SIMT_COUNT_GLOBAL_STORE_REQUESTS] +
                  v[SIMT_COUNT_SHARED_LOAD_REQUESTS] + v[SIMT_COUNT_SHARED_STORE_REQUESTS];
    const uint64_t lanes =
        v[SIMT_COUNT_BASIC_BLOCKS] != 0
            ? v[SIMT_COUNT_BASIC_BLOCK_LANES]
            : v[SIMT_COUNT_GLOBAL_LOAD_LANES] + v[SIMT_COUNT_GLOBAL_STORE_LANES] +
                  v[SIMT_COUNT_SHARED_LOAD_LANES] + v[SIMT_COUNT_SHARED_STORE_LANES];
    if (requests == 0)
        fprintf(out, "%8s", "·");
    else
        fprintf(out, "%7.1f", (double)lanes / (double)requests);
    cell(out, 10, v[SIMT_COUNT_SHARED_LOAD_WAVEFRONTS]);
    cell(out, 10, v[SIMT_COUNT_SHARED_STORE_WAVEFRONTS] + v[SIMT_COUNT_SHARED_ATOMIC_WAVEFRONTS]);
    cell(out, 10,
         v[SIMT_COUNT_SHARED_LOAD_CONFLICTS] + v[SIMT_COUNT_SHARED_STORE_CONFLICTS] +
             v[SIMT_COUNT_SHARED_ATOMIC_CONFLICTS]);
    cell(out, 10,
         v[SIMT_COUNT_GLOBAL_LOAD_SECTORS] + v[SIMT_COUNT_GLOBAL_STORE_SECTORS] +
             v[SIMT_COUNT_GLOBAL_ATOMIC_SECTORS]);
    cell(out, 10,
         v[SIMT_COUNT_BARRIERS] + v[SIMT_COUNT_WARP_SYNCS] + v[SIMT_COUNT_SHUFFLES] +
             v[SIMT_COUNT_VOTES] + v[SIMT_COUNT_MATCHES] + v[SIMT_COUNT_REDUCTIONS]);
    cell(out, 10, v[SIMT_COUNT_DIVERGENT_BRANCHES]);
}

static void print_head(FILE *out, const char *file)
{
    fprintf(out, "%7s %9s %9s %9s %9s %9s %9s %5s  %s\n", "lanes", "sh. load", "sh. store", "bank",
            "global", "syncs,", "divergent", "", "");
    fprintf(out, "%7s %9s %9s %9s %9s %9s %9s %5s  %s\n", "of 32", "wavefr.", "wavefr.",
            "conflicts", "sectors", "shuffles", "branches", "line", simt_short_path(file));
}

/* The counters alone, of a file that cannot be read. */
static void print_numbers(FILE *out, const struct simt_count_line *line, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        print_cells(out, line[k].value);
        fprintf(out, " %5u\n", line[k].line);
    }
}

/* The lines first..last of a file with the counters of `count` of them. */
static void print_file(FILE *out, const struct simt_count_line *line, size_t count)
{
    static const uint64_t nothing[SIMT_COUNTERS];
    char text[LONGEST];
    FILE *source = fopen(line[0].file, "r");
    const unsigned last = line[count - 1].line + CONTEXT;
    unsigned number = 0;
    size_t next = 0;
    while (next < count && line[next].line == 0)
        next++;
    print_head(out, line[0].file);
    if (source == NULL) {
        print_numbers(out, line + next, count - next);
        return;
    }
    while (number < last && fgets(text, sizeof text, source) != NULL) {
        number++;
        if (next < count && number + CONTEXT >= line[next].line) {
            const int counted = line[next].line == number;
            print_cells(out, counted ? line[next].value : nothing);
            fprintf(out, " %5u  %s", number, text);
            if (counted && next + 1 < count)
                next++;
        } else if (next > 0) {
            print_cells(out, nothing);
            fprintf(out, " %5u  %s", number, text);
        }
    }
    fclose(source);
}

void simt_count_print_lines(FILE *out, const char *kernel)
{
    struct lines lines = { NULL, 0 };
    simt_count_lines(kernel, collect, &lines);
    for (size_t first = 0; first < lines.count;) {
        size_t end = first + 1;
        while (end < lines.count && strcmp(lines.line[end].file, lines.line[first].file) == 0)
            end++;
        print_file(out, &lines.line[first], end - first);
        first = end;
    }
    free(lines.line);
}
