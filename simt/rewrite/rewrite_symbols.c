/*
 * __device__ float total = 0, table[4];
 * becomes
 * static float total = 0, table[4]; and for each of them
 * static const ::simt::symbol simt_symbol_total("total", &total, bytes, space, file, line);
 */
#include "passes.h"

static const char *space_of(const struct declaration *variables)
{
    if (variables->is_managed)
        return "SIMT_SYMBOL_MANAGED";
    return variables->is_constant ? "SIMT_SYMBOL_CONSTANT" : "SIMT_SYMBOL_DEVICE";
}

static void register_variable(struct source *source, const struct declaration *variables,
                              const struct range *name, struct text *out)
{
    const size_t last = name->to - 1;
    const char *full = plain_text(source, name->from, name->to);
    text_print(out,
               " static const ::simt::symbol simt_symbol_%s(\"%s\", __builtin_addressof(%s),"
               " sizeof(%s), ::%s, %s, %u);",
               token_text(source, last), token_text(source, last), full, full, space_of(variables),
               file_literal(source, last), line_of(source, last));
}

/* As nvcc without -rdc=true does: the variable belongs to this file, so that
 * two files may each have one of the same name. */
static void keep_in_file(struct source *source, const struct declaration *variables,
                         const struct specifiers *specifiers, const struct range *name)
{
    bool other_linkage =
        specifiers->is_static || source->options->relocatable || name->to != name->from + 1;
    for (size_t i = specifiers->from; i < specifiers->to; i++)
        other_linkage |= is(source, i, "inline") || is(source, i, "thread_local");
    if (!other_linkage)
        add_before(source, variables->head, "static ");
}

/* `extern "C" __device__ int x;` without braces declares x and defines nothing.
 * nvcc takes it for a definition, which the host's side then lacks. With
 * -rdc=true it is one if it has a value. Returns whether it is one. */
static bool settle_linkage(struct source *source, const struct declaration *variables)
{
    const size_t end = variables->to - 1;
    if (!is(source, variables->from, "extern") || variables->head == variables->from)
        return true;
    if (!source->options->relocatable) {
        refuse(source, variables->head,
               "extern \"C\" alone only declares a device variable, and nothing defines it: "
               "write extern \"C\" { ... } around it");
        return false;
    }
    for (size_t i = variables->head; i < end; i = after_group(source, i))
        if (is(source, i, "=") || is(source, i, "{")) {
            add_before(source, variables->head, "{ ");
            add_after(source, end, " }");
            return true;
        }
    return false;
}

/* The declarators of one declaration, from `at` to its `;`. */
static void rewrite_declarators(struct source *source, const struct declaration *variables,
                                struct specifiers *specifiers)
{
    const size_t end = variables->to - 1;
    struct text out = { 0 };
    for (size_t at = specifiers->to; at < end; at++) {
        const struct declarator declarator = read_declarator(source, at, end, NULL);
        if (declarator.is_function || declarator.name.from == declarator.name.to)
            break;
        if (at == specifiers->to)
            keep_in_file(source, variables, specifiers, &declarator.name);
        register_variable(source, variables, &declarator.name, &out);
        at = end_of_argument(source, declarator.to, end);
    }
    add_after(source, end, "%s", text_string(&out));
    text_free(&out);
}

void rewrite_symbols(struct source *source, const struct declaration *variables)
{
    const size_t end = variables->to - 1;
    if (!is(source, end, ";") || is(source, variables->head, "using") ||
        is(source, variables->head, "typedef") || is(source, variables->head, "template"))
        return;
    struct specifiers specifiers = read_specifiers(source, variables->head, end);
    const struct declarator first = read_declarator(source, specifiers.to, end, NULL);
    if (first.is_function || first.name.from == first.name.to || specifiers.is_extern)
        return;
    if (variables->is_template) {
        refuse(source, first.name.from, "a template of __device__ variables is not supported");
        return;
    }
    if (settle_linkage(source, variables))
        rewrite_declarators(source, variables, &specifiers);
}
