/*
 * Host functions that device code calls: nvcc refuses them, here they would run
 * in silence. The rewriter goes by names, so it only speaks up where a name
 * can mean nothing else: a plain call, in a function that is neither a template
 * nor a member, of a function that is defined in this text without __device__,
 * and all of whose namesakes are such functions. It warns and goes on, because
 * code that nvcc sees only for the host, by __CUDA_ARCH__, cannot be told.
 */
#include "passes.h"

#include <string.h>

struct named_function {
    const char *name;
    bool is_host, is_device; /* defined for the host only; perhaps of use in device code */
    struct named_function *next;
};

struct caller {
    struct declaration function;
    struct caller *next;
};

static struct named_function *function_of(struct source *source, const char *name)
{
    struct named_function *function = source->named_functions;
    while (function && strcmp(function->name, name) != 0)
        function = function->next;
    return function;
}

/* The bytes of the folder's name before the file's, with the last slash. */
static size_t folder_bytes(const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash ? (size_t)(slash - name) + 1 : 0;
}

/* Where simt's own headers are, which name no __device__: beside cuda_runtime.h. */
static const char *own_folder(const struct source *source)
{
    for (size_t i = 0; i < source->tokens.file_count; i++) {
        const char *name = source->tokens.files[i].name;
        if (!strcmp(name + folder_bytes(name), "cuda_runtime.h"))
            return name;
    }
    return "";
}

static bool is_readers(const struct source *source, size_t i)
{
    const struct source_file *file = &source->tokens.files[source->tokens.list[i].file];
    const char *own = own_folder(source);
    const size_t bytes = folder_bytes(own);
    return !file->system && (bytes == 0 || strncmp(file->name, own, bytes) != 0);
}

static bool has_word(const struct source *source, size_t from, size_t to, const char *word)
{
    for (size_t i = from; i < to; i++)
        if (is(source, i, word))
            return true;
    return false;
}

static bool is_host_only(const struct source *source, const struct declaration *found,
                         bool in_class)
{
    return found->kind == DECLARATION_FUNCTION && !in_class && !found->is_template &&
           !found->is_friend && !found->is_kernel && !found->is_device &&
           is_readers(source, found->head) && !is(source, found->parameters - 2, "::") &&
           !has_word(source, found->from, found->parameters, "constexpr") &&
           !has_word(source, found->from, found->parameters, "consteval");
}

static bool may_run_on_device(const struct declaration *found, bool in_class)
{
    return in_class || found->is_template || found->is_kernel || found->is_device ||
           found->is_friend;
}

void note_for_host_calls(struct source *source, const struct declaration *found, bool in_class)
{
    const size_t name = found->parameters ? found->parameters - 1 : 0;
    if (name < 1 || !is_name(source, name))
        return;
    struct named_function *function = function_of(source, token_text(source, name));
    if (!function) {
        function = pool_take(&source->pool, sizeof *function);
        *function = (struct named_function){ token_text(source, name), false, false,
                                             source->named_functions };
        source->named_functions = function;
    }
    if (is_host_only(source, found, in_class))
        function->is_host = true;
    else if (may_run_on_device(found, in_class) || !is_readers(source, name) ||
             found->kind == DECLARATION_FUNCTION)
        function->is_device = true;
    if (found->kind != DECLARATION_FUNCTION || in_class || found->is_template || found->is_host ||
        (!found->is_kernel && !found->is_device))
        return;
    struct caller *caller = pool_take(&source->pool, sizeof *caller);
    *caller = (struct caller){ *found, source->callers };
    source->callers = caller;
}

/* `name(` where no type can stand before: `T name(1)` and `T *name(1)` are variables. */
static bool is_call(const struct source *source, size_t i)
{
    const struct token *before = &source->tokens.list[i - 1];
    if (!is_plain_use(source, i) || !is(source, i + 1, "(") || is(source, i - 1, ">") ||
        is(source, i - 1, "~"))
        return false;
    if (is(source, i - 1, "*") || is(source, i - 1, "&") || is(source, i - 1, "&&"))
        return source->tokens.list[i - 2].kind == TOKEN_NUMBER || is(source, i - 2, ")");
    return before->kind != TOKEN_NAME || is(source, i - 1, "return") || is(source, i - 1, "else");
}

/* All uses of the name in the function are calls of this kind: no local variable has it. */
static bool only_called(const struct source *source, const struct declaration *function,
                        const char *name)
{
    for (size_t i = function->parameters; i < source->partner[function->body]; i++)
        if (is(source, i, name) && is_plain_use(source, i) && !is_call(source, i))
            return false;
    return true;
}

static bool is_unevaluated(const struct source *source, size_t i)
{
    return is(source, i, "decltype") || is(source, i, "sizeof") || is(source, i, "noexcept") ||
           is(source, i, "alignof") || is(source, i, "typeid") || is(source, i, "__typeof__");
}

static void look_for_calls(struct source *source, const struct declaration *caller,
                           const char *name)
{
    for (size_t i = caller->body; i < source->partner[caller->body]; i++) {
        if (is_unevaluated(source, i) && is(source, i + 1, "("))
            i = source->partner[i + 1];
        else if (is(source, i, name) && is_call(source, i))
            warn(source, i,
                 "device code calls `%s`, which is a host function: nvcc refuses this, unless "
                 "__device__ stands before the function",
                 name);
    }
}

void warn_of_host_calls(struct source *source)
{
    for (const struct named_function *f = source->named_functions; f; f = f->next)
        for (const struct caller *caller = source->callers; caller; caller = caller->next)
            if (f->is_host && !f->is_device && only_called(source, &caller->function, f->name))
                look_for_calls(source, &caller->function, f->name);
}
