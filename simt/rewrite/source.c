#include "source.h"

#include "words.h"

#include <stdlib.h>
#include <string.h>

/* ---- opening and closing --------------------------------------------------- */

static bool opens(const struct source *source, size_t i)
{
    return is(source, i, "(") || is(source, i, "[") || is(source, i, "{");
}

static bool closes(const struct source *source, size_t i)
{
    return is(source, i, ")") || is(source, i, "]") || is(source, i, "}");
}

static bool fit(const struct source *source, size_t open, size_t close)
{
    return (is(source, open, "(") && is(source, close, ")")) ||
           (is(source, open, "[") && is(source, close, "]")) ||
           (is(source, open, "{") && is(source, close, "}"));
}

/* A bracket without its partner stays alone: the compiler will complain. */
static void find_partners(struct source *source)
{
    const size_t count = source->tokens.count;
    size_t *open = pool_take(&source->pool, (count + 1) * sizeof *open);
    size_t depth = 0;
    for (size_t i = 0; i < count; i++) {
        source->partner[i] = i;
        if (opens(source, i))
            open[depth++] = i;
        if (!closes(source, i))
            continue;
        while (depth && !fit(source, open[depth - 1], i))
            depth--;
        if (depth) {
            source->partner[i] = open[--depth];
            source->partner[open[depth]] = i;
        }
    }
}

void source_open(struct source *source, const char *text, size_t bytes, const char *name,
                 const struct rewrite_options *options, FILE *errors)
{
    *source = (struct source){ .options = options, .errors = errors };
    tokenize(&source->tokens, &source->pool, text, bytes, name);
    const size_t count = source->tokens.count + 1;
    source->edits = pool_take(&source->pool, count * sizeof *source->edits);
    source->partner = pool_take(&source->pool, count * sizeof *source->partner);
    find_partners(source);
}

void source_close(struct source *source)
{
    pool_free(&source->pool);
}

/* ---- writing ---------------------------------------------------------------- */

static bool pragma_is(const char *at, const char *end, const char *word)
{
    const char *const hash = "#pragma";
    const size_t bytes = strlen(word);
    if (end - at < (ptrdiff_t)(strlen(hash) + 1 + bytes) || memcmp(at, hash, strlen(hash)) != 0)
        return false;
    for (at += strlen(hash); at < end && (*at == ' ' || *at == '\t'); at++)
        ;
    return end - at >= (ptrdiff_t)bytes && !memcmp(at, word, bytes);
}

static bool drop_line(const char *at, const char *end)
{
    return pragma_is(at, end, "unroll") || pragma_is(at, end, "nounroll") ||
           pragma_is(at, end, "nv_") || pragma_is(at, end, "hd_warning");
}

/* White space, markers and system headers pass; nvcc's pragmas leave an empty
 * line, because the host compiler would warn about them. */
static void write_space(const struct source *source, size_t from, size_t to, struct text *out)
{
    const char *text = source->tokens.text;
    while (from < to) {
        const char *end = memchr(text + from, '\n', to - from);
        const size_t next = end ? (size_t)(end - text) + 1 : to;
        if (text[from] == '#' && drop_line(text + from, text + next))
            text_add(out, "\n", end ? 1 : 0);
        else
            text_add(out, text + from, next - from);
        from = next;
    }
}

static void write_text(struct text *out, const char *text)
{
    if (text)
        text_add(out, text, strlen(text));
}

/* A marker and spaces, so that what follows stands where `at` does: the text
 * position of, or right after, the token at i. */
static void write_place(const struct source *source, size_t i, size_t at, struct text *out)
{
    const struct token *token = &source->tokens.list[i];
    const struct source_file *file = &source->tokens.files[token->file];
    const char *text = source->tokens.text;
    size_t start = at;
    while (start > 0 && text[start - 1] != '\n')
        start--;
    text_print(out, "\n# %u \"%s\"%s\n", token->line, file->name, file->system ? " 3" : "");
    for (; start < at; start++)
        text_add(out, text[start] == '\t' ? "\t" : " ", 1);
}

/* Added text, and then the way back to the reader's line and column. */
static void write_edit(const struct source *source, const char *edit, size_t i, size_t at,
                       struct text *out)
{
    write_text(out, edit);
    const bool line_ends = at >= source->tokens.bytes || source->tokens.text[at] == '\n';
    if (edit && source->options->exact_columns && (!line_ends || strchr(edit, '\n')))
        write_place(source, i, at, out);
}

/* The token, or as much white space. */
static void write_token(const struct source *source, size_t i, struct text *out)
{
    const struct token *token = &source->tokens.list[i];
    const char *text = source->tokens.text + token->start;
    if (!source->edits[i].hidden) {
        text_add(out, text, token->bytes);
        return;
    }
    for (size_t at = 0; at < token->bytes; at++)
        text_add(out, text[at] == '\n' ? "\n" : " ", 1);
}

void source_write(const struct source *source, struct text *out)
{
    size_t at = 0;
    for (size_t i = 0; i < source->tokens.count; i++) {
        const struct token *token = &source->tokens.list[i];
        const size_t end = token->start + token->bytes;
        write_space(source, at, token->start, out);
        write_edit(source, source->edits[i].before, i, token->start, out);
        write_token(source, i, out);
        write_edit(source, source->edits[i].after, i, end, out);
        at = end;
    }
    write_space(source, at, source->tokens.bytes, out);
}

/* ---- reading ---------------------------------------------------------------- */

bool is(const struct source *source, size_t i, const char *text)
{
    return token_is(&source->tokens, i, text);
}

bool is_name(const struct source *source, size_t i)
{
    return i < source->tokens.count && source->tokens.list[i].kind == TOKEN_NAME;
}

