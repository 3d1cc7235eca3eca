/* Where declarations at namespace and class scope begin and end. */
#include "declaration.h"

#include "words.h"

struct reader {
    struct source *source;
    struct declaration *declaration;
    class_body_found *found;
    size_t end;
    bool is_namespace, initialised;
};

static size_t after_template_heads(struct reader *reader, size_t at)
{
    while (is(reader->source, at, "template") && is(reader->source, at + 1, "<")) {
        const size_t next = after_template_list(reader->source, at + 1);
        if (next == at + 1)
            break;
        reader->declaration->is_template = true;
        at = next;
    }
    return at;
}

static bool is_string(const struct source *source, size_t at)
{
    return at < source->tokens.count && source->tokens.list[at].kind == TOKEN_STRING;
}

static void note_word(struct declaration *declaration, const struct source *source, size_t at)
{
    declaration->is_friend |= is(source, at, "friend");
    declaration->is_kernel |= is(source, at, "__global__");
    declaration->is_device |= is(source, at, "__device__");
    declaration->is_host |= is(source, at, "__host__");
    declaration->is_shared |= is(source, at, "__shared__");
    declaration->is_constant |= is(source, at, "__constant__");
    declaration->is_managed |= is(source, at, "__managed__");
}

size_t class_body(const struct source *source, size_t at, size_t end)
{
    for (at++; at < end && !is(source, at, "{") && !is(source, at, ":");) {
        if (is_in(source, at, alignment_words) && is(source, at + 1, "("))
            at = after_group(source, at + 1);
        else if (is(source, at, "[") && is(source, at + 1, "["))
            at = after_group(source, at);
        else if (is(source, at, "<") && after_template_list(source, at) != at)
            at = after_template_list(source, at);
        else if (is_name(source, at) || is(source, at, "::"))
            at++;
        else
            return 0;
    }
    while (at < end && !is(source, at, "{") && !is(source, at, ";"))
        at = is(source, at, "(") ? after_group(source, at) : at + 1;
    return at < end && is(source, at, "{") ? at : 0;
}

/* `: a(1), b{2} {`: the index of the body's {, or end. */
static size_t after_member_initialisers(const struct source *source, size_t at, size_t end)
{
    for (at++; at < end; at++) {
        while (at < end && !is(source, at, "(") && !is(source, at, "{"))
            at++;
        at = after_group(source, at);
        if (is(source, at, "..."))
            at++;
        if (!is(source, at, ","))
            break;
    }
    return at < end ? at : end;
}

static bool has_parentheses(const struct source *source, size_t at)
{
    return is(source, at + 1, "(") &&
           (is_in(source, at, alignment_words) || is_in(source, at, attribute_words) ||
            is(source, at, "decltype") || is(source, at, "noexcept") ||
            is(source, at, "static_assert") || is(source, at, "requires") ||
            is(source, at, "explicit") || is(source, at, "asm") || is(source, at, "__asm__") ||
            is(source, at, "typeof") || is(source, at, "__typeof__"));
}

static size_t after_class(struct reader *reader, size_t at)
{
    struct source *source = reader->source;
    const size_t body = class_body(source, at, reader->end);
    if (!body)
        return at + 1;
    if (!is(source, at, "enum"))
        reader->found(source, body);
    return after_group(source, body);
}

static size_t after_word(struct reader *reader, size_t at)
{
    struct source *source = reader->source;
    const bool open = !reader->initialised && !reader->declaration->parameters;
    note_word(reader->declaration, source, at);
    reader->is_namespace |= is(source, at, "namespace");
    if (has_parentheses(source, at))
        return after_group(source, at + 1);
    if (is(source, at, "operator"))
        return is(source, at + 1, "(") ? after_group(source, at + 1) : at + 2;
    if (is(source, at, "enum") && open)
        return after_class(reader, at);
    if ((is(source, at, "struct") || is(source, at, "class") || is(source, at, "union")) && open)
        return after_class(reader, at);
    if (is(source, at + 1, "<") && !reader->initialised)
        return after_template_list(source, at + 1);
    return at + 1;
}

/* A { that is neither a class's nor inside a group. Ends the declaration, or
 * is the initialiser of a variable. */
static size_t at_brace(struct reader *reader, size_t at)
{
    struct declaration *declaration = reader->declaration;
    const size_t next = after_group(reader->source, at);
    if (reader->initialised || (!reader->is_namespace && !declaration->parameters))
        return next;
    declaration->kind = reader->is_namespace ? DECLARATION_SCOPE : DECLARATION_FUNCTION;
    declaration->body = at;
    declaration->to = next;
    return next;
}

static size_t at_punctuation(struct reader *reader, size_t at)
{
    struct declaration *declaration = reader->declaration;
    if (is(reader->source, at, "{"))
        return at_brace(reader, at);
    if (is(reader->source, at, ";") || is(reader->source, at, "}"))
        declaration->to = at + 1;
    else if (is(reader->source, at, "="))
        reader->initialised = true;
    else if (is(reader->source, at, "(") && !declaration->parameters && !reader->initialised)
        declaration->parameters = at;
    else if (is(reader->source, at, ":") && declaration->parameters && !reader->initialised)
        return after_member_initialisers(reader->source, at, reader->end);
    return after_group(reader->source, at);
}

/* public: and the like. */
static bool is_access(const struct source *source, size_t at)
{
    return is(source, at + 1, ":") &&
           (is(source, at, "public") || is(source, at, "private") || is(source, at, "protected"));
}

static size_t after_linkage(struct reader *reader, size_t at)
{
    if (!is(reader->source, at, "extern") || !is_string(reader->source, at + 1))
        return at;
    if (is(reader->source, at + 2, "{"))
        reader->is_namespace = true;
    return at + 2;
}

struct declaration read_declaration(struct source *source, size_t from, size_t end,
                                    class_body_found *found)
{
    struct declaration declaration = { .from = from };
    struct reader reader = { source, &declaration, found, end, false, false };
    size_t at = after_template_heads(&reader, from);
    if (is_access(source, at))
        declaration.to = at + 2;
    at = after_linkage(&reader, at);
    declaration.head = at;
    while (at < end && !declaration.to) {
        if (is_name(source, at))
            at = after_word(&reader, at);
        else
            at = at_punctuation(&reader, at);
    }
    if (!declaration.to || declaration.to > end)
        declaration.to = end;
    return declaration;
}
