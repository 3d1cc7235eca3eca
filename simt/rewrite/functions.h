/*
 * The functions of a text: what their names tell about how they take their
 * arguments. The rewriter knows no types, so it goes by names.
 */
#ifndef REWRITE_FUNCTIONS_H
#define REWRITE_FUNCTIONS_H

#include "declaration.h"

enum { MAX_FUNCTION_PARAMETERS = 32 };

/* How a parameter may be written. */
enum passing {
    PASSED_PLAIN,     /* a builtin type, a pointer, an array */
    PASSED_BY_VALUE,  /* perhaps a struct */
    PASSED_REFERENCE, /* T &, T && */
    PASSED_PACK       /* by value, and all that follow as well */
};

struct function {
    const char *name; /* "()" for an operator(), "+" for an operator+ */
    enum passing passing[MAX_FUNCTION_PARAMETERS];
    size_t count; /* of parameters */
    const struct function *next;
};

/* Adds the function with this name whose ( stands at `parameters`. */
void add_function(struct source *source, const char *name, size_t parameters);
/* The same for any declaration that has parameters. */
void note_function(struct source *source, const struct declaration *declaration);
/* Lambdas with a name, and pointers to functions, in [from, to). */
void note_local_functions(struct source *source, size_t from, size_t to);

/* Whether all functions of the name take argument k of `count` by value, and
 * one of them perhaps a struct. */
bool takes_by_value(const struct source *source, const char *name, size_t k, size_t count);
bool is_known_function(const struct source *source, const char *name);

#endif
