#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pool_block {
    struct pool_block *next;
    _Alignas(max_align_t) char memory[];
};

static _Noreturn void out_of_memory(void)
{
    fputs("simt-rewrite: out of memory\n", stderr);
    exit(1);
}

void *pool_take(struct pool *pool, size_t bytes)
{
    struct pool_block *block = calloc(1, sizeof *block + bytes);
    if (!block)
        out_of_memory();
    block->next = pool->blocks;
    pool->blocks = block;
    return block->memory;
}

char *pool_copy(struct pool *pool, const char *text, size_t bytes)
{
    char *copy = pool_take(pool, bytes + 1);
    memcpy(copy, text, bytes);
    return copy;
}

char *pool_vformat(struct pool *pool, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    const int bytes = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (bytes < 0)
        out_of_memory();
    char *text = pool_take(pool, (size_t)bytes + 1);
    vsnprintf(text, (size_t)bytes + 1, format, arguments);
    return text;
}

char *pool_format(struct pool *pool, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = pool_vformat(pool, format, arguments);
    va_end(arguments);
    return text;
}

void pool_free(struct pool *pool)
{
    while (pool->blocks) {
        struct pool_block *next = pool->blocks->next;
        free(pool->blocks);
        pool->blocks = next;
    }
}

static void make_room(struct text *text, size_t more)
{
    const size_t needed = text->bytes + more + 1;
    if (needed <= text->room)
        return;
    size_t room = text->room ? text->room : 64;
    while (room < needed)
        room *= 2;
    char *bigger = realloc(text->text, room);
    if (!bigger)
        out_of_memory();
    text->text = bigger;
    text->room = room;
}

void text_add(struct text *text, const char *more, size_t bytes)
{
    make_room(text, bytes);
    memcpy(text->text + text->bytes, more, bytes);
    text->bytes += bytes;
    text->text[text->bytes] = '\0';
}

void text_print(struct text *text, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    const int bytes = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (bytes < 0)
        out_of_memory();
    make_room(text, (size_t)bytes);
    vsnprintf(text->text + text->bytes, (size_t)bytes + 1, format, arguments);
    text->bytes += (size_t)bytes;
    va_end(arguments);
}

const char *text_string(const struct text *text)
{
    return text->text ? text->text : "";
}

void text_free(struct text *text)
{
    free(text->text);
    *text = (struct text){ 0 };
}
