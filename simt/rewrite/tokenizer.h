/*
 * C++ tokens of preprocessed text (what `g++ -E` prints), each with the
 * reader's own file and line, taken from the `# line "file"` markers.
 *
 * `<` and `>` are always tokens of their own, so that `>>` may close two
 * template lists and `>>>` a launch; tokens_touch tells whether two stand
 * together. Headers of the system that hold no CUDA word are left out: their
 * text passes through as if it were white space.
 */
#ifndef REWRITE_TOKENIZER_H
#define REWRITE_TOKENIZER_H

#include "text.h"

#include <stdbool.h>

enum token_kind { TOKEN_NAME, TOKEN_NUMBER, TOKEN_STRING, TOKEN_CHARACTER, TOKEN_PUNCTUATION };

struct token {
    enum token_kind kind;
    size_t start, bytes; /* in the text */
    unsigned file, line;
};

struct source_file {
    const char *name; /* as in the marker: a C string literal without quotes */
    bool system;
    bool cuda;           /* a CUDA word occurs in it */
    unsigned from, line; /* who includes it, and in which line */
};

/* Tokens of a text that must outlive them. */
struct tokens {
    const char *text;
    size_t bytes;
    struct token *list;
    size_t count, room;
    struct source_file *files;
    size_t file_count, file_room;
    struct pool *pool;
};

/* Splits the text. `name` is the file until the first marker. Memory is the
 * pool's. An unterminated string or comment ends with the text. */
void tokenize(struct tokens *tokens, struct pool *pool, const char *text, size_t bytes,
              const char *name);

/* Whether the token is exactly this text. */
bool token_is(const struct tokens *tokens, size_t index, const char *text);
/* Whether nothing stands between token `index` and the next one. */
bool tokens_touch(const struct tokens *tokens, size_t index);

#endif
