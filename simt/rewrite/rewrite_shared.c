/*
 * __shared__ float tile[4][8], *p;
 * becomes
 * typedef float simt_type_tile[4][8], *simt_type_p; and for each of them
 * static ::simt_shared_slot simt_slot_tile = { "tile", bytes, alignment, file, line, 0, 0 };
 * simt_type_tile &tile = ::simt::shared<simt_type_tile>(&simt_slot_tile);
 */
#include "shared.h"

#include "passes.h"
#include "words.h"

/* The first token of the specifiers that the token at i belongs to. */
static size_t declaration_start(const struct source *source, size_t i)
{
    while (i > 0) {
        const size_t before = i - 1;
        size_t unit = before;
        if (is(source, before, ")") || is(source, before, "]"))
            unit = source->partner[before];
        else if (is(source, before, ">"))
            unit = template_list_start(source, before);
        const bool attribute =
            is(source, before, ")") && unit > 0 &&
            (is_in(source, unit - 1, alignment_words) || is_in(source, unit - 1, attribute_words) ||
             is(source, unit - 1, "decltype"));
        const bool brackets = is(source, before, "]") && is(source, unit + 1, "[");
        const bool list = is(source, before, ">") && unit != before;
        if (!attribute && !brackets && !list && !is(source, before, "::") &&
            !(is_name(source, before) && !is_in(source, before, statement_words)))
            break;
        i = attribute ? unit - 1 : unit;
    }
    return i;
}

static void hide_storage_words(struct source *source, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (is(source, i, "extern") || is(source, i, "static") || is(source, i, "inline"))
            hide(source, i, i + 1);
}

/* Alignments move from the type to a struct of their own, because an array's
 * elements cannot be aligned to more than their size. It has a member because
 * clang warns of empty structs in extern "C". */
static void write_alignments(struct source *source, const struct specifiers *specifiers,
                             const char *name, struct text *out)
{
    if (!specifiers->alignment_count)
        return;
    text_print(out, " struct");
    for (unsigned i = 0; i < specifiers->alignment_count; i++) {
        const struct range *range = &specifiers->alignments[i];
        text_print(out, " %s", moved_text(source, range->from, range->to));
    }
    text_print(out, " simt_align_%s { char simt_byte; };", name);
}

static void write_slot(struct source *source, const struct specifiers *specifiers,
                       size_t name_token, struct text *out)
{
    const char *name = token_text(source, name_token);
    write_alignments(source, specifiers, name, out);
    text_print(out, " static ::simt_shared_slot simt_slot_%s = { \"%s\", sizeof(simt_type_%s), ",
               name, name, name);
    if (specifiers->alignment_count)
        text_print(out, "::simt::larger(alignof(simt_type_%s), alignof(simt_align_%s))", name,
                   name);
    else
        text_print(out, "alignof(simt_type_%s)", name);
    text_print(out, ", %s, %u, 0, 0 };", file_literal(source, name_token),
               line_of(source, name_token));
    text_print(out,
               " static_assert(sizeof(simt_type_%s) <= ::SIMT_STATIC_SHARED, \"simtcc: a block has "
               "48 KB of static shared memory: use extern __shared__\");",
               name);
}

const char *shared_declaration(struct source *source, const struct shared_name *shared)
{
    const char *name = shared->name;
    if (shared->dynamic)
        return "";
    return pool_format(&source->pool,
                       " struct simt_tell_%s { static void tell() { ::simt::declare(simt_site, "
                       "%ssimt_slot_%s); } }; (void)&::simt::told<simt_tell_%s>::done;",
                       name, shared->scope, name, name);
}

