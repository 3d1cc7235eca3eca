/*
 * By names: the rewriter does not know which overload or instance is called.
 * A function is looked at only if it holds shared variables or calls, directly
 * or by others, one that does; these are few.
 */
#include "sharing.h"

#include <string.h>

struct sharer {
    const char *name;
    size_t body; /* its { */
    bool shares; /* it, or what it calls */
    bool holds;  /* it does itself */
    bool is_kernel, visited;
    struct sharer *next;
};

static void look_at_declarations(struct source *source, size_t from, size_t end);

static void look_at_class(struct source *source, size_t body)
{
    look_at_declarations(source, body + 1, source->partner[body]);
}

/* `__shared__` without `extern`, in a body or, by its name, in a namespace. */
static bool holds_shared(const struct source *source, size_t body)
{
    bool is_extern = false;
    for (size_t i = body; i < source->partner[body]; i++) {
        if (is(source, i, ";") || is(source, i, "{") || is(source, i, "}"))
            is_extern = false;
        is_extern |= is(source, i, "extern");
        if (is(source, i, "__shared__") && !is_extern && !is(source, i + 1, "extern"))
            return true;
    }
    return false;
}

static void note_sharer(struct source *source, const struct declaration *function)
{
    size_t name = function->parameters;
    if (name == 0)
        return;
    name--;
    if (is(source, name, ">"))
        name = template_list_start(source, name) - 1;
    if (!is_name(source, name))
        return;
    struct sharer *sharer = pool_take(&source->pool, sizeof *sharer);
    *sharer = (struct sharer){ .name = token_text(source, name),
                               .body = function->body,
                               .holds = holds_shared(source, function->body),
                               .is_kernel = function->is_kernel,
                               .next = source->sharers };
    sharer->shares = sharer->holds;
    source->sharers = sharer;
}

static void look_at_declarations(struct source *source, size_t from, size_t end)
{
    while (from < end) {
        const struct declaration found = read_declaration(source, from, end, look_at_class);
        if (found.kind == DECLARATION_SCOPE)
            look_at_declarations(source, found.body + 1, source->partner[found.body]);
        if (found.kind == DECLARATION_FUNCTION && (found.is_device || found.is_kernel))
            note_sharer(source, &found);
        from = found.to;
    }
}

/* The body names a function that shares, other than a kernel. */
static bool calls_sharer(const struct source *source, const struct sharer *caller)
{
    for (const struct sharer *s = source->sharers; s; s = s->next) {
        if (!s->shares || s->is_kernel || s == caller)
            continue;
        for (size_t i = caller->body; i < source->partner[caller->body]; i++)
            if (is(source, i, s->name))
                return true;
    }
    return false;
}

void find_sharing(struct source *source)
{
    look_at_declarations(source, 0, source->tokens.count);
    for (bool changed = true; changed;) {
        changed = false;
        for (struct sharer *s = source->sharers; s; s = s->next) {
            if (s->shares || !calls_sharer(source, s))
                continue;
            s->shares = changed = true;
        }
    }
}

/* Another function of the name has been visited. */
static bool is_listed(const struct source *source, const struct sharer *sharer)
{
    for (const struct sharer *s = source->sharers; s; s = s->next)
        if (s != sharer && s->visited && s->holds && !strcmp(s->name, sharer->name))
            return true;
    return false;
}

/* Adds the functions that the body names, and what they call. */
static void visit(struct source *source, size_t body, struct text *names)
{
    for (struct sharer *s = source->sharers; s; s = s->next) {
        if (!s->shares || s->is_kernel || s->visited)
            continue;
        size_t i = body;
        while (i < source->partner[body] && !is(source, i, s->name))
            i++;
        if (i == source->partner[body])
            continue;
        s->visited = true;
        if (s->holds && !is_listed(source, s))
            text_print(names, "%s%s", names->bytes ? " " : "", s->name);
        visit(source, s->body, names);
    }
}

const char *shared_calls(struct source *source, const struct declaration *kernel)
{
    struct text names = { 0 };
    for (struct sharer *s = source->sharers; s; s = s->next)
        s->visited = false;
    visit(source, kernel->body, &names);
    const char *copy = pool_copy(&source->pool, text_string(&names), names.bytes);
    text_free(&names);
    return copy;
}
