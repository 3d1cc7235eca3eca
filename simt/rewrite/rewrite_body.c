/*
 * Function bodies: __shared__ variables and the lambdas that use them, and what
 * may not stand in device code.
 */
#include "passes.h"
#include "shared.h"
#include "words.h"

#include <string.h>

/* ---- lambdas ---------------------------------------------------------------- */

/* Whether the [ at i begins a lambda and no subscript or attribute. */
static bool is_lambda(const struct source *source, size_t i)
{
    if (!is(source, i, "[") || is(source, i + 1, "[") || i == 0)
        return false;
    const struct token *before = &source->tokens.list[i - 1];
    const bool operand = before->kind == TOKEN_NUMBER || before->kind == TOKEN_STRING ||
                         (before->kind == TOKEN_NAME && !is(source, i - 1, "return"));
    return !operand && !is(source, i - 1, ")") && !is(source, i - 1, "]") &&
           !is(source, i - 1, "[");
}

/* The { of the lambda that begins at i, or 0. */
static size_t lambda_body(const struct source *source, size_t i)
{
    for (i = after_group(source, i); i < source->tokens.count; i = after_group(source, i)) {
        if (is(source, i, "{"))
            return i;
        if (!is_name(source, i) && !is(source, i, "(") && !is(source, i, "->") &&
            !is(source, i, "::") && !is(source, i, "*") && !is(source, i, "&") &&
            !is(source, i, "<") && !is(source, i, ">"))
            return 0;
    }
    return 0;
}

static bool uses(const struct source *source, size_t from, size_t to, const char *name)
{
    for (size_t i = from; i < to; i++)
        if (is(source, i, name) && is_plain_use(source, i) && !is(source, i - 1, "::"))
            return true;
    return false;
}

static bool captures_all_by_reference(const struct source *source, size_t i)
{
    return is(source, i + 1, "&") && (is(source, i + 2, "]") || is(source, i + 2, ","));
}

/* On a GPU a shared variable needs no capture. Here it is a reference, which a
 * copying lambda would copy: so it is captured by reference, by name. */
static void capture_shared(struct source *source, size_t i, const struct shared_name *names)
{
    const size_t body = lambda_body(source, i);
    const size_t close = source->partner[i];
    if (!body || captures_all_by_reference(source, i))
        return;
    const char *comma = close > i + 1 ? ", " : "";
    for (; names; names = names->next) {
        if (!uses(source, body, source->partner[body], names->name) ||
            uses(source, i + 1, close, names->name))
            continue;
        add_before(source, close, "%s&%s", comma, names->name);
        comma = ", ";
    }
}

/* ---- variables of the namespace --------------------------------------------- */

static bool known(const struct shared_name *names, const char *name)
{
    for (; names; names = names->next)
        if (!strcmp(names->name, name))
            return true;
    return false;
}

static bool encloses(const char *scope, const char *inner)
{
    return !strncmp(scope, inner, strlen(scope));
}

/* The variable that the name means in the namespace that is being read: the
 * only one, or else the one of the innermost namespace around; NULL if that is
 * not clear. */
static const struct shared_name *find_shared(const struct source *source, const char *text)
{
    const struct shared_name *around = NULL, *any = NULL;
    bool several = false;
    for (const struct shared_name *name = source->shared; name; name = name->next) {
        if (strcmp(name->name, text) != 0 || (any && !strcmp(any->scope, name->scope)))
            continue;
        several |= any != NULL;
        any = name;
        if (encloses(name->scope, source->scope) &&
            (!around || strlen(around->scope) < strlen(name->scope)))
            around = name;
    }
    return several ? around : any;
}

/* `a::name` with the variable's own namespace: the function's head makes `name`
 * known without it. */
static void drop_qualifiers(struct source *source, const struct declaration *function,
                            const struct shared_name *name)
{
    for (size_t i = function->body; i < source->partner[function->body]; i++) {
        if (!is(source, i, name->name) || !is(source, i - 1, "::"))
            continue;
        size_t from = i - 1;
        while (is(source, from, "::") && is_name(source, from - 1))
            from -= is(source, from - 2, "::") ? 2 : 1;
        const char *qualifier = plain_text(source, from, i);
        const size_t longer = strlen(name->scope), bytes = strlen(qualifier);
        if (bytes <= longer && !strcmp(name->scope + longer - bytes, qualifier))
            hide(source, from, i);
    }
}

static bool in_scope(const struct source *source, size_t i, const char *name)
{
    return is(source, i, name) && i > 0 && !is(source, i - 1, ".") && !is(source, i - 1, "->");
}

static bool known_static(const struct shared_name *names)
{
    for (; names; names = names->next)
        if (!names->dynamic)
            return true;
    return false;
}

/* What a function that is no kernel calls itself: a kernel has its simt_site. */
static void add_site(struct source *source, const struct declaration *function,
                     const struct shared_name *names)
{
    if (!known_static(names) || function->is_kernel)
        return;
    size_t name = function->parameters ? function->parameters - 1 : function->head;
    if (is(source, name, ">"))
        name = template_list_start(source, name) - 1;
    add_after(source, function->body, " static const ::simt_function simt_site = { \"%s\" };",
              is_name(source, name) ? token_text(source, name) : "()");
}

