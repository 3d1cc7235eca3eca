/*
 * Measures the ladder: how many lines change from each step to the next, the
 * caption left out, and whether that stays within the budget. A line that is
 * replaced counts once.
 */
#define _POSIX_C_SOURCE 200809L

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_STEPS = 32, MAX_LINES = 512, NAME_BYTES = 256 };
enum { MEDIAN_BUDGET = 10, CHANGE_CAP = 35, HOST_BUDGET = 0, MIN_LINES = 35, MAX_STEP_LINES = 60 };

/* A step without its caption. The host part is [host, count). */
struct source {
    char name[NAME_BYTES];
    char *lines[MAX_LINES];
    size_t count, host;
};

struct change {
    size_t kernel, host;
};

static int is_step(const struct dirent *entry)
{
    return entry->d_name[0] >= '0' && entry->d_name[0] <= '9';
}

/* Keeps the lines behind the caption, which is the run of // lines at the top.
 * Returns 0, or -1 with errno. */
static int read_lines(FILE *file, struct source *source)
{
    char *line = NULL;
    size_t size = 0;
    int in_caption = 1;
    while (source->count < MAX_LINES && getline(&line, &size, file) > 0) {
        in_caption = in_caption && strncmp(line, "//", 2) == 0;
        if (in_caption)
            continue;
        if (source->host == 0 && strncmp(line, "static void launch(", 19) == 0)
            source->host = source->count;
        source->lines[source->count++] = line;
        line = NULL;
        size = 0;
    }
    free(line);
    if (source->count == MAX_LINES)
        errno = EFBIG;
    return ferror(file) || source->count == MAX_LINES ? -1 : 0;
}

/* Returns 1; 0 for a step in C, which is no neighbour of a kernel; -1 after it has
 * said why a step cannot be read. */
static int read_source(const char *folder, const char *name, struct source *source)
{
    char path[2 * NAME_BYTES + 16], in_c[sizeof path];
    snprintf(path, sizeof path, "%.255s/%.255s/reduce.cu", folder, name);
    snprintf(in_c, sizeof in_c, "%.255s/%.255s/reduce.c", folder, name);
    snprintf(source->name, sizeof source->name, "%.255s", name);
    FILE *file = fopen(path, "r");
    if (file == NULL && errno == ENOENT && access(in_c, R_OK) == 0)
        return 0;
    if (file == NULL || read_lines(file, source) != 0) {
        fprintf(stderr, "diff-table: %s: %s\n", path, strerror(errno));
        if (file != NULL)
            fclose(file);
        return -1;
    }
    fclose(file);
    return 1;
}

/* Length of the longest common subsequence of the lines that follow (i, j). */
static void common_lengths(const struct source *a, const struct source *b,
                           unsigned short (*length)[MAX_LINES + 1])
{
    for (size_t i = a->count; i-- > 0;) {
        for (size_t j = b->count; j-- > 0;) {
            if (strcmp(a->lines[i], b->lines[j]) == 0)
                length[i][j] = (unsigned short)(length[i + 1][j + 1] + 1);
            else
                length[i][j] =
                    length[i + 1][j] > length[i][j + 1] ? length[i + 1][j] : length[i][j + 1];
        }
    }
}

/* Walks both files side by side. Between two common lines a hunk removes some
 * lines and adds others; the larger number is what a reader sees change. */
static struct change compare(const struct source *a, const struct source *b)
{
    static unsigned short length[MAX_LINES + 1][MAX_LINES + 1];
    struct change change = { 0, 0 };
    size_t i = 0, j = 0, removed = 0, added = 0;
    memset(length, 0, sizeof length);
    common_lengths(a, b, length);
    while (i < a->count || j < b->count) {
        const int same = i < a->count && j < b->count && strcmp(a->lines[i], b->lines[j]) == 0;
        if (!same && (j == b->count || (i < a->count && length[i + 1][j] >= length[i][j + 1]))) {
            removed++;
            i++;
        } else if (!same) {
            added++;
            j++;
        }
        if (same || (i == a->count && j == b->count)) {
            const size_t changed = removed > added ? removed : added;
            const int in_host = i > a->host || j > b->host;
            *(in_host ? &change.host : &change.kernel) += changed;
            removed = added = 0;
            i += (size_t)same;
            j += (size_t)same;
        }
    }
    return change;
}

