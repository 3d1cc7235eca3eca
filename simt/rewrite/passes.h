/* The parts of a rewriting, in the order in which rewrite() uses them. */
#ifndef REWRITE_PASSES_H
#define REWRITE_PASSES_H

#include "declaration.h"

/* Hides the words that mean nothing to the host compiler. */
void hide_words(struct source *source);

/* A function with a body and __global__: the body becomes a lambda that the
 * launch calls once per lane. */
void rewrite_kernel(struct source *source, const struct declaration *kernel);
/* The body of any function: __shared__ variables, and what may not stand in
 * device code. */
void rewrite_body(struct source *source, const struct declaration *function);
/* The members of a class whose { stands at `body`. */
void rewrite_class(struct source *source, size_t body);
/* __device__, __constant__ and __managed__ variables. */
void rewrite_symbols(struct source *source, const struct declaration *variables);
/* __shared__ variables at namespace scope. */
void rewrite_shared_scope(struct source *source, const struct declaration *variables);

/* The body of a device function, after all functions are known: structs that
 * calls take from memory and leave there. */
void rewrite_values(struct source *source, const struct declaration *function);

/* Whether a cast to a pointer to void starts at i: the index after it, else i. */
size_t after_void_cast(const struct source *source, size_t i);
/* Drops (void *) before a kernel that is handed to the runtime API. */
void drop_casts(struct source *source);
/* Any declaration of a kernel: its name is known from here on. */
void note_kernel(struct source *source, const struct declaration *kernel);
/* `(void *)kernel` elsewhere, whose type must not be forgotten. */
void rewrite_handles(struct source *source);
/* The first token of the postfix expression (a.b[1](c)) that ends at i. */
size_t postfix_start(const struct source *source, size_t i);
/* kernel<<<grid, block>>>(arguments) */
void rewrite_launches(struct source *source);
/* Any declaration, before anything is rewritten in it; and, at the end, the host
 * functions that device code calls. */
void note_for_host_calls(struct source *source, const struct declaration *found, bool in_class);
void warn_of_host_calls(struct source *source);
/* Names what is left and not supported. */
void refuse_rest(struct source *source);

#endif
