#include "exercise_text.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WHY = 256, MOST_BYTES = 4 << 20 };

/* What is left of a file; NULL when there is no memory. */
static char *read_rest(FILE *file)
{
    size_t used = 0, size = 4096;
    char *text = malloc(size);
    for (size_t got; text != NULL && (got = fread(text + used, 1, size - used - 1, file)) > 0;) {
        used += got;
        if (size - used == 1) {
            char *grown = size < MOST_BYTES ? realloc(text, 2 * size) : NULL;
            if (grown == NULL)
                break;
            text = grown;
            size *= 2;
        }
    }
    if (text != NULL)
        text[used] = '\0';
    return text;
}

char *text_read(const char *path)
{
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return NULL;
    char *text = read_rest(file);
    const int failed = ferror(file);
    fclose(file);
    if (failed) {
        free(text);
        errno = EIO;
        return NULL;
    }
    return text;
}

int text_write(const char *path, const char *text)
{
    char other[1024];
    snprintf(other, sizeof other, "%s.new", path);
    FILE *file = fopen(other, "w");
    if (file == NULL)
        return -1;
    const int failed = fputs(text, file) < 0;
    if (fclose(file) != 0 || failed || rename(other, path) != 0) {
        const int error = errno;
        unlink(other);
        errno = error;
        return -1;
    }
    return 0;
}

unsigned long long text_hash(const char *text, unsigned long long hash)
{
    for (; *text != '\0'; text++)
        hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
    return hash;
}

static const char *line_after(const char *at)
{
    at += strcspn(at, "\n");
    return at + (*at == '\n');
}

static size_t trimmed(const char *line)
{
    size_t length = strcspn(line, "\n");
    while (length > 0 && isspace((unsigned char)line[length - 1]))
        length--;
    return length;
}

/* 1 if the line is this marker, indented or not. */
static int is_marker(const char *line, const char *marker)
{
    const char *text = line + strspn(line, " \t");
    const size_t length = trimmed(line) - (size_t)(text - line);
    return trimmed(line) > 0 && length == strlen(marker) && strncmp(text, marker, length) == 0;
}

int region_find(const char *text, struct region *region, char *why)
{
    unsigned begins = 0, ends = 0, line_number = 1;
    *region = (struct region){ NULL, NULL, 0, 0 };
    for (const char *line = text; *line != '\0'; line = line_after(line), line_number++) {
        if (is_marker(line, MARK_BEGIN) && ++begins == 1) {
            region->begin = line_after(line);
            region->first_line = line_number + 1;
        } else if (is_marker(line, MARK_END) && ++ends == 1) {
            region->end = line;
            region->last_line = line_number - 1;
        }
    }
    if (begins == 0 || ends == 0)
        snprintf(why, WHY, "the line '%s' is gone", begins == 0 ? MARK_BEGIN : MARK_END);
    else if (begins > 1 || ends > 1)
        snprintf(why, WHY, "the line '%s' is there twice", begins > 1 ? MARK_BEGIN : MARK_END);
    else if (region->end < region->begin)
        snprintf(why, WHY, "the line '%s' stands above '%s'", MARK_END, MARK_BEGIN);
    else
        return 0;
    return -1;
}

char *region_replace(const char *text, const char *lines)
{
    struct region region;
    char why[WHY];
    if (region_find(text, &region, why) != 0)
        return NULL;
    const size_t before = (size_t)(region.begin - text), middle = strlen(lines);
    const size_t after = strlen(region.end);
    char *result = malloc(before + middle + after + 1);
    if (result == NULL)
        return NULL;
    memcpy(result, text, before);
    memcpy(result + before, lines, middle);
    memcpy(result + before + middle, region.end, after + 1);
    return result;
}

static int same_line(const char *a, const char *b)
{
    return trimmed(a) == trimmed(b) && strncmp(a, b, trimmed(a)) == 0;
}

int region_is(const char *text, const char *lines)
{
    struct region region;
    char why[WHY];
    if (region_find(text, &region, why) != 0)
        return 0;
    const char *line = region.begin;
    for (; line < region.end && *lines != '\0';
         line = line_after(line), lines = line_after(lines)) {
        if (!same_line(line, lines))
            return 0;
    }
    return line >= region.end && *lines == '\0';
}

/* Copies a text without comments and white space; strings are no concern here. */
static char *code_only(const char *text, const char *end)
{
    char *code = malloc((size_t)(end - text) + 1), *to = code;
    while (code != NULL && text < end) {
        if (text[0] == '/' && text[1] == '/') {
            text += strcspn(text, "\n");
        } else if (text[0] == '/' && text[1] == '*') {
            const char *close = strstr(text + 2, "*/");
            text = close != NULL && close < end ? close + 2 : end;
        } else {
            if (!isspace((unsigned char)*text))
                *to++ = *text;
            text++;
        }
    }
    if (code != NULL)
        *to = '\0';
    return code;
}

int region_only_comments(const char *text, const char *start)
{
    struct region region;
    char why[WHY];
    if (region_find(text, &region, why) != 0)
        return 0;
    char *code = code_only(region.begin, region.end);
    char *shipped = code_only(start, start + strlen(start));
    const int same = code != NULL && shipped != NULL && strcmp(code, shipped) == 0;
    free(code);
    free(shipped);
    return same;
}

unsigned outside_differs(const char *text, const char *shipped)
{
    struct region mine, theirs;
    char why[WHY];
    unsigned number = 1;
    if (region_find(text, &mine, why) != 0 || region_find(shipped, &theirs, why) != 0)
        return 1;
    const char *a = text, *b = shipped;
    while (*a != '\0' || *b != '\0') {
        if (a == mine.begin && b == theirs.begin) {
            a = mine.end;
            b = theirs.end;
            number = mine.last_line + 1;
        }
        if ((*a == '\0') != (*b == '\0') || !same_line(a, b))
            return number;
        a = line_after(a);
        b = line_after(b);
        number++;
    }
    return 0;
}
