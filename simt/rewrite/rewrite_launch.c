/*
 * k<<<g, b>>>(x) -> (::simt::configure(g, b) ? (void)0 : k(x))
 *
 * The kernel may be any postfix expression: it is found by walking back from
 * the <<<. Its words move behind the configuration, which CUDA evaluates first.
 */
#include "passes.h"
#include "words.h"

static bool is_launch(const struct source *source, size_t i)
{
    return is(source, i, "<") && is(source, i + 1, "<") && is(source, i + 2, "<") && i > 0 &&
           !is(source, i - 1, "operator");
}

/* Whether the ) at i ends the head of an if, while, for or switch. */
static bool ends_statement_head(const struct source *source, size_t i)
{
    static const char *const heads[] = { "if", "while", "for", "switch", "constexpr", NULL };
    const size_t open = source->partner[i];
    return open > 0 && is_in(source, open - 1, heads);
}

/* The token at i may be the end of an expression that (...) or [...] follows. */
static bool ends_operand(const struct source *source, size_t i)
{
    if (is_name(source, i))
        return !is_in(source, i, statement_words);
    if (is(source, i, ">"))
        return template_list_start(source, i) != i;
    return (is(source, i, ")") && !ends_statement_head(source, i)) || is(source, i, "]");
}

/* The first token of the primary that ends at i: a name with its template
 * list, or groups with what they follow. */
static size_t primary_start(const struct source *source, size_t i)
{
    while (is(source, i, ")") || is(source, i, "]")) {
        i = source->partner[i];
        if (i == 0 || !ends_operand(source, i - 1))
            return i;
        i--;
    }
    if (is(source, i, ">")) {
        const size_t open = template_list_start(source, i);
        i = open > 0 && open != i ? open - 1 : i;
    }
    return i;
}

size_t postfix_start(const struct source *source, size_t i)
{
    size_t start = primary_start(source, i);
    while (start > 0) {
        size_t before = start - 1;
        if (is(source, before, "template") && before > 0)
            before--;
        if (is(source, before, ".") || is(source, before, "->")) {
            start = primary_start(source, before - 1);
        } else if (is(source, before, "::")) {
            start = before;
            if (before > 0 && ends_operand(source, before - 1) && !is(source, before - 1, ")") &&
                !is(source, before - 1, "]"))
                start = primary_start(source, before - 1);
        } else {
            break;
        }
    }
    return start;
}

/* The first > of the closing >>>, or 0. In `>>>>` the last three close. */
static size_t launch_end(const struct source *source, size_t i)
{
    const struct tokens *tokens = &source->tokens;
    while (i < tokens->count && !is(source, i, ";") && !is(source, i, ")")) {
        if (is(source, i, ">") && is(source, i + 1, ">") && is(source, i + 2, ">") &&
            tokens_touch(tokens, i) && tokens_touch(tokens, i + 1) && !is(source, i + 3, ">"))
            return i;
        i = after_group(source, i);
    }
    return 0;
}

static void rewrite_launch(struct source *source, size_t open, size_t close)
{
    const size_t arguments = close + 3;
    const size_t start = postfix_start(source, open - 1);
    const char *callee = moved_text(source, start, open);
    take_out(source, start, open + 3);
    hide(source, close, close + 3);
    add_before(source, start, "(::simt::configure(");
    add_before(source, close, ") ? (void)0 : %s", callee);
    add_after(source, source->partner[arguments], ")");
}

void rewrite_launches(struct source *source)
{
    for (size_t i = 0; i < source->tokens.count; i++) {
        if (!is_launch(source, i))
            continue;
        const size_t close = launch_end(source, i + 3);
        if (!close)
            refuse(source, i, "no >>> closes this <<<");
        else if (!is(source, close + 3, "("))
            refuse(source, i, "the launch lacks its argument list: write kernel<<<...>>>(...)");
        else
            rewrite_launch(source, i, close);
        i += 2;
    }
}
