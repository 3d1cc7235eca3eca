/*
 * combine(table[i], 1)      becomes  combine(::simt::value(table[i]), 1)
 * table[i] = combine(a, b)  becomes  table[i] = ::simt::value(combine(a, b))
 *
 * In instrumented code only. gcc hands a struct from memory to a function, and
 * stores one that a function returns, in the call itself, which instrumentation
 * does not see. value() makes of each a copy by itself.
 */
#include "functions.h"
#include "passes.h"
#include "shared.h"
#include "words.h"

#include <string.h>

static const char *const no_functions[] = { "alignof",  "decltype",      "typeid",  "static_assert",
                                            "noexcept", "__attribute__", "alignas", "operator",
                                            "typeof",   "__typeof__",    "catch",   "sizeof",
                                            "if",       "while",         "for",     "switch",
                                            NULL };

/* ---- what lies in memory ------------------------------------------------------ */

static bool is_shared_name(const struct source *source, size_t i)
{
    for (const struct shared_name *name = source->shared; name; name = name->next)
        if (is(source, i, name->name))
            return true;
    return false;
}

/* Where a declaration gives the name at i: `T name`, `T<U> &name`. A product
 * `a & b` is taken for one, which only costs a copy. */
static bool is_declared_at(const struct source *source, size_t i, bool reference)
{
    if (i > 1 && is(source, i - 1, "&"))
        return is_name(source, i - 2) || is(source, i - 2, ">") || is(source, i - 2, ",");
    return !reference && i > 0 &&
           ((is_name(source, i - 1) && !is_in(source, i - 1, statement_words) &&
             !is_in(source, i - 1, qualifier_words) && !is_in(source, i - 1, vanishing_words)) ||
            is(source, i - 1, ">"));
}

struct body {
    struct source *source;
    size_t from, to; /* tokens, parameters included */
};

static bool is_declared(const struct body *body, size_t i, bool reference)
{
    const char *name = token_text(body->source, i);
    for (size_t at = body->from; at < body->to; at++)
        if (is(body->source, at, name) && is_declared_at(body->source, at, reference))
            return true;
    return false;
}

/* `__shared__ T a, name[N];` in this body. */
static bool is_local_shared(const struct body *body, size_t i)
{
    const char *name = token_text(body->source, i);
    for (size_t at = body->from; at < body->to; at++)
        for (; is(body->source, at, "__shared__"); at++)
            for (at++; at < body->to && !is(body->source, at, ";");
                 at = after_group(body->source, at))
                if (is(body->source, at, name) &&
                    (is(body->source, at + 1, "[") || is(body->source, at + 1, ";") ||
                     is(body->source, at + 1, ",")))
                    return true;
    return false;
}

/* Whether the expression [from, to) names an object in memory. */
static bool is_in_memory(const struct body *body, size_t from, size_t to)
{
    const struct source *source = body->source;
    while (is(source, from, "(") && source->partner[from] == to - 1) {
        from++;
        to--;
    }
    if (from >= to || is(source, from, "{") || is(source, from, "["))
        return false;
    if (from + 1 == to)
        return is_name(source, from) && !is_known_function(source, token_text(source, from)) &&
               (is_shared_name(source, from) || is_local_shared(body, from) ||
                is_declared(body, from, true));
    if (is(source, to - 1, "]") || is(source, from, "*"))
        return true;
    return is_name(source, to - 1) && (is(source, to - 2, ".") || is(source, to - 2, "->"));
}

static void wrap(struct source *source, size_t from, size_t to)
{
    add_before(source, from, "::simt::value(");
    add_after(source, to - 1, ")");
}

/* ---- arguments ------------------------------------------------------------------ */

static size_t count_arguments(const struct source *source, size_t open)
{
    const size_t close = source->partner[open];
    size_t count = 0;
    for (size_t at = open + 1; at < close; at = end_of_argument(source, at, close) + 1)
        count++;
    return count;
}

/* Whether the name at i, with a ( at `open`, is called, and not declared. */
static bool is_called(const struct source *source, size_t i, size_t open)
{
    if (is_in(source, i, no_functions) || is_in(source, i, builtin_types) || !is(source, open, "("))
        return false;
    return i == 0 || !is_name(source, i - 1) || is_in(source, i - 1, statement_words);
}

/* What a call by this name is looked up as: itself, or the operator() of an
 * object that is declared here; NULL for what only headers know. */
static const char *callee_name(const struct body *body, size_t i)
{
    const struct source *source = body->source;
    const char *name = token_text(source, i);
    if (is_known_function(source, name))
        return name;
    return is_plain_use(source, i) && !is_declared_at(source, i, false) &&
                   is_declared(body, i, false)
               ? "()"
               : NULL;
}

/* The arguments between the ( at `open` and its ). */
static void rewrite_arguments(const struct body *body, const char *name, size_t open)
{
    struct source *source = body->source;
    const size_t close = source->partner[open], count = count_arguments(source, open);
    size_t k = 0;
    for (size_t at = open + 1; at < close; k++) {
        const size_t to = end_of_argument(source, at, close);
        if (takes_by_value(source, name, k, count) && is_in_memory(body, at, to))
            wrap(source, at, to);
        at = to + 1;
    }
}

