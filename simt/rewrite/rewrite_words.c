/* The words of CUDA that vanish, and casts that would hide a kernel's type. */
#include "passes.h"
#include "words.h"

/* __align__(16) is an attribute in any place where CUDA allows it. */
static void rewrite_alignment(struct source *source, size_t i)
{
    hide(source, i, i + 1);
    add_before(source, i, "__attribute__((aligned");
    add_after(source, source->partner[i + 1], "))");
}

static void hide_word(struct source *source, size_t i)
{
    if (is_in(source, i, vanishing_words))
        hide(source, i, i + 1);
    else if (is_in(source, i, attribute_words) && is(source, i + 1, "("))
        hide(source, i, after_group(source, i + 1));
    else if ((is(source, i, "__align__") || is(source, i, "__builtin_align__")) &&
             is(source, i + 1, "("))
        rewrite_alignment(source, i);
    else if (is(source, i, "__noinline__")) {
        hide(source, i, i + 1);
        add_before(source, i, "__attribute__((noinline))");
    } else if (is(source, i, "__forceinline__")) {
        hide(source, i, i + 1);
        add_before(source, i, "inline __attribute__((always_inline))");
    }
}

void hide_words(struct source *source)
{
    for (size_t i = 0; i < source->tokens.count;) {
        const bool attribute = is(source, i, "__attribute__") || is(source, i, "__attribute");
        if (!attribute)
            hide_word(source, i);
        i = attribute ? after_group(source, i + 1) : i + 1;
    }
}

/* `const void *`, `void const *`, `void *`: tokens [from, to). */
static bool is_void_pointer(const struct source *source, size_t from, size_t to)
{
    bool found = false;
    for (; from < to && !is(source, from, "*"); from++) {
        if (is(source, from, "void"))
            found = true;
        else if (!is(source, from, "const") && !is(source, from, "volatile"))
            return false;
    }
    return found && from + 1 == to;
}

size_t after_void_cast(const struct source *source, size_t i)
{
    if (is(source, i, "(") && is_void_pointer(source, i + 1, source->partner[i]))
        return after_group(source, i);
    if (!is(source, i, "reinterpret_cast") && !is(source, i, "static_cast"))
        return i;
    const size_t after = after_template_list(source, i + 1);
    return after > i + 1 && is_void_pointer(source, i + 2, after - 1) ? after : i;
}

/* The kernel is one of the first three arguments of each of these calls. */
void drop_casts(struct source *source)
{
    for (size_t i = 0; i < source->tokens.count; i++) {
        if (!is_in(source, i, kernel_taking_calls))
            continue;
        size_t open = i + 1;
        if (is(source, open, "<"))
            open = after_template_list(source, open);
        if (!is(source, open, "("))
            continue;
        const size_t close = source->partner[open];
        size_t at = open + 1;
        for (int n = 0; n < 3 && at < close; n++) {
            hide(source, at, after_void_cast(source, at));
            at = end_of_argument(source, at, close) + 1;
        }
    }
}
