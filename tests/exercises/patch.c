#include "patch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The bytes between a marker line behind `from` and the next one; NULL without. */
static const char *between(const char *from, const char *begin, const char *end, size_t *length)
{
    const char *at = strstr(from, begin);
    if (at == NULL)
        return NULL;
    at += strlen(begin);
    const char *stop = strncmp(at, end, strlen(end)) == 0 ? at : strstr(at, end);
    if (stop == NULL)
        return NULL;
    *length = (size_t)(stop - at);
    return at;
}

static char *replace_once(const char *text, const char *old, size_t old_length, const char *new,
                          size_t new_length)
{
    char *what = strndup(old, old_length);
    char *at = what != NULL && old_length > 0 ? strstr(text, what) : NULL;
    char *result = NULL;
    if (at != NULL && strstr(at + 1, what) == NULL) {
        result = malloc(strlen(text) + new_length + 1);
        if (result != NULL)
            sprintf(result, "%.*s%.*s%s", (int)(at - text), text, (int)new_length, new,
                    at + old_length);
    }
    free(what);
    return result;
}

char *patch_apply(const char *patch, const char *text, char *expect, size_t size)
{
    size_t old_length, new_length;
    char *now = strdup(text);
    if (strncmp(patch, "expect: ", 8) != 0 || now == NULL) {
        snprintf(expect, size, "the first line must begin with 'expect: '");
        free(now);
        return NULL;
    }
    const char *at = patch;
    for (const char *old; (old = between(at, "<<<<\n", "====\n", &old_length)) != NULL;) {
        const char *new = between(old, "====\n", ">>>>\n", &new_length);
        char *next = new != NULL ? replace_once(now, old, old_length, new, new_length) : NULL;
        free(now);
        if (next == NULL) {
            snprintf(expect, size, "these lines are not in the solution exactly once: %.*s",
                     (int)old_length, old);
            return NULL;
        }
        now = next;
        at = new + new_length;
    }
    snprintf(expect, size, "%.*s", (int)strcspn(patch + 8, "\n"), patch + 8);
    return now;
}