/* The namespace's __shared__ variables that the body names. */
static struct shared_name *names_of_scope(struct source *source, const struct declaration *function,
                                          const struct shared_name *known_names)
{
    const size_t body = function->body, close = source->partner[body];
    const size_t parameters = function->parameters, end = source->partner[parameters];
    struct shared_name *found = NULL;
    for (const struct shared_name *name = source->shared; name; name = name->next) {
        size_t used = body;
        while (used < close && !in_scope(source, used, name->name))
            used++;
        if (used == close || known(known_names, name->name) || known(found, name->name) ||
            uses(source, parameters, end, name->name))
            continue;
        const struct shared_name *meant = find_shared(source, name->name);
        if (!meant) {
            refuse(source, used, "several namespaces have a __shared__ variable `%s`", name->name);
            return NULL;
        }
        struct shared_name *copy = pool_take(&source->pool, sizeof *copy);
        *copy = (struct shared_name){ meant->name, meant->scope, meant->dynamic, found };
        found = copy;
    }
    return found;
}

/* Gives the body references to the namespace's __shared__ variables that it
 * names, in a block of their own, so that its locals may hide them. */
static void open_scope(struct source *source, const struct declaration *function,
                       struct shared_name **names)
{
    struct shared_name *found = names_of_scope(source, function, *names), *next;
    if (!known_static(*names))
        add_site(source, function, found);
    if (!found)
        return;
    for (; found; found = next) {
        next = found->next;
        drop_qualifiers(source, function, found);
        add_after(source, function->body, "%s%s", shared_declaration(source, found),
                  shared_reference(source, found, found->name));
        found->next = *names;
        *names = found;
    }
    add_after(source, function->body, " {");
    add_before(source, source->partner[function->body], "} ");
}

/* ---- local structs ------------------------------------------------------------ */

/* The index of the { of a struct that is defined at i, or 0. */
static size_t local_class(const struct source *source, size_t i, size_t end)
{
    if ((!is(source, i, "struct") && !is(source, i, "class") && !is(source, i, "union")) ||
        is(source, i - 1, "enum"))
        return 0;
    return class_body(source, i, end);
}

/* Their member functions have shared variables of their own. */
static void rewrite_local_classes(struct source *source, const struct declaration *function)
{
    const size_t close = source->partner[function->body];
    for (size_t i = function->body; i < close; i++) {
        const size_t body = local_class(source, i, close);
        if (!body)
            continue;
        rewrite_class(source, body);
        i = source->partner[body];
    }
}

/* ---- all bodies -------------------------------------------------------------- */

static bool is_asm(const struct source *source, size_t i)
{
    return is(source, i, "asm") || is(source, i, "__asm__") || is(source, i, "__asm");
}

static bool is_launch(const struct source *source, size_t i)
{
    return is(source, i, "<") && is(source, i + 1, "<") && is(source, i + 2, "<") &&
           !is(source, i - 1, "operator");
}

/* `new (type)`, and no `new (place) type`. */
static bool is_type_in_parentheses(const struct source *source, size_t open)
{
    const size_t next = source->partner[open] + 1;
    return !is_name(source, next) && !is(source, next, "::") && !is(source, next, "(");
}

/* In device code new gives NULL when there is no memory; the host's throws. A
 * class with an operator new of its own keeps it, and so do those derived from it. */
static void rewrite_new(struct source *source, size_t i)
{
    const bool builtin = is_in(source, i + (is(source, i + 1, "(") ? 2 : 1), builtin_types);
    if ((source->has_own_new && !builtin) || is(source, i - 1, "operator"))
        return;
    if (!is(source, i + 1, "(") || is_type_in_parentheses(source, i + 1))
        add_after(source, i, " (::simt::heap)");
}

static void check_device_code(struct source *source, const struct declaration *function)
{
    for (size_t i = function->body; i < source->partner[function->body]; i++) {
        source->edits[i].device = true;
        if (is(source, i, "new") && !function->is_host)
            rewrite_new(source, i);
        if (is_asm(source, i) && is_plain_use(source, i))
            refuse(source, i, "inline PTX (asm) is not supported: use CUDA's intrinsic function");
        if (is_launch(source, i) && !function->is_host)
            refuse(source, i,
                   "a launch inside device code (dynamic parallelism) is not supported: "
                   "launch from the host");
    }
}

/* A function may declare a kernel that is defined elsewhere. */
static void settle_declarations(struct source *source, const struct declaration *function)
{
    for (size_t i = function->body; i < source->partner[function->body]; i++) {
        if (!is(source, i, "__global__"))
            continue;
        size_t end = i;
        while (!is(source, end, ";") && !is(source, end, "{") && !is(source, end, "}"))
            end++;
        source->edits[i].settled = is(source, end, ";");
    }
}

static void rewrite_local_shared(struct source *source, const struct declaration *function,
                                 struct shared_name **names)
{
    const bool device = function->is_kernel || function->is_device;
    const size_t close = source->partner[function->body];
    for (size_t i = function->body; i < close; i++) {
        if (local_class(source, i, close))
            i = source->partner[local_class(source, i, close)];
        if (!is(source, i, "__shared__") || source->edits[i].settled)
            continue;
        if (!device) {
            refuse(source, i, "a __shared__ variable cannot be declared in host code");
            source->edits[i].settled = true;
            continue;
        }
        i = rewrite_shared(source, i, true, names);
    }
}

void rewrite_body(struct source *source, const struct declaration *function)
{
    struct shared_name *names = NULL;
    const bool device = function->is_kernel || function->is_device;
    if (device)
        check_device_code(source, function);
    settle_declarations(source, function);
    rewrite_local_classes(source, function);
    rewrite_local_shared(source, function, &names);
    if (!device)
        return;
    add_site(source, function, names);
    open_scope(source, function, &names);
    const size_t close = source->partner[function->body];
    for (size_t i = function->body; names && i < close; i++) {
        if (local_class(source, i, close))
            i = source->partner[local_class(source, i, close)];
        else if (is_lambda(source, i))
            capture_shared(source, i, names);
    }
}
