#include "exercise_catalog.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WHY = 256 };

static int is_source(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot != NULL && (strcmp(dot, ".cu") == 0 || strcmp(dot, ".c") == 0);
}

/* Finds the one source in exercises/FOLDER. */
static int find_source(const char *folder, char *source, size_t size, char *why)
{
    char path[MAX_PATH];
    int found = 0;
    snprintf(path, sizeof path, "exercises/%s", folder);
    DIR *directory = opendir(path);
    for (const struct dirent *entry; directory != NULL && (entry = readdir(directory)) != NULL;) {
        if (is_source(entry->d_name) && entry->d_name[0] != '.') {
            snprintf(source, size, "%s", entry->d_name);
            found++;
        }
    }
    if (directory != NULL)
        closedir(directory);
    if (found != 1)
        snprintf(why, WHY, "exercises/%s holds %d sources, it should be one", folder, found);
    return found == 1 ? 0 : -1;
}

/* The first heading of a README, without the sign. */
static void read_title(const char *path, char *title, size_t size)
{
    char line[256];
    FILE *file = fopen(path, "r");
    title[0] = '\0';
    while (file != NULL && title[0] == '\0' && fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '#')
            snprintf(title, size, "%.*s", (int)strcspn(line + 2, "\n"), line + 2);
    }
    if (file != NULL)
        fclose(file);
}

static int add(struct catalog *catalog, const char *folder, char *why)
{
    char source[MAX_PATH - 64];
    if (catalog->count == MAX_EXERCISES || strlen(folder) > 60)
        return 0;
    struct exercise *e = &catalog->exercises[catalog->count];
    if (find_source(folder, source, sizeof source, why) != 0)
        return -1;
    e->number = (unsigned)strtoul(folder, NULL, 10);
    snprintf(e->name, sizeof e->name, "%s", strchr(folder, '_') + 1);
    snprintf(e->folder, sizeof e->folder, "%s", folder);
    snprintf(e->source, sizeof e->source, "exercises/%.60s/%.400s", folder, source);
    snprintf(e->solution, sizeof e->solution, "solutions/%.60s/%.400s", folder, source);
    snprintf(e->readme, sizeof e->readme, "exercises/%s/README.md", folder);
    snprintf(e->hints, sizeof e->hints, "exercises/%s/hints.md", folder);
    snprintf(e->start, sizeof e->start, "exercises/%s/start.txt", folder);
    read_title(e->readme, e->title, sizeof e->title);
    catalog->count++;
    return 0;
}

static int by_number(const void *a, const void *b)
{
    const struct exercise *x = a, *y = b;
    return (x->number > y->number) - (x->number < y->number);
}

static int is_exercise(const char *name)
{
    return isdigit((unsigned char)name[0]) && isdigit((unsigned char)name[1]) && name[2] == '_';
}

int catalog_read(struct catalog *catalog, char *why)
{
    int failed = 0;
    DIR *directory = opendir("exercises");
    catalog->count = 0;
    snprintf(why, WHY, "there is no exercise in the folder exercises");
    for (const struct dirent *entry;
         directory != NULL && !failed && (entry = readdir(directory)) != NULL;) {
        if (is_exercise(entry->d_name))
            failed = add(catalog, entry->d_name, why);
    }
    if (directory != NULL)
        closedir(directory);
    qsort(catalog->exercises, catalog->count, sizeof *catalog->exercises, by_number);
    return failed || catalog->count == 0 ? -1 : 0;
}

/* Same letters, '-' and '_' alike, case ignored. */
static int same_name(const char *a, const char *b)
{
    for (; *a != '\0' && *b != '\0'; a++, b++) {
        const int x = *a == '-' ? '_' : tolower((unsigned char)*a);
        const int y = *b == '-' ? '_' : tolower((unsigned char)*b);
        if (x != y)
            return 0;
    }
    return *a == *b;
}

const struct exercise *catalog_find(const struct catalog *catalog, const char *name)
{
    char *end;
    const unsigned long number = strtoul(name, &end, 10);
    const int is_number = isdigit((unsigned char)name[0]) && *end == '\0';
    for (size_t i = 0; i < catalog->count; i++) {
        const struct exercise *e = &catalog->exercises[i];
        if (is_number ? e->number == number
                      : same_name(e->name, name) || same_name(e->folder, name))
            return e;
    }
    return NULL;
}

/* How many letters to change, insert or drop (Levenshtein). */
static size_t distance(const char *a, const char *b)
{
    enum { MOST = 64 };
    size_t row[MOST + 1];
    const size_t length = strlen(b);
    if (length > MOST)
        return MOST;
    for (size_t j = 0; j <= length; j++)
        row[j] = j;
    for (size_t i = 1; a[i - 1] != '\0'; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= length; j++) {
            const size_t above = row[j], change = diagonal + (a[i - 1] != b[j - 1]);
            size_t best = above < row[j - 1] ? above + 1 : row[j - 1] + 1;
            row[j] = change < best ? change : best;
            diagonal = above;
        }
    }
    return row[length];
}

const struct exercise *catalog_near(const struct catalog *catalog, const char *name)
{
    const struct exercise *best = NULL;
    size_t least = 4; /* letters; more is another word */
    for (size_t i = 0; i < catalog->count; i++) {
        const struct exercise *e = &catalog->exercises[i];
        const size_t d = strlen(name) >= 3 && strncmp(e->name, name, strlen(name)) == 0
                             ? 0
                             : distance(name, e->name);
        if (d < least) {
            least = d;
            best = e;
        }
    }
    return best;
}