bool is_in(const struct source *source, size_t i, const char *const *words)
{
    if (!is_name(source, i))
        return false;
    const struct token *token = &source->tokens.list[i];
    return word_in(words, source->tokens.text + token->start, token->bytes);
}

char *token_text(const struct source *source, size_t i)
{
    const struct token *token = &source->tokens.list[i];
    struct pool *pool = source->tokens.pool;
    return pool_copy(pool, source->tokens.text + token->start, token->bytes);
}

char *plain_text(const struct source *source, size_t from, size_t to)
{
    struct text plain = { 0 };
    for (size_t i = from; i < to; i++)
        text_print(&plain, "%s%s", token_text(source, i),
                   i + 1 < to && !tokens_touch(&source->tokens, i) ? " " : "");
    char *copy = pool_copy(source->tokens.pool, text_string(&plain), plain.bytes);
    text_free(&plain);
    return copy;
}

char *moved_text(const struct source *source, size_t from, size_t to)
{
    struct text moved = { 0 };
    unsigned line = 0;
    for (size_t i = from; i < to; i++) {
        const struct token *token = &source->tokens.list[i];
        const struct edit *edit = &source->edits[i];
        if (edit->hidden && !edit->before && !edit->after)
            continue;
        if (source->options->exact_columns && line != token->line)
            write_place(source, i, token->start, &moved);
        else if (i > from && !tokens_touch(&source->tokens, i - 1))
            text_add(&moved, " ", 1);
        line = token->line;
        write_text(&moved, edit->before);
        if (!edit->hidden)
            text_add(&moved, source->tokens.text + token->start, token->bytes);
        write_text(&moved, edit->after);
    }
    char *copy = pool_copy(source->tokens.pool, text_string(&moved), moved.bytes);
    text_free(&moved);
    return copy;
}

size_t after_group(const struct source *source, size_t i)
{
    return opens(source, i) && source->partner[i] > i ? source->partner[i] + 1 : i + 1;
}

size_t after_template_list(const struct source *source, size_t i)
{
    size_t depth = 0;
    for (size_t at = i; at < source->tokens.count; at = after_group(source, at)) {
        if (is(source, at, "<") && is(source, at + 1, "<") && tokens_touch(&source->tokens, at))
            at++; /* a shift */
        else if (is(source, at, "<"))
            depth++;
        else if (is(source, at, ">") && --depth == 0)
            return at + 1;
        else if (closes(source, at) || is(source, at, ";") || is(source, at, "{"))
            return i;
    }
    return i;
}

size_t template_list_start(const struct source *source, size_t i)
{
    size_t depth = 0;
    for (size_t at = i + 1; at-- > 0;) {
        if (is(source, at, ">"))
            depth++;
        else if (is(source, at, "<") && at > 0 && is(source, at - 1, "<") &&
                 tokens_touch(&source->tokens, at - 1))
            at--; /* a shift */
        else if (is(source, at, "<") && --depth == 0)
            return at;
        else if (opens(source, at) || is(source, at, ";"))
            return i;
        else if (closes(source, at))
            at = source->partner[at];
    }
    return i;
}

size_t end_of_argument(const struct source *source, size_t from, size_t to)
{
    size_t at = from;
    while (at < to && !is(source, at, ",")) {
        size_t next = after_group(source, at);
        if (is_name(source, at) && is(source, at + 1, "<") && !is(source, at, "operator"))
            next = after_template_list(source, at + 1);
        at = next < to ? next : to;
    }
    return at;
}

bool is_plain_use(const struct source *source, size_t i)
{
    return is_name(source, i) &&
           !(i > 0 && (is(source, i - 1, ".") || is(source, i - 1, "->") ||
                       (is(source, i - 1, "::") && i > 1 && is_name(source, i - 2))));
}

const char *file_literal(const struct source *source, size_t i)
{
    const struct source_file *file = &source->tokens.files[source->tokens.list[i].file];
    return pool_format(source->tokens.pool, "\"%s\"", file->name);
}

unsigned line_of(const struct source *source, size_t i)
{
    return source->tokens.list[i].line;
}

/* ---- editing ---------------------------------------------------------------- */

void hide(struct source *source, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        source->edits[i].hidden = true;
}

void take_out(struct source *source, size_t from, size_t to)
{
    hide(source, from, to);
    for (size_t i = from; i < to; i++)
        source->edits[i].before = source->edits[i].after = NULL;
}

static void join(struct source *source, char **old, const char *format, va_list arguments)
{
    char *more = pool_vformat(&source->pool, format, arguments);
    *old = *old ? pool_format(&source->pool, "%s%s", *old, more) : more;
}

void add_before(struct source *source, size_t i, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    join(source, &source->edits[i].before, format, arguments);
    va_end(arguments);
}

void add_after(struct source *source, size_t i, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    join(source, &source->edits[i].after, format, arguments);
    va_end(arguments);
}

void rename_token(struct source *source, size_t i, const char *prefix)
{
    hide(source, i, i + 1);
    add_before(source, i, "%s%s", prefix, token_text(source, i));
}

static void say(struct source *source, size_t i, const char *kind, const char *format,
                va_list arguments)
{
    const char *message = pool_vformat(&source->pool, format, arguments);
    const struct token *token = &source->tokens.list[i];
    fprintf(source->errors, "%s:%u: %s: simtcc: %s\n", source->tokens.files[token->file].name,
            token->line, kind, message);
}

void refuse(struct source *source, size_t i, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(source, i, "error", format, arguments);
    va_end(arguments);
    source->error_count++;
}

void warn(struct source *source, size_t i, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(source, i, "warning", format, arguments);
    va_end(arguments);
}
