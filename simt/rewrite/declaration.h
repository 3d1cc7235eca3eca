/* Reading C++ declarations as far as the rewriter needs them. */
#ifndef REWRITE_DECLARATION_H
#define REWRITE_DECLARATION_H

#include "source.h"

enum { MAX_ALIGNMENTS = 8 };

struct range {
    size_t from, to; /* tokens [from, to) */
};

/* `static volatile __shared__ float` of a declaration. */
struct specifiers {
    size_t from, to;
    bool is_extern, is_static, has_type;
    struct range alignments[MAX_ALIGNMENTS]; /* alignas(...), __attribute__((...)) */
    unsigned alignment_count;
};

/* One declarator: `*name[4]`, `(*name)(int)`, or without a name. */
struct declarator {
    size_t from, to;
    struct range name; /* empty: where a name would stand */
    bool is_function;
    bool is_pack;
};

/* Both read from `from` on and stop before `end` at the latest. Alignments of
 * the declarator are added to the specifiers' when those are given. */
struct specifiers read_specifiers(const struct source *source, size_t from, size_t end);
struct declarator read_declarator(const struct source *source, size_t from, size_t end,
                                  struct specifiers *alignments);

enum declaration_kind {
    DECLARATION_PLAIN,    /* ends with ; */
    DECLARATION_FUNCTION, /* ends with a body */
    DECLARATION_SCOPE     /* namespace or extern "C" with a body */
};

/* A declaration at namespace or class scope. */
struct declaration {
    enum declaration_kind kind;
    size_t from, to;
    size_t head;       /* after `template <...>` and `extern "C"` */
    size_t parameters; /* the ( of the parameter list, 0: none */
    size_t body;       /* the {, 0: none */
    bool is_template, is_friend, is_kernel, is_device, is_host, is_shared, is_constant, is_managed;
};

/* `struct name : base {` at `at`: the index of its {, or 0 when this is no definition. */
size_t class_body(const struct source *source, size_t at, size_t end);

/* Called with each class body that a declaration holds: its { . */
typedef void class_body_found(struct source *source, size_t body);

/* Reads the declaration that starts at `from`; never returns to <= from. */
struct declaration read_declaration(struct source *source, size_t from, size_t end,
                                    class_body_found *found);

#endif
