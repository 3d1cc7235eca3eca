/* Specifiers and declarators. */
#include "declaration.h"

#include "words.h"

static void note_alignment(struct specifiers *specifiers, size_t from, size_t to)
{
    if (specifiers && specifiers->alignment_count < MAX_ALIGNMENTS)
        specifiers->alignments[specifiers->alignment_count++] = (struct range){ from, to };
}

/* The index after an attribute of any spelling that starts at `at`, else `at`. */
static size_t after_attribute(const struct source *source, size_t at, struct specifiers *specifiers)
{
    const bool aligns = is_in(source, at, alignment_words);
    if ((aligns || is_in(source, at, attribute_words)) && is(source, at + 1, "(")) {
        const size_t to = after_group(source, at + 1);
        if (aligns)
            note_alignment(specifiers, at, to);
        return to;
    }
    if (is(source, at, "[") && is(source, at + 1, "["))
        return after_group(source, at);
    return at;
}

/* ns::name<...>::other: the index after it. */
static size_t after_qualified_name(const struct source *source, size_t at)
{
    if (is(source, at, "::"))
        at++;
    while (is_name(source, at)) {
        at++;
        if (is(source, at, "<"))
            at = after_template_list(source, at);
        if (!is(source, at, "::"))
            break;
        at++;
        if (is(source, at, "template"))
            at++;
    }
    return at;
}

/* struct name { ... }, enum name: the index after it. */
static size_t after_elaborated_type(const struct source *source, size_t at,
                                    struct specifiers *specifiers)
{
    at++;
    if (is(source, at, "class") || is(source, at, "struct"))
        at++;
    for (size_t next; (next = after_attribute(source, at, specifiers)) != at;)
        at = next;
    at = after_qualified_name(source, at);
    if (is(source, at, ":"))
        while (at < source->tokens.count && !is(source, at, "{") && !is(source, at, ";"))
            at++;
    return is(source, at, "{") ? after_group(source, at) : at;
}

static bool is_class_key(const struct source *source, size_t at)
{
    return is(source, at, "struct") || is(source, at, "class") || is(source, at, "union") ||
           is(source, at, "enum");
}

static size_t after_type(const struct source *source, size_t at, struct specifiers *specifiers)
{
    if (is_class_key(source, at))
        return after_elaborated_type(source, at, specifiers);
    if ((is(source, at, "decltype") || is(source, at, "typeof") || is(source, at, "__typeof__")) &&
        is(source, at + 1, "("))
        return after_group(source, at + 1);
    return is(source, at, "operator") ? at : after_qualified_name(source, at);
}

/* One word or group that belongs to the specifiers; `at` itself when none does. */
static size_t after_specifier(const struct source *source, size_t at, struct specifiers *specifiers)
{
    const size_t next = after_attribute(source, at, specifiers);
    if (next != at)
        return next;
    if (is_in(source, at, qualifier_words) || is_in(source, at, vanishing_words)) {
        specifiers->is_extern |= is(source, at, "extern");
        specifiers->is_static |= is(source, at, "static");
        return at + 1;
    }
    if (is_in(source, at, builtin_types)) {
        specifiers->has_type = true;
        return at + 1;
    }
    if (specifiers->has_type || !(is_name(source, at) || is(source, at, "::")))
        return at;
    specifiers->has_type = true;
    return after_type(source, at, specifiers);
}

struct specifiers read_specifiers(const struct source *source, size_t from, size_t end)
{
    struct specifiers specifiers = { .from = from, .to = from };
    while (specifiers.to < end) {
        const size_t next = after_specifier(source, specifiers.to, &specifiers);
        if (next == specifiers.to)
            break;
        specifiers.to = next < end ? next : end;
    }
    return specifiers;
}

static size_t after_pointers(const struct source *source, size_t at, size_t end,
                             struct declarator *declarator, struct specifiers *alignments)
{
    while (at < end) {
        const size_t next = after_attribute(source, at, alignments);
        if (next != at) {
            at = next;
            continue;
        }
        if (is(source, at, "..."))
            declarator->is_pack = true;
        else if (!is(source, at, "*") && !is(source, at, "&") && !is(source, at, "&&") &&
                 !is_in(source, at, qualifier_words) && !is_in(source, at, vanishing_words))
            break;
        at++;
    }
    return at;
}

static bool starts_nested(const struct source *source, size_t at)
{
    return is(source, at, "(") &&
           (is(source, at + 1, "*") || is(source, at + 1, "&") || is(source, at + 1, "&&"));
}

/* `x(1)` gives a value, `x(int)` and `x()` declare a function. */
static bool holds_value(const struct source *source, size_t open)
{
    const size_t first = open + 1;
    return first < source->tokens.count &&
           (source->tokens.list[first].kind == TOKEN_NUMBER ||
            source->tokens.list[first].kind == TOKEN_STRING ||
            source->tokens.list[first].kind == TOKEN_CHARACTER || is(source, first, "-"));
}

static size_t after_suffixes(const struct source *source, size_t at, size_t end, bool *is_function,
                             struct specifiers *alignments)
{
    while (at < end) {
        size_t next = after_attribute(source, at, alignments);
        if (next == at && is(source, at, "["))
            next = after_group(source, at);
        if (next == at && is(source, at, "(") && !holds_value(source, at)) {
            *is_function = true;
            next = after_group(source, at);
        }
        if (next == at)
            break;
        at = next;
    }
    return at;
}

struct declarator read_declarator(const struct source *source, size_t from, size_t end,
                                  struct specifiers *alignments)
{
    struct declarator declarator = { .from = from };
    size_t at = after_pointers(source, from, end, &declarator, alignments);
    bool suffix_is_function = false;
    declarator.name = (struct range){ at, at };
    if (is(source, at, "operator")) {
        declarator.is_function = true;
        declarator.to = end;
        return declarator;
    }
    const bool nested = at < end && starts_nested(source, at);
    if (nested) {
        const struct declarator inner =
            read_declarator(source, at + 1, source->partner[at], alignments);
        declarator.name = inner.name;
        declarator.is_function = inner.is_function;
        at = after_group(source, at);
    } else if (at < end && (is_name(source, at) || is(source, at, "::"))) {
        at = after_qualified_name(source, at);
        declarator.name.to = at;
    }
    at = after_suffixes(source, at, end, &suffix_is_function, alignments);
    declarator.is_function |= suffix_is_function && !nested;
    declarator.to = at < end ? at : end;
    return declarator;
}