static int ascending(const void *a, const void *b)
{
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return (x > y) - (x < y);
}

static double median(size_t *values, size_t count)
{
    qsort(values, count, sizeof *values, ascending);
    return 0.5 * (double)(values[(count - 1) / 2] + values[count / 2]);
}

/* Fills steps[MAX_STEPS] in the order of their names. Returns how many, or -1 after it has said
 * what cannot be read: a step that is left out would make its neighbours look alike. */
static int read_steps(const char *folder, struct source *steps)
{
    struct dirent **entries = NULL;
    int count = 0, failed = 0;
    const int found = scandir(folder, &entries, is_step, alphasort);
    if (found < 0 || found > MAX_STEPS)
        fprintf(stderr, "diff-table: %s: %s\n", folder,
                found < 0 ? strerror(errno) : "too many steps");
    for (int i = 0; i < found; i++) {
        const int read =
            found > MAX_STEPS ? -1 : read_source(folder, entries[i]->d_name, &steps[count]);
        count += read == 1;
        failed |= read < 0;
        free(entries[i]);
    }
    free(entries);
    return found < 0 || failed ? -1 : count;
}

/* Prints a row. Returns the number of budgets that the step breaks. */
static int print_row(const char *from, const struct source *step, const struct change *change)
{
    const size_t sum = change->kernel + change->host;
    const int too_long = step->count < MIN_LINES || step->count > MAX_STEP_LINES;
    const int too_much = sum > CHANGE_CAP, host = change->host > HOST_BUDGET;
    if (from == NULL)
        printf("%-22s %8s %10s %8zu", step->name, "-", "-", step->count);
    else
        printf("%-22s %8zu %10zu %8zu", step->name, sum, change->host, step->count);
    printf("%s%s%s\n", too_much ? "  too many changes" : "", host ? "  host part changed" : "",
           too_long ? "  length" : "");
    return too_long + too_much + host;
}

/* Prints the table of `count` steps; 0 when every budget is kept. */
static int print_table(struct source *steps, size_t count)
{
    size_t changes[MAX_STEPS], most_host = 0;
    printf("Lines that change from the step before, captions left out\n\n");
    printf("%-22s %8s %10s %8s\n", "step", "changed", "host part", "lines");
    int broken = print_row(NULL, &steps[0], &(struct change){ 0, 0 });
    for (size_t k = 1; k < count; k++) {
        const struct change change = compare(&steps[k - 1], &steps[k]);
        changes[k - 1] = change.kernel + change.host;
        most_host = change.host > most_host ? change.host : most_host;
        broken += print_row(steps[k - 1].name, &steps[k], &change);
    }
    const double middle = median(changes, count - 1);
    broken += middle > MEDIAN_BUDGET;
    printf("\nmedian %.1f (budget %d), largest %zu (cap %d), host part %zu, %d to %d lines: %s\n",
           middle, MEDIAN_BUDGET, changes[count - 2], CHANGE_CAP, most_host, MIN_LINES,
           MAX_STEP_LINES, broken ? "broken" : "kept");
    return broken != 0;
}

int main(int argc, char **argv)
{
    static struct source steps[MAX_STEPS];
    if (argc != 2 || argv[1][0] == '-') {
        fprintf(stderr, "usage: diff-table FOLDER-OF-STEPS\n");
        return 2;
    }
    const int found = read_steps(argv[1], steps);
    if (found < 2) {
        if (found >= 0)
            fprintf(stderr, "diff-table: %s holds %d steps: nothing to compare\n", argv[1], found);
        return 1;
    }
    return print_table(steps, (size_t)found);
}