static void rewrite_call(const struct body *body, size_t i)
{
    const struct source *source = body->source;
    const size_t open = is(source, i + 1, "<") ? after_template_list(source, i + 1) : i + 1;
    if (!is_called(source, i, open) ||
        (is(source, open + 1, "*") && is(source, after_group(source, open), "(")))
        return; /* or a pointer to functions, `T (*name)(T)` */
    const char *name = callee_name(body, i);
    if (name)
        rewrite_arguments(body, name, open);
}

/* `(*name)(...)`, `type()(...)`: the ( at i calls what a ) ends. */
static void rewrite_call_of_group(const struct body *body, size_t i)
{
    const struct source *source = body->source;
    const size_t before = source->partner[i - 1];
    if (before == 0 || (is_name(source, before - 1) && is(source, before + 1, "*")) ||
        is_in(source, before - 1, no_functions))
        return; /* `T (*name)(T)`, `if (...) (...)` */
    const bool pointer = is(source, before + 1, "*") && before + 3 == i - 1;
    rewrite_arguments(body, pointer ? token_text(source, before + 2) : "()", i);
}

/* ---- operands ------------------------------------------------------------------- */

/* The end of the operand that begins at i: *name<...>(...)[...].name->name */
static size_t operand_end(const struct source *source, size_t i, size_t to)
{
    while (is(source, i, "*"))
        i++;
    if (!is_name(source, i) && !is(source, i, "(") && !is(source, i, "::"))
        return i;
    for (i = after_group(source, i); i < to; i = after_group(source, i)) {
        if (is(source, i, ".") || is(source, i, "->") || is(source, i, "::"))
            i++;
        else if (!is(source, i, "(") && !is(source, i, "["))
            break;
    }
    return i;
}

/* The operator at i may be one of the user's, which takes structs by value. */
static void rewrite_operands(const struct body *body, size_t i)
{
    struct source *source = body->source;
    const char *name = token_text(source, i);
    if (!is_known_function(source, name) || is(source, i - 1, "operator"))
        return;
    const bool binary = is(source, i - 1, "]") || is(source, i - 1, ")") || is_name(source, i - 1);
    if (!binary || is_in(source, i - 1, statement_words))
        return;
    const size_t left = postfix_start(source, i - 1), end = operand_end(source, i + 1, body->to);
    if (takes_by_value(source, name, 0, 2) && is_in_memory(body, left, i))
        wrap(source, left, i);
    if ((takes_by_value(source, name, 1, 2) || takes_by_value(source, name, 0, 1)) &&
        is_in_memory(body, i + 1, end))
        wrap(source, i + 1, end);
}

/* ---- results --------------------------------------------------------------------- */

static size_t statement_start(const struct source *source, size_t i)
{
    while (i > 0) {
        const size_t before = i - 1;
        if (is(source, before, ";") || is(source, before, "{") || is(source, before, "}") ||
            is(source, before, "=") || is(source, before, "(") || is(source, before, ",") ||
            is_in(source, before, statement_words))
            break;
        const bool closes = is(source, before, ")") || is(source, before, "]");
        i = closes ? source->partner[before] : before;
        if (is(source, before, ")") && i > 0 && is_in(source, i - 1, no_functions))
            return before + 1; /* if (...) here */
    }
    return i;
}

static bool holds_call(const struct source *source, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        if (source->tokens.list[i].kind == TOKEN_PUNCTUATION &&
            is_known_function(source, token_text(source, i)))
            return true;
        if (!is_name(source, i) || is_in(source, i, no_functions))
            continue;
        const size_t open = is(source, i + 1, "<") ? after_template_list(source, i + 1) : i + 1;
        if (is(source, open, "("))
            return true;
    }
    return false;
}

/* The = at i stores into memory what a function returns. */
static void rewrite_result(const struct body *body, size_t i)
{
    struct source *source = body->source;
    const size_t start = statement_start(source, i);
    size_t end = i + 1;
    while (end < body->to && !is(source, end, ";") && !is(source, end, ",") &&
           !is(source, end, "=") && !is(source, end, ")") && !is(source, end, "}"))
        end = after_group(source, end);
    if (!is(source, end, ";") || is(source, i + 1, "{") || is(source, i + 1, "[") ||
        is(source, i + 1, "new") || !holds_call(source, i + 1, end))
        return;
    if (start + 1 < i && is_name(source, start) && is_name(source, start + 1))
        return; /* a declaration */
    if (is_in_memory(body, start, i))
        wrap(source, i + 1, end);
}

void rewrite_values(struct source *source, const struct declaration *function)
{
    const struct body body = { source, function->parameters ? function->parameters : function->body,
                               source->partner[function->body] };
    for (size_t i = function->body; i < body.to; i++) {
        if (source->edits[i].valued) /* by a member of a local struct */
            continue;
        source->edits[i].valued = true;
        if (is_name(source, i))
            rewrite_call(&body, i);
        else if (is(source, i, "(") && is(source, i - 1, ")"))
            rewrite_call_of_group(&body, i);
        else if (is(source, i, "="))
            rewrite_result(&body, i);
        else if (source->tokens.list[i].kind == TOKEN_PUNCTUATION)
            rewrite_operands(&body, i);
    }
}
