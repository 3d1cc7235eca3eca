/*
 * void *chosen = (void *)kernel<float>;
 * becomes
 * void *chosen = ::simt::handle(kernel<float>);
 * The runtime API's own calls take kernels as they are: see drop_casts.
 */
#include "passes.h"

#include <string.h>

struct kernel_name {
    const char *name;
    const struct kernel_name *next;
};

static bool is_kernel_name(const struct source *source, size_t i)
{
    if (!is_name(source, i))
        return false;
    for (const struct kernel_name *kernel = source->kernels; kernel; kernel = kernel->next)
        if (is(source, i, kernel->name))
            return true;
    return false;
}

static void add_name(struct source *source, size_t i)
{
    struct kernel_name *kernel = pool_take(&source->pool, sizeof *kernel);
    *kernel = (struct kernel_name){ token_text(source, i), source->kernels };
    source->kernels = kernel;
}

void note_kernel(struct source *source, const struct declaration *kernel)
{
    size_t name = kernel->parameters;
    if (name-- == 0)
        return;
    if (is(source, name, ">"))
        name = template_list_start(source, name) - 1;
    if (is_name(source, name))
        add_name(source, name);
}

/* The end of `&n::kernel<...>` that starts at i, or i if it names no kernel. */
static size_t after_kernel(const struct source *source, size_t i)
{
    size_t at = is(source, i, "&") ? i + 1 : i;
    if (is(source, at, "::"))
        at++;
    while (is_name(source, at) && is(source, at + 1, "::"))
        at += 2;
    if (!is_kernel_name(source, at))
        return i;
    at = is(source, at + 1, "<") ? after_template_list(source, at + 1) : at + 1;
    return is(source, at, "(") ? i : at;
}

/* Pointers to kernels are handled like kernels: `void (*chosen)(float *)`. */
static void note_pointers(struct source *source)
{
    for (size_t i = 4; i < source->tokens.count; i++)
        if (is(source, i, ")") && is_name(source, i - 1) && is(source, i - 2, "*") &&
            is(source, i - 3, "(") && is(source, i - 4, "void") && is(source, i + 1, "("))
            add_name(source, i - 1);
}

static void rewrite_handle(struct source *source, size_t i)
{
    const size_t cast = after_void_cast(source, i);
    if (cast == i || source->edits[i].hidden)
        return;
    const bool grouped = is(source, cast, "(");
    const size_t from = cast + grouped, to = after_kernel(source, from);
    if (to == from || (grouped && !is(source, to, ")")))
        return;
    hide(source, i, cast);
    add_before(source, cast, "::simt::handle%s", grouped ? "" : "(");
    if (!grouped)
        add_after(source, to - 1, ")");
}

void rewrite_handles(struct source *source)
{
    if (!source->kernels)
        return;
    note_pointers(source);
    for (size_t i = 0; i < source->tokens.count; i++)
        rewrite_handle(source, i);
}
