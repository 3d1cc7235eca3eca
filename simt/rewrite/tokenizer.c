#include "tokenizer.h"

#include "words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct lexer {
    struct tokens *tokens;
    const char *text;
    size_t at, end;
    unsigned file, line;
    bool line_start; /* only white space since the last line break */
};

static bool name_character(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

static char peek(const struct lexer *lexer, size_t ahead)
{
    return lexer->at + ahead < lexer->end ? lexer->text[lexer->at + ahead] : '\0';
}

static void step(struct lexer *lexer)
{
    if (lexer->text[lexer->at] == '\n') {
        lexer->line++;
        lexer->line_start = true;
    }
    lexer->at++;
}

/* ---- line markers --------------------------------------------------------- */

static unsigned find_file(struct tokens *tokens, const char *name, size_t bytes)
{
    for (size_t i = 0; i < tokens->file_count; i++)
        if (strlen(tokens->files[i].name) == bytes && !memcmp(tokens->files[i].name, name, bytes))
            return (unsigned)i;
    if (tokens->file_count == tokens->file_room) {
        const size_t room = tokens->file_room ? 2 * tokens->file_room : 64;
        struct source_file *more = pool_take(tokens->pool, room * sizeof *more);
        if (tokens->file_count)
            memcpy(more, tokens->files, tokens->file_count * sizeof *more);
        tokens->files = more;
        tokens->file_room = room;
    }
    tokens->files[tokens->file_count].name = pool_copy(tokens->pool, name, bytes);
    return (unsigned)tokens->file_count++;
}

/* The end of the string literal that starts at `at`, after its quote. */
static size_t end_of_quoted(const char *text, size_t at, size_t end)
{
    const char quote = text[at++];
    while (at < end && text[at] != quote && text[at] != '\n')
        at += text[at] == '\\' && at + 1 < end ? 2 : 1;
    return at < end && text[at] == quote ? at + 1 : at;
}

/* `# 12 "file.cu" 1 3`: flag 1 enters an included file, 3 is a system header. */
static void read_flags(struct lexer *lexer, unsigned file, size_t at, size_t end)
{
    struct source_file *known = &lexer->tokens->files[file];
    bool system = false;
    for (; at < end; at++) {
        if (lexer->text[at] == '3')
            system = true;
        if (lexer->text[at] == '1') {
            known->from = lexer->file;
            known->line = lexer->line;
        }
    }
    known->system = system;
}

/* Reads a marker in the line [at, end); any other directive changes nothing. */
static void read_marker(struct lexer *lexer, size_t at, size_t end)
{
    const char *text = lexer->text;
    while (at < end && (text[at] == ' ' || text[at] == '\t'))
        at++;
    if (end - at > 4 && !memcmp(text + at, "line", 4))
        at += 4;
    while (at < end && (text[at] == ' ' || text[at] == '\t'))
        at++;
    if (at == end || !isdigit((unsigned char)text[at]))
        return;
    const unsigned line = (unsigned)strtoul(text + at, NULL, 10);
    while (at < end && text[at] != '"')
        at++;
    if (at < end) {
        const size_t close = end_of_quoted(text, at, end);
        const unsigned file = find_file(lexer->tokens, text + at + 1, close - at - 2);
        read_flags(lexer, file, close, end);
        lexer->file = file;
    }
    lexer->line = line - 1; /* the line break that follows counts it up */
}

/* ---- white space ----------------------------------------------------------- */

static void skip_directive(struct lexer *lexer)
{
    size_t end = lexer->at;
    while (end < lexer->end && lexer->text[end] != '\n')
        end++;
    read_marker(lexer, lexer->at + 1, end);
    lexer->at = end;
}

static void skip_comment(struct lexer *lexer)
{
    const bool block = peek(lexer, 1) == '*';
    lexer->at += 2;
    while (lexer->at < lexer->end) {
        if (block && peek(lexer, 0) == '*' && peek(lexer, 1) == '/') {
            lexer->at += 2;
            return;
        }
        if (!block && peek(lexer, 0) == '\n')
            return;
        step(lexer);
    }
}

static void skip_space(struct lexer *lexer)
{
    while (lexer->at < lexer->end) {
        const char c = peek(lexer, 0);
        if (c == '#' && lexer->line_start)
            skip_directive(lexer);
        else if (c == '/' && (peek(lexer, 1) == '*' || peek(lexer, 1) == '/'))
            skip_comment(lexer);
        else if (isspace((unsigned char)c))
            step(lexer);
        else if (c == '\\' && (peek(lexer, 1) == '\n' || peek(lexer, 1) == '\r'))
            lexer->at++;
        else
            return;
    }
}

/* ---- tokens ---------------------------------------------------------------- */

/* R"x(...)x" from its quote on; the text may hold anything but )x". */
static void lex_raw_string(struct lexer *lexer)
{
    const size_t quote = lexer->at;
    while (lexer->at < lexer->end && peek(lexer, 0) != '(')
        lexer->at++;
    const size_t mark = lexer->at - quote - 1;
    while (lexer->at < lexer->end) {
        if (peek(lexer, 0) == ')' && lexer->at + mark + 1 < lexer->end &&
            !memcmp(lexer->text + lexer->at + 1, lexer->text + quote + 1, mark) &&
            peek(lexer, mark + 1) == '"') {
            lexer->at += mark + 2;
            return;
        }
        step(lexer);
    }
}

/* A string or character literal may begin with what looks like a name. */
static enum token_kind lex_name(struct lexer *lexer)
{
    const size_t start = lexer->at;
    while (lexer->at < lexer->end && name_character(peek(lexer, 0)))
        lexer->at++;
    const size_t bytes = lexer->at - start;
    const char quote = peek(lexer, 0);
    if ((quote != '"' && quote != '\'') || !word_in(literal_prefixes, lexer->text + start, bytes))
        return TOKEN_NAME;
    if (quote == '"' && lexer->text[lexer->at - 1] == 'R')
        lex_raw_string(lexer);
    else
        lexer->at = end_of_quoted(lexer->text, lexer->at, lexer->end);
    return quote == '"' ? TOKEN_STRING : TOKEN_CHARACTER;
}

/* 1'000'000u, 0x1.8p-3, .5f: the preprocessor's idea of a number. */
static enum token_kind lex_number(struct lexer *lexer)
{
    while (lexer->at < lexer->end) {
        const char c = peek(lexer, 0);
        if (c && strchr("eEpP", c) && (peek(lexer, 1) == '+' || peek(lexer, 1) == '-'))
            lexer->at += 2;
        else if (c == '\'' && name_character(peek(lexer, 1)))
            lexer->at += 2;
        else if (name_character(c) || c == '.')
            lexer->at++;
        else
            break;
    }
    return TOKEN_NUMBER;
}

static enum token_kind lex_punctuation(struct lexer *lexer)
{
    static const char *const together[] = { "...", "->", "::", "<=", ">=", "==", "!=",
                                            "&&",  "||", "+=", "-=", "*=", "/=", "%=",
                                            "&=",  "|=", "^=", "++", "--", "##" };
    for (size_t i = 0; i < sizeof together / sizeof *together; i++) {
        const size_t bytes = strlen(together[i]);
        if (lexer->end - lexer->at >= bytes &&
            !memcmp(lexer->text + lexer->at, together[i], bytes)) {
            lexer->at += bytes;
            return TOKEN_PUNCTUATION;
        }
    }
    lexer->at++;
    return TOKEN_PUNCTUATION;
}

static enum token_kind lex(struct lexer *lexer)
{
    const char c = peek(lexer, 0);
    if (isdigit((unsigned char)c) || (c == '.' && isdigit((unsigned char)peek(lexer, 1))))
        return lex_number(lexer);
    if (name_character(c))
        return lex_name(lexer);
    if (c != '"' && c != '\'')
        return lex_punctuation(lexer);
    lexer->at = end_of_quoted(lexer->text, lexer->at, lexer->end);
    return c == '"' ? TOKEN_STRING : TOKEN_CHARACTER;
}

static void append(struct tokens *tokens, struct token token)
{
    if (tokens->count == tokens->room) {
        const size_t room = tokens->room ? 2 * tokens->room : 4096;
        struct token *more = pool_take(tokens->pool, room * sizeof *more);
        if (tokens->count)
            memcpy(more, tokens->list, tokens->count * sizeof *more);
        tokens->list = more;
        tokens->room = room;
    }
    tokens->list[tokens->count++] = token;
}

/* Headers of the system without a CUDA word need no reading. */
static void leave_out_system(struct tokens *tokens)
{
    size_t kept = 0;
    for (size_t i = 0; i < tokens->count; i++) {
        const struct source_file *file = &tokens->files[tokens->list[i].file];
        if (!file->system || file->cuda)
            tokens->list[kept++] = tokens->list[i];
    }
    tokens->count = kept;
}

void tokenize(struct tokens *tokens, struct pool *pool, const char *text, size_t bytes,
              const char *name)
{
    *tokens = (struct tokens){ .text = text, .bytes = bytes, .pool = pool };
    struct lexer lexer = { tokens, text, 0, bytes, 0, 1, true };
    lexer.file = find_file(tokens, name, strlen(name));
    for (skip_space(&lexer); lexer.at < bytes; skip_space(&lexer)) {
        struct token token = { .start = lexer.at, .file = lexer.file, .line = lexer.line };
        lexer.line_start = false;
        token.kind = lex(&lexer);
        token.bytes = lexer.at - token.start;
        if (token.kind == TOKEN_NAME && word_in(cuda_words, text + token.start, token.bytes))
            tokens->files[token.file].cuda = true;
        append(tokens, token);
    }
    leave_out_system(tokens);
}

bool token_is(const struct tokens *tokens, size_t index, const char *text)
{
    if (index >= tokens->count)
        return false;
    const struct token *token = &tokens->list[index];
    return strlen(text) == token->bytes && !memcmp(tokens->text + token->start, text, token->bytes);
}

bool tokens_touch(const struct tokens *tokens, size_t index)
{
    return index + 1 < tokens->count &&
           tokens->list[index].start + tokens->list[index].bytes == tokens->list[index + 1].start;
}
