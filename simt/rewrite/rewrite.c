#include "rewrite.h"

#include "functions.h"
#include "passes.h"
#include "sharing.h"

/* A device function whose body is looked at again. */
struct device_body {
    struct declaration function;
    struct device_body *next;
};

static void each_declaration(struct source *source, size_t from, size_t end, bool in_class);

void rewrite_class(struct source *source, size_t body)
{
    each_declaration(source, body + 1, source->partner[body], true);
}

/* Goes into `namespace a::b {` or `extern "C" {`. */
static void enter_scope(struct source *source, const struct declaration *found)
{
    const char *outer = source->scope;
    bool named = false;
    for (size_t i = found->from; i < found->body; i++) {
        named |= is(source, i, "namespace");
        if (named && is_name(source, i) && !is(source, i, "namespace") && !is(source, i, "inline"))
            source->scope =
                pool_format(&source->pool, "%s%s::", source->scope, token_text(source, i));
    }
    each_declaration(source, found->body + 1, source->partner[found->body], false);
    source->scope = outer;
}

static void keep_function(struct source *source, const struct declaration *found)
{
    note_function(source, found);
    if (found->kind != DECLARATION_FUNCTION)
        return;
    note_local_functions(source, found->parameters, source->partner[found->body]);
    if (!found->is_kernel && !found->is_device)
        return;
    struct device_body *body = pool_take(&source->pool, sizeof *body);
    *body = (struct device_body){ *found, source->bodies };
    source->bodies = body;
}

/* A class's `operator new` in a file that is not the system's. */
static void note_own_new(struct source *source, const struct declaration *found)
{
    if (source->tokens.files[source->tokens.list[found->head].file].system || !found->parameters)
        return;
    for (size_t i = found->from; i < found->parameters; i++)
        source->has_own_new |= is(source, i, "operator") && is(source, i + 1, "new");
}

static void on_declaration(struct source *source, const struct declaration *found, bool in_class)
{
    if (found->is_kernel && in_class && !found->is_friend)
        refuse(source, found->head, "a __global__ function cannot be a member of a class");
    if (in_class)
        note_own_new(source, found);
    note_for_host_calls(source, found, in_class);
    if (found->is_kernel && found->kind == DECLARATION_FUNCTION)
        rewrite_kernel(source, found);
    if (found->kind == DECLARATION_FUNCTION)
        rewrite_body(source, found);
    if (source->options->values)
        keep_function(source, found);
    if (found->kind == DECLARATION_SCOPE)
        enter_scope(source, found);
    if (found->kind != DECLARATION_PLAIN || in_class)
        return;
    if (found->is_shared)
        rewrite_shared_scope(source, found);
    else if (found->is_device || found->is_constant || found->is_managed)
        rewrite_symbols(source, found);
}

static void settle_kernel_words(struct source *source, const struct declaration *found)
{
    const size_t end = found->body ? found->body : found->to;
    for (size_t i = found->from; i < end; i++)
        if (is(source, i, "__global__"))
            source->edits[i].settled = true;
}

static void each_declaration(struct source *source, size_t from, size_t end, bool in_class)
{
    while (from < end) {
        const struct declaration found = read_declaration(source, from, end, rewrite_class);
        if (found.is_kernel) {
            settle_kernel_words(source, &found);
            note_kernel(source, &found);
        }
        on_declaration(source, &found, in_class);
        from = found.to;
    }
}

/* Walks namespaces and classes. */
static void rewrite_scope(struct source *source)
{
    source->scope = "::";
    each_declaration(source, 0, source->tokens.count, false);
}

int rewrite(const char *text, size_t bytes, const char *name, const struct rewrite_options *options,
            FILE *errors, struct text *out)
{
    struct source source;
    source_open(&source, text, bytes, name, options, errors);
    hide_words(&source);
    find_sharing(&source);
    rewrite_scope(&source);
    for (const struct device_body *body = source.bodies; body; body = body->next)
        rewrite_values(&source, &body->function);
    drop_casts(&source);
    rewrite_handles(&source);
    rewrite_launches(&source);
    refuse_rest(&source);
    warn_of_host_calls(&source);
    const bool refused = source.error_count > 0;
    const bool exceptions = options->no_exceptions && source.used_exceptions;
    if (!refused && !exceptions)
        source_write(&source, out);
    source_close(&source);
    return refused ? 1 : exceptions ? 3 : 0;
}
