/*
 * __global__ void k(float *in, int n) { body }
 * becomes
 * void k(float *simt_in, int simt_n) { static const ::simt_kernel simt_site = {...};
 *     struct simt_body { static void k(float *in, int n) { body }
 *                        static constexpr auto simt_entry() { return &k; } };
 *     ::simt::launch_body<simt_body>(simt_site, simt_in, simt_n); }
 * so that each lane has parameters of its own, and a debugger finds the body by
 * the kernel's name. A body that uses this name itself, for another function of
 * the name, becomes a lambda instead, in which it means what it meant.
 */
#include "passes.h"
#include "sharing.h"

enum { MAX_PARAMETERS = 256 };

struct parameter {
    size_t name; /* token, or where a name would stand */
    bool has_name;
    bool is_pack;
};

struct kernel {
    struct source *source;
    const struct declaration *declaration;
    size_t name; /* token */
    struct parameter parameters[MAX_PARAMETERS];
    size_t count;
    struct text list, call; /* for the lambda, for the launch */
};

static size_t kernel_name(const struct source *source, const struct declaration *declaration)
{
    size_t at = declaration->parameters - 1;
    if (is(source, at, ">"))
        at = template_list_start(source, at) - 1;
    return at;
}

/* The parameter in [from, to), without its default argument. */
static void read_parameter(struct kernel *kernel, size_t from, size_t to)
{
    struct source *source = kernel->source;
    size_t end = from;
    while (end < to && !is(source, end, "=")) {
        const bool list = is(source, end, "<") && after_template_list(source, end) != end;
        end = list ? after_template_list(source, end) : after_group(source, end);
    }
    const struct specifiers specifiers = read_specifiers(source, from, end);
    const struct declarator declarator = read_declarator(source, specifiers.to, end, NULL);
    struct parameter *parameter = &kernel->parameters[kernel->count];
    parameter->name = declarator.name.from;
    parameter->has_name = declarator.name.to > declarator.name.from;
    parameter->is_pack = declarator.is_pack;
    text_print(&kernel->list, "%s%s", kernel->count ? ", " : "", moved_text(source, from, end));
    kernel->count++;
}

static void read_parameters(struct kernel *kernel)
{
    struct source *source = kernel->source;
    size_t at = kernel->declaration->parameters + 1;
    const size_t close = source->partner[at - 1];
    if (at == close || (is(source, at, "void") && at + 1 == close))
        return;
    while (at < close) {
        const size_t to = end_of_argument(source, at, close);
        if (is(source, at, "...") || kernel->count == MAX_PARAMETERS) {
            refuse(source, at, "a __global__ function cannot have this parameter");
            return;
        }
        read_parameter(kernel, at, to);
        at = to + 1;
    }
}

/* `struct flags *flags`: the type keeps its name. */
static bool is_tag(const struct source *source, size_t i)
{
    return is(source, i - 1, "struct") || is(source, i - 1, "class") ||
           is(source, i - 1, "union") || is(source, i - 1, "enum");
}

/* A later parameter may use an earlier one: decltype(a) b. */
static void rename_uses(struct source *source, size_t name, size_t close)
{
    const char *text = token_text(source, name);
    for (size_t i = name; i < close; i++)
        if (is(source, i, text) && is_plain_use(source, i) && !is_tag(source, i))
            rename_token(source, i, "simt_");
}

/* The function's own parameters get other names than the lambda's, so that
 * none hides another. */
static void rename_parameters(struct kernel *kernel)
{
    struct source *source = kernel->source;
    const size_t close = source->partner[kernel->declaration->parameters];
    for (size_t i = 0; i < kernel->count; i++) {
        const struct parameter *parameter = &kernel->parameters[i];
        const char *dots = parameter->is_pack ? "..." : "";
        if (parameter->has_name) {
            rename_uses(source, parameter->name, close);
            text_print(&kernel->call, ", simt_%s%s", token_text(source, parameter->name), dots);
        } else {
            add_before(source, parameter->name, " simt_unnamed_%zu", i);
            text_print(&kernel->call, ", simt_unnamed_%zu%s", i, dots);
        }
    }
}

/* The first argument of __launch_bounds__, or 0. */
static const char *thread_limit(struct source *source, const struct declaration *declaration)
{
    for (size_t i = declaration->from; i < declaration->body; i++) {
        if (!is(source, i, "__launch_bounds__") || !is(source, i + 1, "("))
            continue;
        const size_t end = end_of_argument(source, i + 2, source->partner[i + 1]);
        return pool_format(&source->pool, "static_cast<unsigned>(%s)",
                           plain_text(source, i + 2, end));
    }
    return "0";
}

/* Inside the lambda these would name the lambda. */
static bool rewrite_function_names(struct source *source, const struct kernel *kernel)
{
    const size_t body = kernel->declaration->body;
    bool signature = false;
    for (size_t i = body; i < source->partner[body]; i++) {
        if (is(source, i, "__func__") || is(source, i, "__FUNCTION__")) {
            hide(source, i, i + 1);
            add_before(source, i, "\"%s\"", token_text(source, kernel->name));
        } else if (is(source, i, "__PRETTY_FUNCTION__")) {
            hide(source, i, i + 1);
            add_before(source, i, "simt_signature");
            signature = true;
        }
    }
    return signature;
}

static bool uses_own_name(const struct source *source, const struct kernel *kernel)
{
    const char *name = token_text(source, kernel->name);
    const struct declaration *declaration = kernel->declaration;
    for (size_t i = declaration->parameters; i < source->partner[declaration->body]; i++)
        if (is(source, i, name) || is(source, i, "auto"))
            return i < declaration->body || is(source, i, name);
    return false;
}

static void write_launch(struct kernel *kernel)
{
    struct source *source = kernel->source;
    const size_t body = kernel->declaration->body;
    if (rewrite_function_names(source, kernel))
        add_after(source, body, " static const char *const simt_signature = __PRETTY_FUNCTION__;");
    const char *name = token_text(source, kernel->name);
    add_after(source, body, " static const ::simt_kernel simt_site = { \"%s\", %s, %u, %s };", name,
              file_literal(source, kernel->name), line_of(source, kernel->name),
              thread_limit(source, kernel->declaration));
    const char *calls = shared_calls(source, kernel->declaration);
    if (*calls)
        add_after(source, body,
                  " struct simt_tell { static void tell() { ::simt_declare_calls(&simt_site, "
                  "\"%s\"); } }; (void)&::simt::told<simt_tell>::done;",
                  calls);
    if (uses_own_name(source, kernel)) {
        add_after(source, body, " ::simt::launch_kernel(simt_site, [](%s) -> void {",
                  text_string(&kernel->list));
        add_after(source, source->partner[body], "%s); }", text_string(&kernel->call));
        return;
    }
    add_after(source, body, " struct simt_body { static void %s(%s) {%s", name,
              text_string(&kernel->list),
              source->options->debug ? " __asm__ volatile(\"nop\");" : "");
    add_after(source, source->partner[body],
              " static constexpr auto simt_entry() { return &%s; } };"
              " ::simt::launch_body<simt_body>(simt_site%s); }",
              name, text_string(&kernel->call));
}

void rewrite_kernel(struct source *source, const struct declaration *declaration)
{
    struct kernel kernel = { .source = source, .declaration = declaration };
    kernel.name = kernel_name(source, declaration);
    read_parameters(&kernel);
    rename_parameters(&kernel);
    write_launch(&kernel);
    text_free(&kernel.list);
    text_free(&kernel.call);
}
