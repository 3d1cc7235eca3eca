#include "functions.h"

#include "words.h"

#include <ctype.h>
#include <string.h>

/* The declaration of one parameter in [from, to). */
static enum passing passing_of(const struct source *source, size_t from, size_t to)
{
    bool other_type = false, pack = false;
    for (size_t i = from; i < to && !is(source, i, "="); i++) {
        if (is(source, i, "<") && after_template_list(source, i) > i) {
            i = after_template_list(source, i) - 1;
            other_type = true;
            continue;
        }
        if (is(source, i, "&") || is(source, i, "&&"))
            return PASSED_REFERENCE;
        if (is(source, i, "*") || is(source, i, "[") || is(source, i, "("))
            return PASSED_PLAIN;
        pack |= is(source, i, "...");
        other_type |=
            is(source, i, "auto") || (is_name(source, i) && !is_in(source, i, builtin_types) &&
                                      !is_in(source, i, qualifier_words) && i + 1 < to &&
                                      (is_name(source, i + 1) || is(source, i + 1, "...")));
    }
    if (!other_type && from + 1 == to && is_name(source, from))
        other_type = !is_in(source, from, builtin_types); /* without a name */
    return pack ? PASSED_PACK : other_type ? PASSED_BY_VALUE : PASSED_PLAIN;
}

void add_function(struct source *source, const char *name, size_t parameters)
{
    struct function *function = pool_take(&source->pool, sizeof *function);
    const size_t close = source->partner[parameters];
    function->name = name;
    for (size_t at = parameters + 1; at < close && function->count < MAX_FUNCTION_PARAMETERS;) {
        const size_t to = end_of_argument(source, at, close);
        function->passing[function->count++] = passing_of(source, at, to);
        at = to + 1;
    }
    function->next = source->functions;
    source->functions = function;
}

void note_function(struct source *source, const struct declaration *declaration)
{
    size_t name = declaration->parameters;
    if (name < 2 || declaration->is_kernel)
        return;
    name--;
    if (is(source, name, ">"))
        name = template_list_start(source, name) - 1;
    if (is_name(source, name))
        add_function(source, token_text(source, name), declaration->parameters);
    else if (is(source, name, ")") && is(source, name - 1, "(") && is(source, name - 2, "operator"))
        add_function(source, "()", declaration->parameters);
    else if (is(source, name - 1, "operator"))
        add_function(source, token_text(source, name), declaration->parameters);
}

/* `name = [...](parameters)`, `(*name)(parameters)` */
void note_local_functions(struct source *source, size_t from, size_t to)
{
    for (size_t i = from + 2; i < to; i++) {
        if (is(source, i, "[") && is(source, i - 1, "=") && is_name(source, i - 2) &&
            is(source, after_group(source, i), "("))
            add_function(source, token_text(source, i - 2), after_group(source, i));
        if (is(source, i, ")") && is_name(source, i - 1) && is(source, i - 2, "*") &&
            is(source, i + 1, "("))
            add_function(source, token_text(source, i - 1), i + 1);
    }
}

static enum passing passing_at(const struct function *function, size_t k)
{
    for (size_t i = 0; i < function->count && i <= k; i++)
        if (i == k || function->passing[i] == PASSED_PACK)
            return function->passing[i];
    return PASSED_PLAIN;
}

/* Arguments may be left out, but not those of an operator: with one it is
 * unary, or a member. */
static bool may_take(const struct function *function, size_t count)
{
    const char first = function->name[0];
    const bool is_operator = ispunct((unsigned char)first) && first != '_' && first != '(';
    if (is_operator)
        return count == function->count;
    if (count <= function->count)
        return true;
    return function->count > 0 && function->passing[function->count - 1] == PASSED_PACK;
}

bool takes_by_value(const struct source *source, const char *name, size_t k, size_t count)
{
    bool found = false;
    for (const struct function *f = source->functions; f; f = f->next) {
        if (strcmp(f->name, name) != 0 || !may_take(f, count))
            continue;
        const enum passing passing = passing_at(f, k);
        if (passing == PASSED_REFERENCE)
            return false;
        found |= passing == PASSED_BY_VALUE || passing == PASSED_PACK;
    }
    return found;
}

bool is_known_function(const struct source *source, const char *name)
{
    for (const struct function *f = source->functions; f; f = f->next)
        if (!strcmp(f->name, name))
            return true;
    return false;
}
