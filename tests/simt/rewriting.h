/* Calls the rewriter on a text and compares, blanks aside. */
#ifndef REWRITING_H
#define REWRITING_H

#include "rewrite.h"
#include "suite.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

struct rewriting {
    int status;
    struct text out;
    char *errors;
};

static inline struct rewriting rewrite_with(const char *text, struct rewrite_options options)
{
    struct rewriting result = { 0 };
    size_t bytes = 0;
    FILE *errors = open_memstream(&result.errors, &bytes);
    ck_assert_ptr_nonnull(errors);
    result.status = rewrite(text, strlen(text), "a.cu", &options, errors, &result.out);
    fclose(errors);
    return result;
}

static inline void free_rewriting(struct rewriting *result)
{
    text_free(&result->out);
    free(result->errors);
}

static inline bool joins_words(char a, char b)
{
    return (isalnum((unsigned char)a) || a == '_') && (isalnum((unsigned char)b) || b == '_');
}

/* Without blanks, except one between two words. The caller frees. */
static inline char *squeeze(const char *text)
{
    char *copy = malloc(strlen(text) + 1), *end = copy;
    ck_assert_ptr_nonnull(copy);
    for (; *text; text++) {
        if (*text != ' ' && *text != '\t') {
            *end++ = *text;
            continue;
        }
        const char *next = text + strspn(text, " \t");
        if (end > copy && joins_words(end[-1], *next))
            *end++ = ' ';
        text = next - 1;
    }
    *end = '\0';
    return copy;
}

static inline void expect_text(const char *text, const char *expected)
{
    char *found = squeeze(text), *wanted = squeeze(expected);
    ck_assert_str_eq(found, wanted);
    free(found);
    free(wanted);
}

static inline size_t count_lines(const char *text)
{
    size_t lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

/* The text becomes `expected`, in as many lines. */
static inline void expect_with(struct rewrite_options options, const char *text,
                               const char *expected)
{
    struct rewriting result = rewrite_with(text, options);
    ck_assert_str_eq(result.errors, "");
    ck_assert_int_eq(result.status, 0);
    expect_text(text_string(&result.out), expected);
    ck_assert_uint_eq(count_lines(text_string(&result.out)), count_lines(text));
    free_rewriting(&result);
}

static inline void expect_rewritten(const char *text, const char *expected)
{
    expect_with((struct rewrite_options){ 0 }, text, expected);
}

static inline void expect_unchanged(const char *text)
{
    expect_rewritten(text, text);
}

/* The text is refused with exactly these messages. */
static inline void expect_refused(const char *text, const char *errors)
{
    struct rewriting result = rewrite_with(text, (struct rewrite_options){ 0 });
    ck_assert_str_eq(result.errors, errors);
    ck_assert_int_eq(result.status, 1);
    ck_assert_str_eq(text_string(&result.out), "");
    free_rewriting(&result);
}

#endif
