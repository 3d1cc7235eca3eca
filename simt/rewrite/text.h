/*
 * Memory for one rewriting: strings that live until the whole is freed, and a
 * string that grows.
 */
#ifndef REWRITE_TEXT_H
#define REWRITE_TEXT_H

#include <stdarg.h>
#include <stddef.h>

struct pool_block;

/* Everything taken from a pool is freed at once by pool_free. Zeroed memory. */
struct pool {
    struct pool_block *blocks;
};

/* Never NULL: a rewriter without memory says so and ends the program. */
void *pool_take(struct pool *pool, size_t bytes);
/* A zero-terminated copy of `bytes` characters. */
char *pool_copy(struct pool *pool, const char *text, size_t bytes);
char *pool_format(struct pool *pool, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *pool_vformat(struct pool *pool, const char *format, va_list arguments);
void pool_free(struct pool *pool);

/* A growing string; {0} is empty. text is zero-terminated, or NULL when empty. */
struct text {
    char *text;
    size_t bytes, room;
};

void text_add(struct text *text, const char *more, size_t bytes);
void text_print(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The string itself, "" when nothing was added. Valid until the next addition. */
const char *text_string(const struct text *text);
void text_free(struct text *text);

#endif
