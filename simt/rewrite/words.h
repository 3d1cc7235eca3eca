/* Lists of words that the rewriter knows. Each ends with NULL. */
#ifndef REWRITE_WORDS_H
#define REWRITE_WORDS_H

#include <stdbool.h>
#include <stddef.h>

extern const char *const literal_prefixes[];    /* what may stand before a quote */
extern const char *const cuda_words[];          /* a file with one of them is CUDA */
extern const char *const vanishing_words[];     /* CUDA words without a meaning on a CPU */
extern const char *const statement_words[];     /* no expression ends with one of these */
extern const char *const builtin_types[];       /* unsigned, float, ... */
extern const char *const qualifier_words[];     /* const, static, ...: before or after a type */
extern const char *const alignment_words[];     /* alignas, __align__, ...: with parentheses */
extern const char *const attribute_words[];     /* other words with parentheses in a declaration */
extern const char *const kernel_taking_calls[]; /* API calls that take a kernel's address */

bool word_in(const char *const *list, const char *word, size_t bytes);

/* One thing that simt does not have, and what to say about it. */
struct refusal {
    const char *word, *message;
};

/* The refusal for this word, or NULL. */
const struct refusal *refusal_of(const char *word, size_t bytes);

#endif