const char *shared_reference(struct source *source, const struct shared_name *shared,
                             const char *placed_name)
{
    const char *name = shared->name, *scope = shared->scope;
    if (shared->dynamic)
        return pool_format(&source->pool,
                           " %ssimt_type_%s &%s"
                           " = *static_cast<%ssimt_type_%s *>(::simt_shared_dynamic(\"%s\"));",
                           scope, name, placed_name, scope, name, name);
    return pool_format(&source->pool,
                       " %ssimt_type_%s &%s = ::simt::shared<%ssimt_type_%s>(&%ssimt_slot_%s);",
                       scope, name, placed_name, scope, name, scope, name);
}

static struct shared_name *add_name(struct source *source, struct shared_name **names,
                                    const char *text, const char *scope, bool dynamic)
{
    struct shared_name *name = pool_take(&source->pool, sizeof *name);
    *name = (struct shared_name){ text, scope, dynamic, *names };
    *names = name;
    return name;
}

/* One declarator: renames it to its type's name and notes what to add. */
static void rewrite_variable(struct source *source, struct specifiers *specifiers,
                             const struct declarator *declarator, bool in_body,
                             struct shared_name **names, struct text *out)
{
    const size_t token = declarator->name.from;
    if (declarator->name.to != token + 1 || declarator->is_function) {
        refuse(source, declarator->from,
               "this __shared__ declaration is not understood: write "
               "`__shared__ type name[size];`");
        return;
    }
    const char *name = token_text(source, token);
    const struct shared_name *added =
        add_name(source, names, name, in_body ? "" : source->scope, specifiers->is_extern);
    if (!specifiers->is_extern)
        write_slot(source, specifiers, token, out);
    if (in_body)
        text_print(out, "%s%s", shared_declaration(source, added),
                   shared_reference(source, added, moved_text(source, token, token + 1)));
    rename_token(source, token, "simt_type_");
}

static size_t end_of_statement(const struct source *source, size_t at)
{
    while (at < source->tokens.count && !is(source, at, ";") && !is(source, at, "}"))
        at = after_group(source, at);
    return at;
}

/* Reads all declarators from `at` to the `;` at end. */
static void rewrite_variables(struct source *source, struct specifiers *specifiers, size_t end,
                              bool in_body, struct shared_name **names)
{
    struct text out = { 0 };
    for (size_t at = specifiers->to; at <= end; at++) {
        const struct declarator declarator = read_declarator(source, at, end, specifiers);
        rewrite_variable(source, specifiers, &declarator, in_body, names, &out);
        at = end_of_argument(source, declarator.to, end);
        if (declarator.to != at)
            refuse(source, declarator.to,
                   "a __shared__ variable cannot be initialised where it is declared: let the "
                   "threads of the block store its first value");
    }
    add_after(source, end, "%s", text_string(&out));
    text_free(&out);
}

size_t rewrite_shared(struct source *source, size_t i, bool in_body, struct shared_name **names)
{
    const size_t start = declaration_start(source, i);
    const size_t end = end_of_statement(source, i);
    struct specifiers specifiers = read_specifiers(source, start, end);
    for (size_t at = start; at < end; at++)
        if (is(source, at, "__shared__"))
            source->edits[at].settled = true;
    if (!is(source, end, ";") || specifiers.to <= i) {
        refuse(source, i,
               "this __shared__ declaration is not understood: write "
               "`__shared__ type name[size];`");
        return end;
    }
    hide_storage_words(source, specifiers.from, specifiers.to);
    rewrite_variables(source, &specifiers, end, in_body, names);
    for (unsigned n = 0; n < specifiers.alignment_count; n++)
        take_out(source, specifiers.alignments[n].from, specifiers.alignments[n].to);
    add_before(source, start, "typedef ");
    return end;
}

void rewrite_shared_scope(struct source *source, const struct declaration *variables)
{
    for (size_t i = variables->from; i < variables->to; i++) {
        if (!is(source, i, "__shared__"))
            continue;
        if (variables->is_template)
            refuse(source, i, "a __shared__ variable template is not supported");
        else
            rewrite_shared(source, i, false, &source->shared);
        source->edits[i].settled = true;
        return;
    }
}
