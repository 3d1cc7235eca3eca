/* __shared__ variables: what the passes over bodies and scopes share. */
#ifndef REWRITE_SHARED_H
#define REWRITE_SHARED_H

#include "declaration.h"

struct shared_name {
    const char *name;
    const char *scope; /* "::a::b::", "" in a function */
    bool dynamic;      /* extern */
    struct shared_name *next;
};

/* Turns the declaration that holds the __shared__ at token i into a typedef for
 * each variable and, inside a body, a reference to the block's copy. Adds the
 * names to *names. Returns the index of the declaration's `;`. */
size_t rewrite_shared(struct source *source, size_t i, bool in_body, struct shared_name **names);

/* The C++ text that tells whose the variable is, for a body that declares or uses
 * it and holds a simt_site. "" for a dynamic one. */
const char *shared_declaration(struct source *source, const struct shared_name *shared);

/* The C++ text that makes a variable usable in a body. placed_name is its name,
 * perhaps with line markers. */
const char *shared_reference(struct source *source, const struct shared_name *shared,
                             const char *placed_name);

#endif
